import LinkFacts
import NetworkModel
import Testing

@testable import NetworkDiagnostics

@Suite("Connections of programs over several next hops")
struct LegConnectionTests {
    private static let (first, second) = ("10.0.0.2", "10.1.0.2")

    private static func address(_ text: String) throws -> IPAddress { try #require(IPAddress(text)) }

    private static func link(_ index: UInt32, _ name: String, _ own: String) throws -> Link {
        var link = Link(
            index: index, name: name, isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        link.addresses = [LinkAddress(address: try address(own), prefixLength: 24, scope: .global)]
        return link
    }

    private static func connection(
        from own: String, silence: Duration? = nil, closed: Duration? = nil, peer: String = "198.51.100.1"
    ) throws -> OwnConnection {
        var connection = OwnConnection(
            peer: try address(peer), silence: silence, isRetransmitting: silence == nil && closed == nil,
            source: try address(own))
        connection.closed = closed
        return connection
    }

    @Test("a next hop is used if connections from its address received something lately, and no later SYN is repeated")
    func used() throws {
        let routes = try [("10.0.0.1", "eth0"), ("10.1.0.1", "eth1")].map {
            Route(family: .ipv4, gateway: try Self.address($0.0), interface: $0.1)
        }
        let links = [try Self.link(2, "eth0", Self.first), try Self.link(3, "eth1", Self.second)]
        func interfaces(_ routes: [Route], _ connections: OwnConnection...) -> [String]? {
            let snapshot = NetworkSnapshot(links: links, routes: routes)
            return UplinkEvidence.Connections(connections, in: snapshot, of: nil).heardInterfaces
        }
        let heard = try Self.connection(from: Self.first, silence: .zero)
        let lately = try Self.connection(from: Self.second, silence: .seconds(9))
        let closed = try Self.connection(from: Self.second, closed: .seconds(20))
        #expect(interfaces(routes, heard, lately) == ["eth0", "eth1"] && interfaces(routes, closed) == ["eth1"])
        #expect(interfaces(routes, try Self.connection(from: Self.second, silence: .seconds(61))) == nil)
        // With one next hop, nothing is compared.
        #expect(interfaces([routes[0]], heard, lately) == nil)
        // A SYN that was sent since shows that it no longer works.
        var waiting = try Self.connection(from: Self.second, peer: "203.0.113.1")
        (waiting.synRepetitions, waiting.leastWait) = (2, .seconds(3))
        #expect(interfaces(routes, lately, waiting) == nil)
        waiting.leastWait = .seconds(4)
        #expect(interfaces(routes, lately, waiting) == ["eth1"] && interfaces(routes, waiting) == nil)
    }
}
