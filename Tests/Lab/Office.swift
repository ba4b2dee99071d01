/// A client that reaches a server and the DNS server through a router, over both families:
///
/// ```
/// client 10.77.1.1 ── 10.77.1.2 router 10.77.2.2 ── 10.77.2.1 server
///                                      10.77.3.2 ── 10.77.3.1 names
///                                     100.64.0.2 ── 100.64.0.1 provider
/// ```
/// and the same in fd77:n::. Tests start all programs on the hosts. The client uses `names` as its DNS server. The
/// provider is the first router of the Internet, with nothing behind it: it gets the router's packets to documentation
/// addresses (RFC 5737, RFC 3849).
public struct Office: Sendable {
    /// The host of the tested program. Its default routes lead to the router, and its resolv.conf contains `names`.
    public let client: Host
    /// The router between the networks.
    public let router: Host
    /// A server beyond the router.
    public let server: Host
    /// The host of the DNS server, also beyond the router.
    public let names: Host
    /// The next router beyond the router.
    public let provider: Host
    /// The cable from the client (`a`) to the router (`b`).
    public let clientCable: Cable
    /// The cable from the server (`a`) to the router (`b`).
    public let serverCable: Cable
    /// The cable from the DNS server (`a`) to the router (`b`).
    public let namesCable: Cable
    /// The cable from the provider (`a`) to the router (`b`).
    public let providerCable: Cable
}

extension Lab {
    /// Creates an ``Office``.
    public func office() async throws -> Office {
        async let client = host("client")
        async let router = host("router")
        async let server = host("server")
        async let names = host("names")
        async let provider = host("provider")
        let hosts = (
            client: try await client, router: try await router, server: try await server, names: try await names,
            provider: try await provider
        )
        let office = Office(
            client: hosts.client, router: hosts.router, server: hosts.server, names: hosts.names,
            provider: hosts.provider, clientCable: cable(hosts.client, hosts.router),
            serverCable: cable(hosts.server, hosts.router), namesCable: cable(hosts.names, hosts.router),
            providerCable: uplink(hosts.provider, hosts.router))
        let inner = [office.clientCable, office.serverCable, office.namesCable]
        var routes = Dictionary(uniqueKeysWithValues: inner.map { ($0.a.host.name, $0.b.defaultRoutes) })
        (routes[office.provider.name], routes[office.router.name]) = (Office.routesOfProvider, Office.routesToProvider)
        try await connect(inner + [office.providerCable], then: routes)
        async let forwarding: Void = office.router.forward()
        try await office.provider.forward()
        try await forwarding
        try await office.client.useDNS([office.namesCable.a.ipv4])
        return office
    }
}

extension Office {
    /// The routes of the provider, which is the Internet, in which only its own address exists. Its IPv6 address is a
    /// documentation address, which belongs to no real network.
    static let routesOfProvider = """
        route add 10.77.0.0/16 via 100.64.0.2 src 100.64.0.1
        route add fd77::/16 via 2001:db8:ffff::2 src 2001:db8:ffff::1

        """
    static let routesToProvider = """
        route replace 192.0.2.0/24 via 100.64.0.1
        route replace 2001:db8::/32 via 2001:db8:ffff::1

        """

    static func routesToRootServers(via ipv4: String, _ ipv6: String) -> String {
        """
        route replace 198.41.0.4/32 via \(ipv4)
        route replace 2001:503:ba3e::2:30/128 via \(ipv6)

        """
    }

    /// Sets the router's routes to root servers by way of the provider, which are lost when the cable is unplugged.
    public func routeToRootServers() async throws {
        try await router.run(
            ["ip", "-batch", "-"],
            input: Self.routesToRootServers(via: providerCable.a.ipv4, providerCable.a.ipv6))
    }

    /// Sets the router's routes to the provider, which are lost when the cable is unplugged.
    public func routeToProvider() async throws {
        try await router.run(["ip", "-batch", "-"], input: Self.routesToProvider)
    }
}
