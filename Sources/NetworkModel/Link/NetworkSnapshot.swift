/// All that the kernel and the resolver's configuration said at one moment.
public struct NetworkSnapshot: Sendable, Hashable, Codable {
    /// All interfaces, with their addresses.
    public var links: [Link]
    /// The routes of the main table; of a large one, a part (``routesOmitted``).
    public var routes: [Route]
    /// What ARP and NDP know of addresses on the links.
    public var neighbours: [Neighbour]
    /// The DNS servers, with the search list and the domains that choose between them.
    public var resolvers: ResolverConfiguration
    /// Leases that ran out, of interfaces that have no other address of the family; `nil` if there are none.
    public var expiredLeases: [ExpiredLease]?
    /// How many more routes the kernel has than ``routes``; `nil`: none. Where there are any, ``route(to:)`` may know nothing of
    /// a route, and the kernel has to be asked.
    public var routesOmitted: Int?
    /// What rules of policy routing, or tables that they lead to, reject on the way out (``Route/isDefault``) and to resolvers;
    /// `nil`: nothing.
    public var refusals: [Route]?
    /// The prefixes of NAT64 that routers announced since changes are listened to; `nil`: none.
    public var translations: [NAT64Announcement]?

    enum CodingKeys: String, CodingKey {
        case links, routes, neighbours, resolvers, refusals, translations
        case expiredLeases = "expired_leases"
        case routesOmitted = "routes_omitted"
    }

    /// Creates a snapshot.
    public init(
        links: [Link] = [], routes: [Route] = [], neighbours: [Neighbour] = [],
        resolvers: ResolverConfiguration = .init(), expiredLeases: [ExpiredLease]? = nil, routesOmitted: Int? = nil
    ) {
        self.links = links
        self.routes = routes
        self.neighbours = neighbours
        self.resolvers = resolvers
        self.expiredLeases = expiredLeases
        self.routesOmitted = routesOmitted
    }

    /// The interface of a name; `nil` if there is none.
    public func link(named name: String) -> Link? {
        links.first { $0.name == name }
    }

    /// What ARP or NDP knows of an address on an interface; `nil` if nothing is known. Zones are not compared.
    public func neighbour(_ address: IPAddress, on interface: String) -> Neighbour? {
        neighbours.first { $0.address.bytes == address.bytes && $0.interface == interface }
    }

    /// The route that the kernel would take to an address: the longest prefix, then the lowest metric.
    ///
    /// Policy routing is not looked at; where rules send traffic elsewhere, ask the kernel with `RTM_GETROUTE`.
    public func route(to address: IPAddress) -> Route? {
        routes.filter { $0.covers(address) }.min {
            ($1.prefixLength, $0.metric) < ($0.prefixLength, $1.metric)
        }
    }

    /// The default routes, lowest metric first, IPv4 before IPv6 where they are equal.
    public var defaultRoutes: [Route] {
        routes.filter(\.isDefault).sorted {
            ($0.metric, $0.family == .ipv4 ? 0 : 1) < ($1.metric, $1.family == .ipv4 ? 0 : 1)
        }
    }
}
