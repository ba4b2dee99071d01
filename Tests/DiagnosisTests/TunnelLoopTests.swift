import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A tunnel into which its own packets go")
struct TunnelLoopTests {
    private static let loop = TunnelLoop(
        interface: "tun0", packets: 12_000, outer: "eth0", gateway: Facts.address("192.0.2.1"))

    @Test("in a check, it is the cause, a fault of this machine, and the reason of the tunnel's losses")
    func check() throws {
        for loop in [Self.loop, nil] {
            var evidence = try PathVerdictTests.failed(.timeout)
            var link = Facts.link("tun0", addresses: [])
            link.index = 9
            link.losses = LinkLosses(period: .seconds(2), packets: 400_000, transmitDrops: 31_000)
            evidence.link?.carriers.append(link)
            var trace = PathVerdictTests.trace(.silent)
            trace.tunnelLoop = loop
            evidence.path = PathVerdictTests.path(trace)
            let findings = Verdict(on: evidence).findings
            let isCause = findings.first?.id == "path.tunnel-down"
            #expect(isCause == (loop != nil) && findings.contains { $0.id == "link.errors" } != isCause, "\(findings)")
            guard loop != nil, let cause = findings.first else { continue }
            #expect(cause.side == .machine && cause.severity == .error && cause.summary.contains("12000"))
            #expect(cause.advice.first?.contains("ip route add ADDRESS-OF-THE-SERVER via 192.0.2.1 dev eth0") == true)
        }
    }

    @Test("a target that is reached over IPv6 has a warning about it")
    func otherFamily() throws {
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(Facts.sixthSource)
        evidence.gateway?.hops.append(Facts.hop(gateway: "2001:db8:1::1"))
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.connected, "2600:1::10"), Facts.attempt(.timeout)])
        var trace = PathVerdictTests.trace(.silent)
        trace.tunnelLoop = Self.loop
        evidence.path = PathVerdictTests.path(trace)
        let verdict = Verdict(on: evidence)
        #expect(verdict.findings.map(\.id) == ["path.tunnel-down"] && verdict.status == .connectionUp)
    }

    @Test("in the machine's status, it takes the place of what it explains, and of nothing else")
    func machine() {
        let losses = Finding(
            LinkCauses.errors, severity: .warning,
            ["interface": "tun0", "lost": "31000", "packets": "400000", "seconds": "2"])
        let outage = Finding(
            PathCauses.upstreamDown, ["gateway": "10.8.0.1", "interface": "tun0", "proof": "?", "address": "?"])
        let other = Finding(GatewayCauses.unreachable, ["gateway": "192.0.2.1", "interface": "eth0"])
        func explained(_ findings: [Finding], isUp: Bool = false) -> [String] {
            TunnelRule.explaining(findings, by: Self.loop, isUp: isUp).map { "\($0.severity) \($0.id)" }
        }
        #expect(explained([outage, losses]) == ["error path.tunnel-down"])
        #expect(explained([losses], isUp: true) == ["warning path.tunnel-down"])
        #expect(explained([other, losses]) == ["error gateway.unreachable", "warning link.errors"])
        #expect(TunnelRule.explaining([outage, losses], by: nil, isUp: false) == [outage, losses])
        var observation = MachineDiagnosisTests.healthy()
        observation.output.tunnelLoop = Self.loop
        let verdict = MachineDiagnosis.verdict(on: observation)
        #expect(verdict.status == .connectionUp && verdict.findings.map(\.id) == ["path.tunnel-down"])
    }
}
