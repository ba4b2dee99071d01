import NetworkModel
import Testing

@testable import Diagnosis

/// NAT rules of this machine that rewrite the addresses of its own packets.
@Suite("Packets that this machine rewrites")
struct RewritingTests {
    @Test("a new source or destination of packets is a fault of this machine")
    func target() throws {
        let cases: [(PathEvidence.Trace.Rewriting, String)] = [
            (
                .init(interface: "eth0", source: Facts.address("10.8.0.2")),
                "leave eth0 with the foreign source 10.8.0.2"
            ),
            (
                .init(interface: "docker0", destination: Facts.address("172.17.0.5")),
                "go to 172.17.0.5 on docker0 instead"
            ),
        ]
        for (rewriting, words) in cases {
            var evidence = try PathVerdictTests.failed(.timeout)
            var trace = PathVerdictTests.trace(.silent)
            evidence.path = PathVerdictTests.path(trace)
            #expect(Verdict(on: evidence).findings.first?.id == "tcp.timeout")
            trace.rewriting = rewriting
            evidence.path = PathVerdictTests.path(trace)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "local.firewall" && finding.side == .machine)
            #expect(
                finding.summary.contains("198.51.100.1:443") && finding.summary.contains(words), "\(finding.summary)")
            #expect(finding.advice.contains { $0.contains("iptables -t nat -S") }, "\(finding.advice)")
        }
    }

    @Test("the machine status names a new source of connections, while DNS servers and datagrams work")
    func machine() throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.output.nobody = [80, 443].map { port in
            PathVerdictTests.trace(.silent, "192.0.2.77", port: port)
        }
        observation.uplink?.connections = .init(total: 0, heard: 0)
        #expect(!MachineDiagnosis.verdict(on: observation).findings.contains { $0.id == "local.firewall" })
        for index in observation.output.nobody.indices {
            observation.output.nobody[index].rewriting = .init(interface: "eth0", source: Facts.address("10.8.0.2"))
        }
        let finding = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(finding.id == "local.firewall" && finding.severity == .error)
        #expect(finding.summary.contains("10.8.0.2"), "\(finding.summary)")
    }
}
