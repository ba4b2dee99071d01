/// A client that reaches a server and the DNS server through a router, by both families:
///
/// ```
/// client 10.77.1.1 ── 10.77.1.2 router 10.77.2.2 ── 10.77.2.1 server
///                                      10.77.3.2 ── 10.77.3.1 names
///                                     100.64.0.2 ── 100.64.0.1 provider
/// ```
/// and the same in fd77:n::. Nothing runs on the hosts but what a test starts; the client asks `names`. The provider is the first
/// router of the Internet, which has nothing behind it: the router sends it what is addressed to nobody (RFC 5737, RFC 3849).
public struct Office: Sendable {
    /// Where the tested program runs; its default routes lead to the router, its resolv.conf to `names`.
    public let client: Host
    /// Forwards between the three networks.
    public let router: Host
    /// A server beyond the router.
    public let server: Host
    /// The host of the DNS server, beyond the router as well.
    public let names: Host
    /// The first router behind the router.
    public let provider: Host
    /// From the client (`a`) to the router (`b`).
    public let clientCable: Cable
    /// From the server (`a`) to the router (`b`).
    public let serverCable: Cable
    /// From the DNS server (`a`) to the router (`b`).
    public let namesCable: Cable
    /// From the provider (`a`) to the router (`b`).
    public let providerCable: Cable
}

extension Lab {
    /// Brings up an ``Office``.
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
            provider: hosts.provider, clientCable: try await link(hosts.client, hosts.router),
            serverCable: try await link(hosts.server, hosts.router),
            namesCable: try await link(hosts.names, hosts.router),
            providerCable: try await uplink(hosts.provider, hosts.router))
        try await office.router.forward()
        for cable in [office.clientCable, office.serverCable, office.namesCable] {
            try await cable.a.host.route(via: cable.b)
        }
        try await office.startProvider()
        try await office.client.useDNS([office.namesCable.a.ipv4])
        return office
    }
}

extension Office {
    /// Has the provider answer for the Internet, of which it has nothing but its own address. Of IPv6, its address is one of
    /// those that are kept for documentation, which belong to no home.
    func startProvider() async throws {
        try await provider.forward()
        try await provider.run(
            ["ip", "-batch", "-"],
            input: """
                route add 10.77.0.0/16 via 100.64.0.2 src 100.64.0.1
                route add fd77::/16 via 2001:db8:ffff::2 src 2001:db8:ffff::1

                """)
        try await routeToProvider()
    }

    /// The router's routes to the provider, which it loses with its end of the cable.
    public func routeToProvider() async throws {
        try await router.run(
            ["ip", "-batch", "-"],
            input: """
                route replace 192.0.2.0/24 via 100.64.0.1
                route replace 2001:db8::/32 via 2001:db8:ffff::1

                """)
    }
}
