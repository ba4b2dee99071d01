import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Next steps that reach the cause")
struct NextStepTests {
    @Test("of two routes that hide the default route, both are to be removed", arguments: ["0.0.0.0", "128.0.0.0"])
    func bothHalves(part: String) throws {
        for length in [1, 24] {
            var evidence = try PathVerdictTests.failed(.networkUnreachable)
            let route = Route(
                family: .ipv4, kind: .blackhole, destination: Facts.address(part), prefixLength: length)
            evidence.gateway = GatewayEvidence(hops: [.init(route: route)], isOnLink: false)
            evidence.tcp = nil
            let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "gateway.route-rejects" })
            let other = part == "0.0.0.0" ? "128.0.0.0/1" : "0.0.0.0/1"
            let isNamed = finding.advice.contains { $0.hasSuffix("ip route del blackhole \(other)") }
            #expect(isNamed == (length == 1), "\(finding.advice)")
        }
    }

    @Test("if ARP may not be examined, this machine's own packet filter may be why a gateway is silent")
    func filteredARP() throws {
        for arp in [GatewayEvidence.ARPOutcome.silent, .notPermitted] {
            var evidence = try PathVerdictTests.failed(.timeout)
            var hop = Facts.hop(.failed, .timeout)
            hop.arp = arp
            evidence.gateway = GatewayEvidence(hops: [hop], isOnLink: false)
            let finding = try #require(Verdict(on: evidence).findings.first)
            #expect(finding.id == "gateway.unreachable")
            #expect(finding.advice.contains { $0.contains("drops ARP") } == (arp == .notPermitted), "\(finding.advice)")
            // A gateway that is off is far more frequent.
            #expect(finding.side == .network, "\(finding)")
        }
    }

    @Test("a server that says that signatures are not valid leads to DNSSEC", arguments: [6, 22] as [UInt16])
    func signatures(code: UInt16) throws {
        var evidence = try Facts.healthy("http://www.example/")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        var failure = Facts.failure(.servfail)
        failure.extendedErrors = [ExtendedDNSError(code: code)]
        evidence.dns = Facts.dns([failure])
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "dns.servfail")
        let isLed = finding.advice.contains { $0.contains("dig @192.0.2.53 +cd www.example") }
        #expect(isLed == (code == 6), "\(finding.advice)")
    }
}
