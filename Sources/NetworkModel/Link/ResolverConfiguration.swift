/// A DNS server that this machine asks, and who told it to.
public struct Resolver: Sendable, Hashable, Codable {
    /// Where it is configured.
    public enum Source: String, Sendable, Hashable, Codable {
        case resolvConf = "resolv.conf"
        case systemdResolved = "systemd-resolved"
    }

    public var address: IPAddress
    public var port: UInt16
    public var source: Source
    /// The link that it belongs to, for systemd-resolved's per-link servers.
    public var interface: String?

    public init(address: IPAddress, port: UInt16 = 53, source: Source, interface: String? = nil) {
        self.address = address
        self.port = port
        self.source = source
        self.interface = interface
    }
}

/// What resolv.conf(5) and systemd-resolved say, in the order in which servers are asked.
public struct ResolverConfiguration: Sendable, Hashable, Codable {
    public var servers: [Resolver]
    /// Domains appended to names with fewer dots than `ndots`.
    public var search: [String]
    public var ndots: Int
    /// How long glibc waits for a server before it asks the next, in seconds; 5 by default (`RES_TIMEOUT`).
    public var timeout = 5
    /// Lines that could not be understood, each as `file:line: what is wrong`.
    public var problems: [String]

    enum CodingKeys: String, CodingKey {
        case servers, search, ndots, problems
    }

    public init(servers: [Resolver] = [], search: [String] = [], ndots: Int = 1, problems: [String] = []) {
        self.servers = servers
        self.search = search
        self.ndots = ndots
        self.problems = problems
    }
}
