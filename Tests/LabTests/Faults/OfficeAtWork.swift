import Lab

/// An office with its services running: DNS, and a web server with and without TLS.
struct OfficeAtWork: Sendable {
    let lab: Lab
    let office: Office
    let dns: HostProcess
    let authority: CertificateAuthority
    /// The router between the office's router and the web server; `nil` if there is none.
    let provider: ServerProvider?

    /// The address of the web server.
    var serverIPv4: String { provider?.cable.b.ipv4 ?? office.serverCable.a.ipv4 }
    var serverIPv6: String { provider?.cable.b.ipv6 ?? office.serverCable.a.ipv6 }

    var client: Host { office.client }

    /// - Parameter isFar: Whether a second router lies between the router and the web server.
    init(in lab: Lab, isFar: Bool = false) async throws {
        let office = try await lab.office()
        let provider = isFar ? try await ServerProvider(in: lab, office) : nil
        let server = provider?.cable.b ?? office.serverCable.a, names = office.namesCable.a
        async let resolver = office.names.startDNSMasq(
            [
                .addresses("www.lab.example", [server.ipv4, server.ipv6]),
                .addresses("four.lab.example", [server.ipv4]),
                .addresses("two.lab.example", [server.ipv4, names.ipv6]),
                .addresses("inner.lab.example", [server.ipv4]), .addresses("denied.lab.example", [server.ipv4]),
                .addresses("proxy.lab.example", [names.ipv4]),
                .text("text.lab.example", "no address"), .zone("lab.example"),
            ], options: ["host-record=half.lab.example,\(server.ipv4)", "host-record=half.lab.example,10.77.2.99"])
        let authority = try await CertificateAuthority.shared(on: office.server)
        try await office.client.trust(authority)
        let certificate = try await CertificateAuthority.sharedCertificate(["www.lab.example"], on: office.server)
        try await office.server.startNginx([Site(port: 80), Site(port: 443, certificate: certificate)])
        self.lab = lab
        self.office = office
        self.provider = provider
        self.authority = authority
        dns = try await resolver
    }

    /// The certificate of the web server, which the client accepts.
    func certificate() async throws -> Certificate {
        try await CertificateAuthority.sharedCertificate(["www.lab.example"], on: office.server)
    }

    /// Adds a second site to the web server, on port 444.
    func serve(_ certificate: Certificate) async throws {
        try await office.server.startNginx([Site(port: 444, certificate: certificate)])
    }

    /// A Squid on port 3128 of `proxy.lab.example`, the host of the DNS server.
    func startProxy(authentication: ProxyAuthentication = .none) async throws {
        try await office.names.useDNS(["127.0.0.1"])
        try await office.names.startSquid(authentication: authentication)
    }

    /// Sets up a network like most homes: the router is the DNS server as well and forwards queries to another one.
    ///
    /// - Parameters:
    ///   - reachesRoot: Whether packets to root servers get further than to the provider. Otherwise, the router has no route
    ///     to them.
    ///   - knowsRoot: Whether the router answers for the root servers itself, and denies all other names like the Internet's
    ///     servers, while the lab's DNS server refuses queries for them.
    func beHome(reachesRoot: Bool = true, knowsRoot: Bool = false) async throws {
        if reachesRoot { try await lab.addTransit(behind: office) }
        let source = knowsRoot ? "address=/#/" : "server=\(office.namesCable.a.ipv4)"
        try await office.router.startDNSMasq([], reachesRoot: knowsRoot, options: [source])
        try await client.useDNS([office.clientCable.b.ipv4])
    }

    /// Makes the router the resolver, and lets it prohibit all packets of the client, those to itself included, over IPv4 alone.
    func prohibitAllAsResolver() async throws {
        try await beHome()
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.reject("iifname eth0 meta l4proto { tcp, udp, icmp }", at: "prerouting")
    }

    /// Makes the router the DNS server, which gives one response to every query, or another one (`known`) for a name that exists.
    func answerAsRouter(_ answer: DNSScript.Answer, known: DNSScript.Answer? = nil) async throws {
        let exception = known.map { [DNSScript.Rule("a.root-servers.net", $0)] } ?? []
        try await office.router.startDNS(exception + [.init("*", answer)])
        try await client.useDNS([office.clientCable.b.ipv4])
    }

    /// Starts a resolver on the client, like that of systemd-resolved, that queries the DNS server.
    ///
    /// - Parameter upstream: The DNS server's address; `nil` for its IPv4 address.
    @discardableResult
    func startStub(asking upstream: String? = nil) async throws -> HostProcess {
        try await client.useDNS(["127.0.0.53"])
        return try await client.startDNSMasq(
            [], reachesRoot: false,
            options: [
                "server=\(upstream ?? office.namesCable.a.ipv4)", "listen-address=127.0.0.53", "bind-interfaces",
            ])
    }

    /// Adds a second uplink to the client, with its own router, which has no further routes. It is used if the first
    /// one is gone.
    func addUplink() async throws -> Cable {
        let second = try await lab.host("second")
        let cable = try await lab.link(client, second)
        try await second.forward()
        try await client.run(["ip", "route", "add", "default", "via", cable.b.ipv4, "metric", "500"])
        return cable
    }
}

extension Host {
    /// Makes the host drop incoming packets that match, in both families or in one (`ip`, `ip6`).
    func drop(_ match: String, family: String = "inet") async throws {
        try await filter("table \(family) f {\n chain i {\n type filter hook input priority 0\n \(match) drop\n }\n}\n")
    }
}
