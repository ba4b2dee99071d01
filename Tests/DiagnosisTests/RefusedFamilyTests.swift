import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A target that refuses connections over one address family")
struct RefusedFamilyTests {
    @Test("a server that refuses connections itself is reached over the family, unlike one for which a router answers")
    func refusedByHost() throws {
        let target = "2600:1::10"
        var evidence = try Facts.healthy()
        evidence.address?.usable.append(
            .init(
                interface: "eth0",
                address: .init(address: Facts.address("2600:2::2"), prefixLength: 64, scope: .global)))
        evidence.gateway?.hops.append(Facts.hop(gateway: "2001:db8:1::1"))
        evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.refused, target), Facts.attempt(.connected)])
        for (limit, isReached) in [(3, true), (1, false)] {
            var syn = PathVerdictTests.trace(.answered, target)
            var echo = PathVerdictTests.trace(.answered, target, .icmp)
            (syn.answeredAt, echo.answeredAt) = (limit, 3)
            evidence.path = PathVerdictTests.path(syn, echo)
            let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tcp.ipv6-broken" })
            let listens = finding.advice.contains {
                $0.contains("service listens on \(target): ss -tlnp 'sport = :443'")
            }
            #expect(listens == isReached, "\(finding.advice)")
            #expect(finding.advice.contains { $0.contains("the IPv6 of the router") } != isReached)
        }
    }
}
