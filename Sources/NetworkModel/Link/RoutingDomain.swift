/// A domain whose names systemd-resolved asks the servers of one link for (systemd-resolved.service(8), "Protocols and Routing").
public struct RoutingDomain: Sendable, Hashable, Codable {
    /// Without a final dot; empty for `~.`, which is every name.
    public var domain: String
    /// `nil`: of the servers that belong to no link.
    public var interface: String?
    /// Whether it only selects servers, and is not appended to short names as well.
    public var isRouteOnly: Bool

    enum CodingKeys: String, CodingKey {
        case domain, interface
        case isRouteOnly = "route_only"
    }

    /// Creates a domain, written without a final dot.
    public init(_ domain: String, interface: String?, isRouteOnly: Bool) {
        self.domain = domain
        self.interface = interface
        self.isRouteOnly = isRouteOnly
    }

    /// How many labels a name shares with it; `nil` if the name is not in the domain.
    func labels(sharedWith name: String) -> Int? {
        let domain = domain.lowercased(), name = name.lowercased()
        guard !domain.isEmpty else { return 0 }
        guard name == domain || name.hasSuffix("." + domain) else { return nil }
        return domain.split(separator: ".").count
    }
}

extension ResolverConfiguration {
    /// The servers to ask for a name: those that ``consulted(for:)`` has, without any that is to be asked over TLS alone where
    /// there is a stub, which asks it.
    public func selected(for name: String) -> ResolverConfiguration {
        var copy = consulted(for: name)
        if servers.contains(where: { !$0.isOfSystemdResolved && $0.address.isLoopback }) {
            copy.servers.removeAll { $0.isOfSystemdResolved && $0.tls == .strict }
        }
        return copy
    }

    /// The same, with those servers of systemd-resolved alone that it asks for a name: those of the links whose domains share
    /// most labels with the name, or else those of the links that take every name.
    ///
    /// Servers of resolv.conf(5) are asked for every name, and stay.
    public func consulted(for name: String) -> ResolverConfiguration {
        let domains = domains ?? []
        var name = name.hasSuffix(".") ? String(name.dropLast()) : name
        if !name.contains("."), let domain = search.first { name += "." + domain }
        let wanted = name
        func labels(_ server: Resolver) -> Int? {
            domains.filter { $0.interface == server.interface }.compactMap { $0.labels(sharedWith: wanted) }.max()
        }
        let best = servers.filter(\.isOfSystemdResolved).compactMap(labels).max()
        var copy = self
        copy.servers = servers.filter { server in
            guard server.isOfSystemdResolved else { return true }
            return best.map { labels(server) == $0 } ?? isForEveryName(server)
        }
        return copy
    }

    /// The servers that systemd-resolved asks by DNS over TLS. What it asks on port 53 of the configuration is asked on 853.
    public var encrypted: [EncryptedDNS] {
        servers.filter(\.isOfSystemdResolved).compactMap { server in
            server.tls.map { mode in
                EncryptedDNS(
                    server: server.address, port: server.port == 53 ? 853 : server.port, serverName: server.serverName,
                    isStrict: mode == .strict)
            }
        }
    }

    /// Whether systemd-resolved asks a server for names that no domain is configured for.
    public func isForEveryName(_ server: Resolver) -> Bool {
        guard server.isOfSystemdResolved, let interface = server.interface else { return true }
        let own = (domains ?? []).filter { $0.interface == interface }
        if own.contains(where: { $0.domain.isEmpty }) { return true }
        // A link whose domains do nothing but select servers does not volunteer for other names.
        return server.isDefaultRoute ?? !own.contains(where: \.isRouteOnly)
    }

    /// The domains that a server alone is asked about, for people to read; empty of one that is asked for every name.
    public func domains(of server: Resolver) -> [String] {
        guard !isForEveryName(server) else { return [] }
        return (domains ?? []).filter { $0.interface == server.interface }.map(\.domain)
    }
}

extension Resolver {
    /// One that systemd-resolved has reported, with the link that it belongs to or by itself.
    fileprivate var isOfSystemdResolved: Bool { source == .systemdResolved }
}
