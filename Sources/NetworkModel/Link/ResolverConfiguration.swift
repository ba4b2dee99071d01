/// A DNS server that this machine uses, and where it is configured.
public struct Resolver: Sendable, Hashable, Codable {
    /// Where it is configured.
    public enum Source: String, Sendable, Hashable, Codable {
        /// resolv.conf(5).
        case resolvConf = "resolv.conf"
        /// systemd-resolved, asked over D-Bus.
        case systemdResolved = "systemd-resolved"
    }

    /// The server's address, with its zone where it has one.
    public var address: IPAddress
    /// The server's port, 53 unless the configuration names another.
    public var port: UInt16
    /// Where the server is configured.
    public var source: Source
    /// The link that it belongs to, for systemd-resolved's per-link servers.
    public var interface: String?
    /// Whether systemd-resolved asks it by DNS over TLS (resolved.conf(5)); `nil`: it does not.
    public var tls: TLSMode?
    /// The name that its certificate has to have; `nil`: its address.
    public var serverName: String?
    /// Whether systemd-resolved asks the servers of the link for names that no domain is configured for; `nil`: not known.
    public var isDefaultRoute: Bool?

    /// How DNS over TLS is used.
    public enum TLSMode: String, Sendable, Hashable, Codable {
        /// Where it works; else in the clear.
        case opportunistic
        /// Always; a server with which it does not work is not asked.
        case strict
    }

    enum CodingKeys: String, CodingKey {
        case address, port, source, interface, tls
        case serverName = "server_name"
        case isDefaultRoute = "default_route"
    }

    /// Creates a server that is asked without TLS.
    public init(address: IPAddress, port: UInt16 = 53, source: Source, interface: String? = nil) {
        self.address = address
        self.port = port
        self.source = source
        self.interface = interface
    }
}

/// The configuration of resolv.conf(5) and systemd-resolved, in the order in which servers are queried.
public struct ResolverConfiguration: Sendable, Hashable, Codable {
    /// The DNS servers, in the order in which they are asked.
    public var servers: [Resolver]
    /// Domains appended to names with fewer dots than `ndots`.
    public var search: [String]
    /// How many dots a name needs to be asked for as it is first (resolv.conf(5)); 1 by default, 15 at most.
    public var ndots: Int
    /// How long glibc waits for a server before it asks the next, in seconds; 5 by default (`RES_TIMEOUT`).
    public var timeout = 5
    /// How often glibc asks each server; 2 by default (`RES_DFLRETRY`), at most 5, and 0 where it asks none at all.
    public var attempts = 2
    /// The line that sets ``timeout`` or ``attempts``, as `file:line: options timeout:1`; `nil`: none does.
    public var optionLine: String?
    /// Lines that could not be understood, each as `file:line: what is wrong`.
    public var problems: [String]
    /// Domains whose names are asked of the servers of one link; `nil` if systemd-resolved has not told.
    public var domains: [RoutingDomain]?

    enum CodingKeys: String, CodingKey {
        case servers, search, ndots, problems, domains
    }

    /// Creates a configuration; without arguments, no server is configured.
    public init(servers: [Resolver] = [], search: [String] = [], ndots: Int = 1, problems: [String] = []) {
        self.servers = servers
        self.search = search
        self.ndots = ndots
        self.problems = problems
    }
}
