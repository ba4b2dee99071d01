/// A domain whose names systemd-resolved queries at the servers of one link (systemd-resolved.service(8), "Protocols and
/// Routing").
public struct RoutingDomain: Sendable, Hashable, Codable {
    /// The domain without a final dot; empty for `~.`, which covers every name.
    public var domain: String
    /// The link; `nil` for servers that belong to no link.
    public var interface: String?
    /// Whether the domain only selects servers, and is not appended to short names as well.
    public var isRouteOnly: Bool

    enum CodingKeys: String, CodingKey {
        case domain, interface
        case isRouteOnly = "route_only"
    }

    /// Creates a domain, given without a final dot.
    public init(_ domain: String, interface: String?, isRouteOnly: Bool) {
        self.domain = domain
        self.interface = interface
        self.isRouteOnly = isRouteOnly
    }

    /// The number of labels that a name has in common with the domain; `nil` if the name is not in the domain.
    func labels(sharedWith name: String) -> Int? {
        let domain = domain.lowercased(), name = name.lowercased()
        guard !domain.isEmpty else { return 0 }
        guard name == domain || name.hasSuffix("." + domain) else { return nil }
        return domain.split(separator: ".").count
    }
}

extension ResolverConfiguration {
    /// Whether a name below `.local`, which is usually of multicast DNS, is in a search or routing domain of DNS servers, as
    /// names of Kubernetes (`cluster.local`) and of older company networks are. `local` itself is not such a domain: home
    /// routers announce it as a search domain, and have no names in it.
    public func isForUnicastDNS(_ name: String) -> Bool {
        func plain(_ name: String) -> String {
            name.lowercased().split(separator: ".").joined(separator: ".")
        }
        let name = plain(name)
        return (search + (domains ?? []).map(\.domain)).lazy.map(plain).contains { domain in
            domain.hasSuffix(".local") && (name == domain || name.hasSuffix("." + domain))
        }
    }

    /// The servers to query for a name: those of ``consulted(for:)``. A server that must be queried over TLS is left out if
    /// there is a stub resolver, which queries it.
    public func selected(for name: String) -> ResolverConfiguration {
        var copy = consulted(for: name)
        if servers.contains(where: { !$0.isOfSystemdResolved && $0.address.isLoopback }) {
            copy.servers.removeAll { $0.isOfSystemdResolved && $0.tls == .strict }
        }
        return copy
    }

    /// This configuration, with only those servers of systemd-resolved that it queries for a name. They are the servers of
    /// the links whose domains have the most labels in common with the name, or else those of the links that accept every
    /// name.
    ///
    /// Servers of resolv.conf(5) are queried for every name, and are kept.
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

    /// The servers that systemd-resolved queries over TLS. If the configuration names port 53, TLS uses port 853.
    public var encrypted: [EncryptedDNS] {
        servers.filter(\.isOfSystemdResolved).compactMap { server in
            server.tls.map { mode in
                EncryptedDNS(
                    server: server.address, port: server.port == 53 ? 853 : server.port, serverName: server.serverName,
                    isStrict: mode == .strict)
            }
        }
    }

    /// Whether systemd-resolved queries a server for names that no domain is configured for.
    public func isForEveryName(_ server: Resolver) -> Bool {
        guard server.isOfSystemdResolved, let interface = server.interface else { return true }
        let own = (domains ?? []).filter { $0.interface == interface }
        if own.contains(where: { $0.domain.isEmpty }) { return true }
        // A link whose domains only select servers does not accept other names.
        return server.isDefaultRoute ?? !own.contains(where: \.isRouteOnly)
    }

    /// The domains for which only this server is queried, as readable text; empty for a server that is queried for every
    /// name.
    public func domains(of server: Resolver) -> [String] {
        guard !isForEveryName(server) else { return [] }
        return (domains ?? []).filter { $0.interface == server.interface }.map(\.domain)
    }
}

extension Resolver {
    /// Whether systemd-resolved reported the server, with or without a link.
    fileprivate var isOfSystemdResolved: Bool { source == .systemdResolved }
}
