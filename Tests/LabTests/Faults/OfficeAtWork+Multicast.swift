import Lab
import Testing

extension OfficeAtWork {
    /// The router, on the client's link, has a web server and announces it; both have an avahi-daemon.
    func serveOnLink() async throws {
        let router = office.router
        async let web: Void = { _ = try await router.startNginx([Site(port: 80)]) }()
        async let here: Void = client.startDiscovery()
        try await router.startDiscovery()
        try await router.publish("Web", "_http._tcp", port: 80)
        _ = try await (web, here)
    }

    /// The client has seen the service; then its host is gone without a goodbye.
    func vanish() async throws {
        let seen = try await client.run(["avahi-browse", "-rpt", "_http._tcp"])
        #expect(seen.contains(";Web;") && seen.contains("10.77.1.2"))
        try await office.router.run(["ip", "link", "set", "eth0", "arp", "off"])
        try await office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        try await client.run(["ip", "neigh", "flush", "dev", "eth0"])
    }

    /// As behind a switch that drops multicast on its way to the client: what the router sends to it alone arrives.
    func losesMulticast() async throws {
        try await office.router.filter(
            """
            table netdev f {
             chain e {
              type filter hook egress device eth0 priority 0
              ip daddr 224.0.0.251 drop
              ip6 daddr ff02::fb drop
             }
            }

            """)
    }
}
