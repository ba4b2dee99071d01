import NetworkModel
import Testing

@testable import Diagnosis

/// The meanings of `ENOBUFS`: the kernel reports it for a lack of memory, a full queue, a link that has just gone down, and a full
/// table of neighbours.
@Suite("No buffer for a packet")
struct ShortageTests {
    private static func check(_ failure: String) throws -> Evidence {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        let server = "203.0.113.53"
        evidence.dns = Facts.dns([Facts.failure(.timeout, server: server)], servers: [server])
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.unsent, server, port: 53, .udp, failure: failure))
        return evidence
    }

    @Test("a full table of neighbours is named with its limit, and no socket")
    func neighbours() throws {
        let finding = try #require(Verdict(on: try Self.check("table_fulls")).findings.first)
        #expect(finding.id == "local.resource" && finding.summary.contains("table of neighbours"), "\(finding.summary)")
        #expect(finding.advice.count == 1, "\(finding.advice)")
        #expect(finding.advice.first?.hasSuffix("sysctl -w net.ipv4.neigh.default.gc_thresh3=8192") == true)
    }

    @Test("a lack of memory that the probe has found is named as one")
    func memory() throws {
        let finding = try #require(Verdict(on: try Self.check("ENOMEM")).findings.first)
        #expect(finding.id == "local.resource" && finding.advice.count == 3, "\(finding.advice)")
    }

    @Test(
        "without a free port, the programs that hold them are looked for, and not the limits of files",
        arguments: [
            ("198.51.100.1", "ss -tanp dst 198.51.100.1"), ("2001:db8::1", "ss -tanp dst '[2001:db8::1]'"),
        ])
    func ports(address: String, command: String) throws {
        var evidence = try Facts.healthy()
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.address?.usable.append(Facts.sixthSource)
        var attempt = Facts.attempt(.noResources, address)
        attempt.error = "EADDRNOTAVAIL"
        evidence.tcp = TCPEvidence(attempts: [attempt])
        let advice = try #require(Verdict(on: evidence).findings.first { $0.id == "local.resource" }).advice
        #expect(advice.count == 2 && advice[0].hasSuffix(": \(command)"), "\(advice)")
        #expect(advice[1].hasSuffix("ip_local_port_range"), "\(advice)")
        let datagram = PathVerdictTests.trace(.unsent, "192.0.2.53", port: 53, .udp, failure: "EAGAIN")
        let queries = try #require(LocalFilterRule.finding(datagram, destination: "it")).advice
        #expect(queries.first?.hasSuffix(": ss -uanp") == true, "\(queries)")
    }

    @Test("what an interface drops, as while its cable is pulled, and a full queue are no lack of memory")
    func queue() throws {
        var evidence = try Self.check("ENOBUFS")
        let lost = Verdict(on: evidence).findings.map(\.id)
        #expect(!lost.isEmpty && !lost.contains("local.resource"), "\(lost)")
        evidence.path?.traces.append(
            PathVerdictTests.trace(.unsent, "203.0.113.53", port: 9, .udp, failure: "ENOBUFS"))
        let findings = Verdict(on: evidence).findings.map(\.id)
        #expect(findings.contains("local.queue") && !findings.contains("local.resource"), "\(findings)")
    }

    @Test(
        "queries that an interface drops are no lack of memory in the machine status", arguments: ["ENOBUFS", "ENOMEM"])
    func queries(failure: String) {
        var observation = MachineDiagnosisTests.healthy()
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        observation.output.resolvers = [
            PathVerdictTests.trace(.unsent, "192.0.2.53", port: 53, .udp, failure: failure)
        ]
        let found = MachineDiagnosis.verdict(on: observation).findings.map(\.id)
        #expect(found.contains("local.resource") == (failure == "ENOMEM"), "\(found)")
    }

    @Test("a gateway that seems dead behind a full queue is not to blame in the machine status")
    func machine() throws {
        var observation = MachineDiagnosisTests.healthy()
        observation.gateways = [Facts.hop(.failed, .timeout)]
        observation.snapshot.neighbours = [Facts.neighbour(.failed)]
        observation.resolvers = [
            .init(resolver: MachineDiagnosisTests.resolver, status: .connectionDown, failure: .timeout)
        ]
        #expect(MachineDiagnosis.verdict(on: observation).findings.first?.id == "gateway.unreachable")
        observation.output.withheld = PathVerdictTests.trace(.unsent, "192.0.2.77", port: 9, .udp, failure: "ENOBUFS")
        let finding = try #require(MachineDiagnosis.verdict(on: observation).findings.first)
        #expect(finding.id == "local.queue" && finding.severity == .error)
    }

    @Test("a packet without an address to send from, as without IPv6, is no lack of ports")
    func source() {
        let found = ["192.0.2.53", "2001:db8::53"].map { server -> CauseID? in
            let trace = PathVerdictTests.trace(.unsent, server, port: 53, .tcp, failure: "EADDRNOTAVAIL")
            return LocalFilterRule.finding(trace, destination: "it")?.id
        }
        #expect(found == ["local.resource", nil])
    }
}
