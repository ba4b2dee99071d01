import Lab

extension OfficeAtWork {
    /// The address that the portal's router redirects visitors to: its page, on another port, gives every visitor
    /// access.
    static let portal = "http://10.77.1.2:8090/"
    /// The same page, for a network without IPv4.
    static let portalOfIPv6 = "http://[fd77:1::2]:8090/"

    /// Makes the router answer the client in place of all other hosts, until the client has visited the portal.
    ///
    /// - Parameters:
    ///   - answer: The directive of nginx for plain pages.
    ///   - secure: Whether TLS is answered with the portal's own certificate or refused.
    func startPortal(answer: String = "return 302 \(portal);", secure: PortalTLS = .answered) async throws {
        let router = office.router
        let certificate = try await Certificate.selfSigned(["portal.lab.example"], on: router)
        try await router.startNginx([
            Site(port: 8088, options: [answer]), Site(port: 8443, certificate: certificate, options: [answer]),
            Site(port: 8090),
        ])
        let refusal =
            switch secure {
            case .answered: ""
            case .refused: "tcp dport 443 reject with tcp reset"
            case .dropped: "tcp dport 443 drop"
            }
        let detour = secure == .answered ? "tcp dport 443 redirect to :8443" : ""
        try await router.filter(
            """
            table inet portal {
              chain way { type nat hook prerouting priority -100
                iifname \(office.clientCable.b.interface) tcp dport 80 redirect to :8088
                iifname \(office.clientCable.b.interface) \(detour.isEmpty ? "tcp dport 8888 accept" : detour)
              }
              chain wall { type filter hook forward priority 0
                \(refusal)
              }
            }

            """)
    }

    /// Makes the router answer the client in place of one host, with a redirect to a page of its own.
    func startWebFilter(of address: String) async throws {
        try await office.router.startNginx([
            Site(port: 8088, options: ["return 302 \(Self.portal);"]), Site(port: 8090),
        ])
        try await office.router.filter(
            """
            table ip webfilter {
              chain way { type nat hook prerouting priority -100
                iifname \(office.clientCable.b.interface) ip daddr \(address) tcp dport 80 redirect to :8088
              }
            }

            """)
    }

    /// Makes the router redirect port 80 of all hosts to a page of its own, and forward everything else.
    func redirectPort80Alone() async throws {
        try await office.router.startNginx([
            Site(port: 8088, options: ["return 302 \(Self.portal);"]), Site(port: 8090),
        ])
        try await office.router.filter(
            """
            table ip reminder {
              chain way { type nat hook prerouting priority -100
                iifname \(office.clientCable.b.interface) tcp dport 80 redirect to :8088
              }
            }

            """)
    }

    enum PortalTLS: Sendable {
        case answered, refused, dropped
    }

    /// Tells networkd the URL of the portal's API (RFC 8910), and makes the router serve it (RFC 8908).
    func announcePortal(isCaptive: Bool = true) async throws {
        let router = office.clientCable.b
        let certificate = try await authority.issue([router.ipv4], on: office.server)
        let answer = "{\"captive\": \(isCaptive), \"user-portal-url\": \"https://portal.lab.example/login\"}"
        try await router.host.startNginx([
            Site(
                port: 8444, certificate: certificate,
                options: ["location = /api { default_type application/captive+json; return 200 '\(answer)'; }"])
        ])
        let link = office.clientCable.a.interface
        let number = try await client.read("/sys/class/net/\(link)/ifindex")
        try await client.write(
            "/run/systemd/netif/links/\(number)",
            "# This is private data.\nCAPTIVE_PORTAL=https://\(router.ipv4):8444/api\n")
    }

    /// Makes the router forward only the proxy's connections to the server's ports.
    func blockDirectWay(_ verdict: String = "drop") async throws {
        try await office.router.filter(
            """
            table inet wall {
              chain c { type filter hook forward priority 0
                ip saddr 10.77.1.1 tcp dport { 80, 443 } \(verdict)
                ip6 saddr fd77:1::1 tcp dport { 80, 443 } drop
              }
            }

            """)
    }

    /// Makes the server drop the first SYN of each client, so that only the second is answered, a second later.
    func loseFirstSYN() async throws {
        try await office.server.filter(
            """
            table ip slow {
              set seen { type ipv4_addr; flags dynamic; timeout 1m; }
              chain c { type filter hook input priority 0
                tcp dport 80 tcp flags & (syn | ack) == syn ip saddr != @seen add @seen { ip saddr } drop
              }
            }

            """)
    }
}
