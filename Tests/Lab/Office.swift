/// A client that reaches a server and the DNS server through a router, by both families:
///
/// ```
/// client 10.77.1.1 ── 10.77.1.2 router 10.77.2.2 ── 10.77.2.1 server
///                                      10.77.3.2 ── 10.77.3.1 names
/// ```
/// and the same in fd77:n::. Nothing runs on the hosts but what a test starts; the client asks `names`.
public struct Office: Sendable {
    /// Where the tested program runs; its default routes lead to the router, its resolv.conf to `names`.
    public let client: Host
    /// Forwards between the three networks.
    public let router: Host
    /// A server beyond the router.
    public let server: Host
    /// The host of the DNS server, beyond the router as well.
    public let names: Host
    /// From the client (`a`) to the router (`b`).
    public let clientCable: Cable
    /// From the server (`a`) to the router (`b`).
    public let serverCable: Cable
    /// From the DNS server (`a`) to the router (`b`).
    public let namesCable: Cable
}

extension Lab {
    /// Brings up an ``Office``.
    public func office() async throws -> Office {
        async let client = host("client")
        async let router = host("router")
        async let server = host("server")
        async let names = host("names")
        let hosts = (
            client: try await client, router: try await router, server: try await server, names: try await names
        )
        let office = Office(
            client: hosts.client, router: hosts.router, server: hosts.server, names: hosts.names,
            clientCable: try await link(hosts.client, hosts.router),
            serverCable: try await link(hosts.server, hosts.router),
            namesCable: try await link(hosts.names, hosts.router))
        try await office.router.forward()
        for cable in [office.clientCable, office.serverCable, office.namesCable] {
            try await cable.a.host.route(via: cable.b)
        }
        try await office.client.useDNS([office.namesCable.a.ipv4])
        return office
    }
}
