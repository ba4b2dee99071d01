import Lab
import Testing

extension OfficeAtWork {
    /// Starts a web server on the router, on the client's link, and announces it; both hosts have an avahi-daemon.
    func serveOnLink() async throws {
        let router = office.router
        async let web: Void = { _ = try await router.startNginx([Site(port: 80)]) }()
        async let here: Void = client.startDiscovery()
        try await router.startDiscovery()
        try await router.publish("Web", "_http._tcp", port: 80)
        _ = try await (web, here)
    }

    /// Removes the service's host without a goodbye after the client has seen the service.
    func vanish() async throws {
        let seen = try await client.run(["avahi-browse", "-rpt", "_http._tcp"])
        #expect(seen.contains(";Web;") && seen.contains("10.77.1.2"))
        try await office.router.run(["ip", "link", "set", "eth0", "arp", "off"])
        try await office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        try await client.run(["ip", "neigh", "flush", "dev", "eth0"])
    }

    /// Drops multicast on its way to the client, as some switches do; unicast from the router arrives.
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
