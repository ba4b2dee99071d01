import Diagnosis
import NetworkModel
import TargetKinds

/// Short forms to create evidence for the rules.
enum Facts {
    static func address(_ text: String) -> IPAddress {
        guard let address = IPAddress(text) else { preconditionFailure("not an address: \(text)") }
        return address
    }

    static func link(
        _ name: String = "eth0", up: Bool = true, carrier: Bool = true,
        addresses: [LinkAddress] = [.init(address: address("192.0.2.2"), prefixLength: 24, scope: .global)]
    ) -> Link {
        Link(
            index: 2, name: name, isAdminUp: up, hasCarrier: carrier, operationalState: carrier ? .up : .down,
            mtu: 1_500,
            addresses: addresses)
    }

    static let loopback = Link(
        index: 1, name: "lo", isLoopback: true, isAdminUp: true, hasCarrier: true, operationalState: .unknown,
        mtu: 65_536,
        addresses: [.init(address: address("127.0.0.1"), prefixLength: 8, scope: .host)])

    static func route(_ gateway: String = "192.0.2.1", interface: String = "eth0", metric: UInt32 = 0) -> Route {
        Route(
            family: address(gateway).family, gateway: address(gateway), interface: interface, metric: metric)
    }

    static let onLink = Route(family: .ipv4, destination: address("192.0.2.0"), prefixLength: 24, interface: "eth0")

    static func echo(_ outcome: EchoEvidence.Outcome, of text: String = "192.0.2.1") -> EchoEvidence {
        EchoEvidence(
            address: address(text), outcome: outcome, sent: outcome == .reply ? 1 : 2,
            received: outcome == .reply ? 1 : 0,
            roundTrip: outcome == .reply ? .milliseconds(1) : nil)
    }

    static func neighbour(_ state: Neighbour.State, _ text: String = "192.0.2.1") -> Neighbour {
        Neighbour(address: address(text), interface: "eth0", state: state)
    }

    static func hop(
        _ state: Neighbour.State? = .reachable, _ echo: EchoEvidence.Outcome? = .reply, gateway: String = "192.0.2.1",
        metric: UInt32 = 0
    ) -> GatewayEvidence.Hop {
        .init(
            route: route(gateway, metric: metric), neighbour: state.map { neighbour($0, gateway) },
            echo: echo.map { self.echo($0, of: gateway) })
    }

    static func failure(_ reason: Resolution.FailureReason, server: String = "192.0.2.53", type: String = "A")
        -> Resolution.Failure
    {
        .init(
            source: .dns, server: server, type: type, reason: reason,
            duration: reason == .timeout ? .seconds(2) : .milliseconds(3))
    }

    static func dns(
        _ failures: [Resolution.Failure] = [], answers: [Resolution.Answer] = [], servers: [String] = ["192.0.2.53"]
    ) -> DNSEvidence {
        DNSEvidence(resolution: Resolution(name: "www.example", answers: answers, failures: failures), servers: servers)
    }

    /// A global IPv6 address of this machine.
    static let sixthSource = AddressEvidence.Source(
        interface: "eth0", address: .init(address: address("2001:db8:1::2"), prefixLength: 64, scope: .global))

    static let answer = Resolution.Answer(
        address: address("198.51.100.1"), source: .dns, server: "192.0.2.53", ttl: 60, duration: .milliseconds(2))

    static func attempt(_ outcome: TCPEvidence.Outcome, _ text: String = "198.51.100.1") -> TCPEvidence.Attempt {
        .init(address: address(text), port: 443, outcome: outcome, duration: .milliseconds(5))
    }

    /// A healthy check of https://www.example/ behind a gateway.
    static func healthy(_ target: String = "https://www.example/") throws -> Evidence {
        var evidence = Evidence(target: try Target(target), now: Timestamp(millisecondsSince1970: 1_700_000_000_000))
        evidence.link = LinkEvidence(carriers: [link()], others: ["wlan0"])
        evidence.address = AddressEvidence(
            usable: link().addresses.map { .init(interface: "eth0", address: $0) }, unusable: [])
        evidence.gateway = GatewayEvidence(hops: [hop()], isOnLink: false)
        evidence.dns = dns(answers: [answer])
        evidence.tcp = TCPEvidence(attempts: [attempt(.connected)])
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .established)
        evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .response, status: 200)
        return evidence
    }
}
