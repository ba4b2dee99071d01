/// A DNS server that this machine uses, and where it is configured.
public struct Resolver: Sendable, Hashable, Codable {
    /// Where it is configured.
    public enum Source: String, Sendable, Hashable, Codable {
        /// The file resolv.conf(5).
        case resolvConf = "resolv.conf"
        /// systemd-resolved, queried over D-Bus.
        case systemdResolved = "systemd-resolved"
    }

    /// The server's address, with its zone if it has one.
    public var address: IPAddress
    /// The server's port, usually 53.
    public var port: UInt16
    /// Where the server is configured.
    public var source: Source
    /// The link of a per-link server of systemd-resolved.
    public var interface: String?
    /// How systemd-resolved uses DNS over TLS with the server (resolved.conf(5)); `nil` if it does not.
    public var tls: TLSMode?
    /// The name that the server's certificate must have; `nil` for its address.
    public var serverName: String?
    /// Whether systemd-resolved sends queries to the servers of the link for names that no domain is configured for; `nil` if
    /// not known.
    public var isDefaultRoute: Bool?
    /// Whether programs query it over TCP (resolv.conf(5), `use-vc`).
    public var isQueriedOverTCP = false

    /// How DNS over TLS is used.
    public enum TLSMode: String, Sendable, Hashable, Codable {
        /// TLS is used if it works, otherwise plain DNS.
        case opportunistic
        /// TLS is always used. A server without working TLS is not queried.
        case strict
    }

    enum CodingKeys: String, CodingKey {
        case address, port, source, interface, tls
        case serverName = "server_name"
        case isDefaultRoute = "default_route"
    }

    /// Creates a server that is queried without TLS.
    public init(address: IPAddress, port: UInt16 = 53, source: Source, interface: String? = nil) {
        self.address = address
        self.port = port
        self.source = source
        self.interface = interface
    }
}

/// The configuration of resolv.conf(5) and systemd-resolved, in the order in which servers are queried.
public struct ResolverConfiguration: Sendable, Hashable, Codable {
    /// The DNS servers, in the order in which they are queried.
    public var servers: [Resolver]
    /// The domains that are appended to names with fewer dots than `ndots`.
    public var search: [String]
    /// The number of dots from which on a name is first queried as it is (resolv.conf(5)); 1 by default, at most 15.
    public var ndots: Int
    /// How long glibc waits for a server before it queries the next, in seconds; 5 by default (`RES_TIMEOUT`).
    public var timeout = 5
    /// How often glibc queries each server; 2 by default (`RES_DFLRETRY`), at most 5. With 0, it queries no server.
    public var attempts = 2
    /// The line that sets ``timeout`` or ``attempts``, as `file:line: options timeout:1`; `nil` if there is none.
    public var optionLine: String?
    /// The line with options that change how programs query servers: over TCP (`use-vc`) or with EDNS (`edns0`, `trust-ad`), as
    /// `file:line: options use-vc`; `nil` if there is none.
    public var queryLine: String?
    /// The line with `no-aaaa`, because of which programs do not query IPv6 addresses (glibc 2.36), as
    /// `file:line: options no-aaaa`; `nil` if there is none.
    public var hidingLine: String?
    /// The line with `rotate`, because of which programs query each server in turn, and not always the first one, as
    /// `file:line: options rotate`; `nil` if there is none.
    public var rotationLine: String?
    /// The lines with the servers of resolv.conf(5) that depend on the interfaces of this machine: their address names one
    /// (zone), or may be the broadcast address of its subnet.
    public var linkLines: [IPAddress: ResolverProblem.Place] = [:]
    /// Lines that could not be parsed, and files that could not be read.
    public var problems: [ResolverProblem]
    /// The domains whose names are queried at the servers of one link; `nil` if systemd-resolved did not report them.
    public var domains: [RoutingDomain]?

    enum CodingKeys: String, CodingKey {
        case servers, search, ndots, problems, domains
    }

    /// Creates a configuration; without arguments, no server is configured.
    public init(servers: [Resolver] = [], search: [String] = [], ndots: Int = 1, problems: [ResolverProblem] = []) {
        self.servers = servers
        self.search = search
        self.ndots = ndots
        self.problems = problems
    }
}
