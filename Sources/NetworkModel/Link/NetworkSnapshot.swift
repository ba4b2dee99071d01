/// The state of the network at one moment, according to the kernel and the resolver configuration.
public struct NetworkSnapshot: Sendable, Hashable, Codable {
    /// All interfaces, with their addresses.
    public var links: [Link]
    /// The routes of the main table; only some of them, if the table is large (``routesOmitted``). Those that the kernel does not use
    /// until their interface has a carrier (`ignore_routes_with_linkdown`) are missing.
    public var routes: [Route]
    /// The neighbour entries of ARP and NDP.
    public var neighbours: [Neighbour]
    /// The DNS servers, with the search list and the routing domains.
    public var resolvers: ResolverConfiguration
    /// The expired leases of interfaces that have no other address of the family; `nil` if there are none.
    public var expiredLeases: [ExpiredLease]?
    /// The number of routes that are missing from ``routes``; `nil` if there are none. If routes are missing, the result of
    /// ``route(to:)`` may be wrong, and the kernel must be asked.
    public var routesOmitted: Int?
    /// The routes and rules of policy routing that reject packets to the Internet (``Route/isDefault``) and to resolvers;
    /// `nil` for none.
    public var refusals: [Route]?
    /// The NAT64 prefixes that routers announced since listening began; `nil` for none.
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

    /// The interface with a name; `nil` if there is none.
    public func link(named name: String) -> Link? {
        links.first { $0.name == name }
    }

    /// Whether an address belongs to this machine. An address that duplicate address detection found on another host belongs
    /// to that host.
    ///
    /// - Parameters:
    ///   - address: The address. A link-local one with a zone is compared with the addresses of that link alone, since many
    ///     links have the same ones: fe80::1 is the gateway of many hosters, and the address of a bridge for containers.
    ///   - interface: The interface whose addresses are considered; `nil` for the zone's, or for all without a zone.
    public func isOwn(_ address: IPAddress, on interface: String? = nil) -> Bool {
        let zone = address.isLinkLocal ? address.zone : nil
        return links.contains { link in
            (interface.map { $0 == link.name } ?? zone.map { $0 == link.name || $0 == String(link.index) } ?? true)
                && link.addresses.contains {
                    $0.address.bytes == address.bytes && !$0.flags.contains(.dadFailed)
                }
        }
    }

    /// The neighbour entry of an address on an interface; `nil` if there is none. Zones are not compared.
    public func neighbour(_ address: IPAddress, on interface: String) -> Neighbour? {
        neighbours.first { $0.address.bytes == address.bytes && $0.interface == interface }
    }

    /// The route that the kernel would take to an address: the one with the longest prefix, then with the lowest metric.
    ///
    /// Policy routing is not considered. If rules apply to the traffic, the kernel must be asked (`RTM_GETROUTE`).
    public func route(to address: IPAddress) -> Route? {
        routes.filter { $0.covers(address) }.min {
            ($1.prefixLength, $0.metric) < ($0.prefixLength, $1.metric)
        }
    }

    /// Whether this machine can send a packet to an address: there is a route that does not reject it, or none is needed.
    package func canSend(to address: IPAddress) -> Bool {
        if address.isLoopback || address.isLinkLocal || isOwn(address) { return true }
        return route(to: address).map { !$0.rejects } ?? false
    }

    /// The default routes, lowest metric first; for equal metrics, IPv4 before IPv6.
    public var defaultRoutes: [Route] {
        routes.filter(\.isDefault).sorted {
            ($0.metric, $0.family == .ipv4 ? 0 : 1) < ($1.metric, $1.family == .ipv4 ? 0 : 1)
        }
    }
}
