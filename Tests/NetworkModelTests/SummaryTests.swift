import NetworkModel
import Testing

@Suite("The rows of layers")
struct SummaryTests {
    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    @Test("what proves that the uplink works precedes what does not answer")
    func uplink() throws {
        let dead = UplinkEvidence.Query(server: try Self.address("192.168.1.1"), at: .gateway, outcome: .timeout)
        let live = UplinkEvidence.Query(server: try Self.address("192.0.2.53"), at: .beyond, outcome: .nxdomain)
        var evidence = UplinkEvidence(
            gateway: nil, interface: "eth0", queries: [dead, live],
            connections: .init(total: 3, heard: 2, stuck: 1))
        #expect(
            evidence.summary
                == "192.0.2.53 reaches the Internet, 2 of 3 own connections heard, 1 stuck, 192.168.1.1 does not answer"
        )
        evidence.connections = .init(total: 3, heard: 0, stuck: 3)
        #expect(
            evidence.summary
                == "192.0.2.53 reaches the Internet, 192.168.1.1 does not answer, 0 of 3 own connections heard, 3 stuck"
        )
    }

    @Test("the gateway is that of the target, not that of its resolver")
    func gateway() throws {
        let near = GatewayEvidence.Hop(
            route: Route(
                family: .ipv4, destination: try Self.address("192.168.1.0"), prefixLength: 24, interface: "eth0"),
            nextHop: try Self.address("192.168.1.1"))
        let far = GatewayEvidence.Hop(
            route: Route(family: .ipv4, gateway: try Self.address("192.168.1.254"), interface: "eth0"))
        #expect(GatewayEvidence(hops: [near, far], isOnLink: false).summary == "192.168.1.254 on eth0")
        #expect(GatewayEvidence(hops: [near], isOnLink: false).summary == "none needed: 192.168.1.1 is on eth0")
        #expect(
            GatewayEvidence(hops: [near, far], isOnLink: true).summary
                == "none needed: 192.168.1.1 is on eth0, 192.168.1.254 on eth0")
    }

    @Test("nothing is said twice")
    func unique() throws {
        let hop = GatewayEvidence.Hop(route: Route(family: .ipv4, kind: .blackhole))
        #expect(GatewayEvidence(hops: [hop, hop], isOnLink: false).summary == "blackhole")
        let link = Link(index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        #expect(LinkEvidence(carriers: [link, link], others: []).summary == "eth0 up")
    }
}
