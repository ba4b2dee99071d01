import Lab

extension OfficeAtWork {
    /// What the portal's router tells its visitors: the page is on another port, which lets everybody in.
    static let portal = "http://10.77.1.2:8090/"

    /// Has the router answer the client in the place of everybody else, until it has been to the portal.
    ///
    /// - Parameters:
    ///   - answer: Of nginx, for plain pages.
    ///   - secure: What becomes of TLS: it is answered by the portal's own certificate, or refused.
    func startPortal(answer: String = "return 302 \(portal);", secure: PortalTLS = .answered) async throws {
        let router = office.router
        let certificate = try await Certificate.selfSigned(["portal.lab.example"], on: router)
        try await router.startNginx([
            Site(port: 8088, options: [answer]), Site(port: 8443, certificate: certificate, options: [answer]),
            Site(port: 8090),
        ])
        let refusal = secure == .refused ? "tcp dport 443 reject with tcp reset" : ""
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

    enum PortalTLS: Sendable {
        case answered, refused
    }

    /// Has networkd know of the portal's API (RFC 8910), and the router answer there (RFC 8908).
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

    /// Has the router let nobody but the proxy through to the server's ports.
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

    /// Has the server lose the first SYN of each client, so that the second is answered, a second later.
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
