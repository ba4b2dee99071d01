import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A silent host behind a router beyond which nothing is heard")
struct LastRouterTests {
    private static let router = "100.64.3.1"

    /// A check of a silent host, of which one router behind the gateway reports packets, while a resolver on the gateway works.
    private static func check(
        _ packets: [UplinkEvidence.Packet], hops: [String?] = ["192.0.2.1", router]
    ) throws -> Evidence {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tls, evidence.http) = (nil, nil)
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout)])
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, hops: hops),
            PathVerdictTests.trace(.silent, "198.51.100.1", .icmp, hops: hops))
        evidence.uplink = UplinkAssessmentTests.uplink(.nxdomain, packets: packets)
        return evidence
    }

    private static func advice(_ evidence: Evidence) throws -> [String] {
        let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.timeout" })
        return finding.advice
    }

    /// Only the first of the SYNs to an address that nobody has is reported.
    private static let ended =
        [UplinkAssessmentTests.packet(router, as: .tcp)]
        + [3, 4].map { UplinkAssessmentTests.packet(limit: $0, as: .tcp) }

    @Test("the first advice is about that router, and none about an old address of the host")
    func ends() throws {
        let advice = try Self.advice(Self.check(Self.ended))
        #expect(advice.first?.contains("beyond \(Self.router)") == true, "\(advice)")
        #expect(!advice.contains { $0.contains("an old address") }, "\(advice)")
    }

    @Test("an address of the hosts file alone may be out of date, as the advice says; its silence is on no side")
    func listed() throws {
        let beneath = try Self.check(Self.ended)
        var alone = beneath
        (alone.uplink, alone.path) = (nil, nil)
        for evidence in [beneath, alone] {
            for (source, isListed) in [(Resolution.Source.hosts, true), (.dns, false)] {
                var evidence = evidence
                evidence.dns = Facts.dns(answers: [DNSVerdictTests.answer("198.51.100.1", source: source)])
                let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.timeout" })
                let hasAdvice = finding.advice.contains { $0.hasSuffix("grep -n www.example /etc/hosts") }
                #expect(hasAdvice == isListed, "\(finding.advice)")
                #expect((finding.side == nil) == isListed, "\(finding)")
            }
        }
    }

    @Test("packets to the host get further, or those to other addresses, or the uplink works")
    func further() throws {
        let passed = [
            UplinkAssessmentTests.packet(Self.router, as: .tcp),
            UplinkAssessmentTests.packet("62.1.0.2", limit: 3, as: .tcp),
        ]
        var connected = try Self.check(Self.ended)
        connected.uplink?.hasConnected = true
        let checks = [
            try Self.check(passed), try Self.check(Self.ended, hops: ["192.0.2.1", Self.router, "62.1.0.2"]), connected,
        ]
        for evidence in checks {
            let advice = try Self.advice(evidence)
            #expect(!advice.contains { $0.contains("beyond \(Self.router)") }, "\(advice)")
            #expect(advice.contains { $0.contains("an old address") }, "\(advice)")
        }
    }
}
