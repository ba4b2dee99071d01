import NetworkModel
import Testing

@testable import Diagnosis

@Suite("Targets that a route of this machine leads to by another gateway than the default one")
struct OtherGatewayTests {
    private static let part = Route(
        family: .ipv4, destination: Facts.address("198.51.100.0"), prefixLength: 24,
        gateway: Facts.address("192.0.2.7"), interface: "eth0")
    private static let ofTable = Route(
        family: .ipv4, gateway: Facts.address("192.0.2.7"), interface: "eth0", table: 200)

    /// A silent target behind a gateway, while the uplink over 192.0.2.1 works.
    private static func cause(
        _ route: Route, echo: EchoEvidence.Outcome = .reply, hops: [String?] = [],
        _ change: (inout UplinkEvidence) -> Void = { _ in }
    ) throws -> Finding? {
        var evidence = try PathVerdictTests.failed(.timeout)
        let gateway = route.gateway.map { "\($0)" } ?? "?"
        evidence.gateway = GatewayEvidence(
            hops: [
                .init(
                    route: route, neighbour: Facts.neighbour(.reachable, gateway),
                    echo: Facts.echo(echo, of: gateway))
            ], isOnLink: false)
        evidence.path = PathVerdictTests.path(
            PathVerdictTests.trace(.silent, hops: hops), PathVerdictTests.trace(.silent, "198.51.100.1", .icmp))
        var uplink = UplinkAssessmentTests.uplink(
            .nxdomain, packets: [UplinkAssessmentTests.packet("203.0.113.1", as: .tcp)])
        change(&uplink)
        evidence.uplink = uplink
        return Verdict(on: evidence).findings.first
    }

    @Test("a gateway of a route that forwards nothing is named, with the route")
    func route() throws {
        let found = try #require(try Self.cause(Self.part))
        #expect(found.id == "path.other-gateway" && found.side == .machine, "\(found)")
        for fact in ["198.51.100.0/24", "192.0.2.7", "198.51.100.1:443", "192.0.2.1"] {
            #expect(found.summary.contains(fact), "\(found.summary)")
        }
        let removal = "ip route del 198.51.100.0/24 via 192.0.2.7 dev eth0"
        #expect(found.advice.contains { $0.hasSuffix(removal) }, "\(found.advice)")
    }

    @Test("so is that of a table which a policy rule selects, with the table")
    func table() throws {
        let found = try #require(try Self.cause(Self.ofTable))
        #expect(found.id == "path.other-gateway" && found.summary.contains("default table 200"), "\(found)")
        #expect(found.advice.contains { $0.hasSuffix("ip route del default via 192.0.2.7 dev eth0 table 200") })
        #expect(found.advice.contains { $0.hasSuffix("ip rule") })
    }

    @Test("a gateway that a router has named in a redirect is a fault of this network, and no route to remove")
    func redirect() throws {
        let route = Route(
            family: .ipv4, destination: Facts.address("198.51.100.1"), prefixLength: 32,
            gateway: Facts.address("192.0.2.7"), interface: "eth0", origin: "redirect")
        let found = try #require(try Self.cause(route))
        #expect(found.id == "path.other-gateway" && found.side == .network, "\(found)")
        #expect(found.summary.contains("198.51.100.1/32 (ICMP redirect)"), "\(found.summary)")
        #expect(found.advice.first?.hasPrefix("On 192.0.2.1, see the route to 198.51.100.1") == true, "\(found.advice)")
        #expect(!found.advice.contains { $0.contains("ip route del") })
    }

    @Test("a gateway that reports packets, or is not known to be there or to drop them, is not accused")
    func innocent() throws {
        #expect(try Self.cause(Self.part, hops: ["192.0.2.7"])?.id == "tcp.timeout")
        #expect(try Self.cause(Self.part, echo: .timeout)?.id != "path.other-gateway")
        // It forwards packets to another target, or is a gateway of the Internet.
        #expect(try Self.cause(Self.part) { $0.forwarders = [Facts.address("192.0.2.7")] }?.id == "tcp.timeout")
        #expect(try Self.cause(Self.part) { $0.gateways.append(Facts.address("192.0.2.7")) }?.id == "tcp.timeout")
        // The default route is the only one, or the Internet is not reached either.
        #expect(try Self.cause(Facts.route("192.0.2.7"))?.id != "path.other-gateway")
        #expect(try Self.cause(Self.part) { ($0.queries, $0.packets) = ([], []) }?.id != "path.other-gateway")
    }
}
