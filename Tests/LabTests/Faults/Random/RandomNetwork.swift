import Lab

/// A random network that has been brought up.
struct RandomNetwork: Sendable {
    let plan: NetworkPlan
    let work: OfficeAtWork
    /// The process of the DNS server that the client uses.
    let resolver: HostProcess

    var client: Host { work.client }
    var router: Host { work.office.router }
    var server: Host { work.office.server }
    var names: Host { work.office.names }

    /// The host of the DNS server that the client uses.
    var resolverHost: Host {
        switch plan.resolver {
        case .beyondRouter: names
        case .router: router
        case .stub: client
        }
    }

    /// The address of the DNS server in the client's configuration.
    var resolverAddress: String {
        switch plan.resolver {
        case .beyondRouter: plan.hasIPv4 ? work.office.namesCable.a.ipv4 : work.office.namesCable.a.ipv6
        case .router: plan.hasIPv4 ? work.office.clientCable.b.ipv4 : work.office.clientCable.b.ipv6
        case .stub: "127.0.0.53"
        }
    }

    /// The IPv6 address of a DNS server that is not the client's own.
    var resolverIPv6: String {
        (plan.resolver == .router ? work.office.clientCable.b : work.office.namesCable.a).ipv6
    }

    /// The address of the provider's first router, on which some faults start another DNS server.
    var otherResolver: String {
        plan.hasIPv4 ? work.office.providerCable.a.ipv4 : work.office.providerCable.a.ipv6
    }

    /// The addresses of a host beyond the router on which no web server runs.
    var silentAddresses: [String] {
        let port = work.office.namesCable.a
        return (plan.hasIPv4 ? [port.ipv4] : []) + (plan.hasIPv6 ? [port.ipv6] : [])
    }

    /// The addresses of the target's name.
    var addresses: [String] {
        (plan.hasIPv4 ? [work.serverIPv4] : []) + (plan.hasIPv6 ? [work.serverIPv6] : [])
    }

    var port: Int { plan.port ?? (plan.isSecure ? 443 : 80) }

    /// The URL that curl and netdiag check.
    var url: String {
        let scheme = plan.isSecure ? "https" : "http"
        let literal = plan.isSixAddress ? "[\(work.serverIPv6)]" : work.serverIPv4
        let host = plan.target.host ?? (plan.isByName ? "www.lab.example" : literal)
        return "\(scheme)://\(host)\(plan.port.map { ":\($0)" } ?? "")\(plan.target.path)"
    }

    init(_ plan: NetworkPlan, in lab: Lab) async throws {
        self.plan = plan
        work = try await OfficeAtWork(in: lab, isFar: plan.isFar)
        let upstream = ["server=\(work.office.namesCable.a.ipv4)"]
        // A resolver beyond the router is heard itself.
        if plan.resolver != .beyondRouter { try await lab.addTransit(behind: work.office) }
        switch plan.resolver {
        case .beyondRouter: resolver = work.dns
        case .router:
            resolver = try await work.office.router.startDNSMasq([], reachesRoot: false, options: upstream)
        case .stub:
            let names = work.office.namesCable.a
            resolver = try await work.startStub(asking: plan.hasIPv4 ? names.ipv4 : names.ipv6)
        }
        try await chooseFamilies()
        try await client.useDNS([resolverAddress])
        for companion in plan.company { try await companion.bringAbout(self) }
        try await startServer()
        // Highest stage first: if a lower fault is brought about last, a higher one cannot undo it.
        for fault in plan.faults.reversed() { try await fault.bringAbout(self) }
    }

    private func chooseFamilies() async throws {
        switch plan.families {
        case .both: break
        case .four:
            try await client.run(["ip", "-6", "addr", "flush", "dev", "eth0", "scope", "global"])
            try await client.run(["ip", "-6", "route", "flush", "default"])
        case .six: try await client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
        }
    }

    private func startServer() async throws {
        let target = plan.target
        switch target.server {
        case .usual where plan.port != nil: try await startSite()
        case .usual, .none: break
        case .behaves(let behaviour): try server.startTCPServer(behaviour, port: UInt16(port))
        case .served(let fault): try await server.startFaultyServer(fault, port: UInt16(port), address: "::")
        case .own(let start): try await start(self)
        }
    }

    private func startSite() async throws {
        var certificate: Certificate?
        if plan.isSecure {
            if let issue = plan.target.certificate {
                certificate = try await issue(self)
            } else {
                certificate = try await goodCertificate()
            }
        }
        try await server.startNginx([Site(port: port, certificate: certificate, options: plan.target.options)])
    }

    /// A certificate for all names and addresses of the target.
    func goodCertificate() async throws -> Certificate {
        try await work.authority.issue(["www.lab.example", work.serverIPv4, work.serverIPv6], on: server)
    }

    /// Replaces the DNS server that the client uses by one with these rules.
    func answer(_ rules: [DNSScript.Rule]) async throws {
        _ = try await resolver.stop()
        try await resolverHost.startDNS(rules, address: plan.resolver == .stub ? "127.0.0.53" : "::")
    }

    /// Runs a command on a host for each family of the network, such as `ip -6 route del default`.
    func ip(_ host: Host, four: String, six: String) async throws {
        let lines = (plan.hasIPv4 ? ["ip -4 \(four)"] : []) + (plan.hasIPv6 ? ["ip -6 \(six)"] : [])
        try await host.run(["sh", "-euc", lines.joined(separator: "\n")])
    }
}
