import NetworkModel
import Testing

@testable import Diagnosis

@Suite("A gateway that does not exist, while the router answers on the link")
struct GatewayTypoTests {
    private static let router = "192.0.2.53"

    /// The finding about a dead gateway, beside a DNS server on the link that answers.
    ///
    /// - Parameter reaches: Whether the server asks servers of the root for names that no cache has.
    private static func found(origin: String, reaches: Bool, server: String = router) -> Finding? {
        var observation = MachineDiagnosisTests.healthy()
        var hop = Facts.hop(.failed, .timeout)
        hop.route.origin = origin
        observation.snapshot.neighbours = [Facts.neighbour(.failed)]
        observation.snapshot.routes[1].origin = origin
        observation.gateways = [hop]
        let resolver = Resolver(address: Facts.address(server), source: .resolvConf)
        observation.snapshot.resolvers.servers = [resolver]
        observation.resolvers = [.init(resolver: resolver, status: .connectionUp)]
        observation.uplink = UplinkEvidence(
            gateway: hop.route.gateway, interface: "eth0",
            queries: reaches ? [UplinkAssessmentTests.query(.nxdomain, at: .link, server: Facts.address(server))] : [])
        return MachineDiagnosis.verdict(on: observation).findings.first { $0.id == "gateway.unreachable" }
    }

    private static func names(_ finding: Finding?) -> Bool {
        finding?.advice.contains { $0.contains("If \(router) is the router") } == true
    }

    @Test("a DNS server on the link that answers may be the router, whose address was mistyped")
    func machine() throws {
        for (origin, reaches, side) in [
            ("static", true, Side.machine), ("dhcp", true, .network), ("static", false, .network),
        ] as [(String, Bool, Side)] {
            let found = Self.found(origin: origin, reaches: reaches)
            #expect(Self.names(found) && found?.side == side, "\(origin) \(reaches): \(found as Any)")
        }
        // This machine itself, and a server behind another router.
        for server in ["192.0.2.2", "198.51.100.53"] {
            #expect(!Self.names(Self.found(origin: "static", reaches: false, server: server)))
        }
    }

    @Test("a check names it as well, if it answered for a name of the Internet")
    func check() throws {
        for (address, isNamed) in [("198.51.100.1", true), ("192.168.1.1", false)] {
            var evidence = try Facts.healthy()
            (evidence.tls, evidence.http) = (nil, nil)
            evidence.tcp = TCPEvidence(attempts: [Facts.attempt(.timeout, address)])
            evidence.gateway = GatewayEvidence(hops: [Facts.hop(.failed, .timeout)], isOnLink: false)
            evidence.dns = Facts.dns(answers: [
                .init(
                    address: Facts.address(address), source: .dns, server: Self.router, ttl: 60,
                    duration: .milliseconds(2))
            ])
            let found = Verdict(on: evidence).findings.first
            #expect(found?.id == "gateway.unreachable" && Self.names(found) == isNamed, "\(found as Any)")
            #expect(found?.side == .network)
            // Whether it answered from its cache alone is not known, so that the side stays open.
            evidence.gateway?.hops[0].route.origin = "static"
            #expect(Verdict(on: evidence).findings.first?.side == (isNamed ? nil : .network))
        }
    }
}
