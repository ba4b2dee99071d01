public import NetworkModel

/// The part of the kernel's facts that packets to some addresses depend on: a pure choice over a snapshot.
public struct WayOut: Sendable, Hashable {
    public var link: LinkEvidence
    public var address: AddressEvidence
    public var gateway: GatewayEvidence
    /// All of the addresses are this machine's own: nothing leaves it.
    public var isLocal: Bool

    /// - Parameters:
    ///   - destinations: Where packets are to go; none when that is not known, which leaves the default routes to look at.
    ///   - remembered: Interfaces that carried a default route before: the way out when it has lost all its routes.
    public init(snapshot: NetworkSnapshot, destinations: [IPAddress], remembered: [String] = []) {
        let own = Set(snapshot.links.flatMap { $0.addresses.map(\.address.bytes) })
        let remote = destinations.filter { !$0.isLoopback && !$0.isUnspecified && !own.contains($0.bytes) }
        isLocal = !destinations.isEmpty && remote.isEmpty

        var routes: [Route] = []
        var lost: Set<AddressFamily> = []
        for destination in remote {
            if let route = Self.route(to: destination, in: snapshot) {
                if !routes.contains(route) { routes.append(route) }
            } else {
                lost.insert(destination.family)
            }
        }
        if destinations.isEmpty { routes = snapshot.defaultRoutes }
        let reached = Set(routes.map(\.family))

        let others = snapshot.links.filter { !$0.isLoopback }
        let carriers =
            isLocal
            ? snapshot.links.filter(\.isLoopback)
            : Self.carriers(of: routes, in: snapshot, remembered: remembered)
        link = LinkEvidence(
            carriers: carriers, others: others.map(\.name).filter { name in !carriers.contains { $0.name == name } })

        let sources = carriers.flatMap { link in
            link.addresses.map { AddressEvidence.Source(interface: link.name, address: $0) }
        }
        let needsLinkLocal = remote.contains(where: \.isLinkLocal)
        let usable = sources.filter { $0.address.isUsable }
        let routable = usable.filter { needsLinkLocal || !$0.address.address.isLinkLocal }
        address = AddressEvidence(usable: routable, unusable: sources.filter { !routable.contains($0) })

        gateway = GatewayEvidence(
            hops: routes.map { route in
                let next = route.gateway ?? remote.first { route.covers($0) }
                let neighbour = next.flatMap { next in route.interface.flatMap { snapshot.neighbour(next, on: $0) } }
                return .init(route: route, nextHop: next, neighbour: neighbour)
            },
            isOnLink: isLocal || (!routes.isEmpty && routes.allSatisfy { $0.gateway == nil && $0.kind == .unicast }),
            familiesWithoutRoute: AddressFamily.allCases.filter { lost.contains($0) && !reached.contains($0) })
    }

    /// A scoped address leaves by the interface of its zone, whatever the table says of fe80::/64 elsewhere.
    private static func route(to address: IPAddress, in snapshot: NetworkSnapshot) -> Route? {
        guard address.isLinkLocal, let zone = address.zone else { return snapshot.route(to: address) }
        let link = snapshot.links.first { $0.name == zone || String($0.index) == zone }
        guard let link, link.addresses.contains(where: { $0.address.isLinkLocal && $0.address.family == .ipv6 }) else {
            return nil
        }
        return Route(family: .ipv6, destination: address, prefixLength: 64, interface: link.name)
    }

    private static func carriers(of routes: [Route], in snapshot: NetworkSnapshot, remembered: [String]) -> [Link] {
        var names: [String] = []
        for name in routes.compactMap(\.interface) where !names.contains(name) { names.append(name) }
        let carrying = names.compactMap(snapshot.link(named:))
        if !carrying.isEmpty { return carrying }
        // Without a route, the interface that had it is the one to look at.
        let known = remembered.compactMap(snapshot.link(named:))
        if !known.isEmpty { return known }
        let candidates = snapshot.links.filter { !$0.isLoopback && isPossibleUplink($0) }
        let addressed = candidates.filter { link in
            link.addresses.contains { $0.isUsable && !$0.address.isLinkLocal }
        }
        if !addressed.isEmpty { return addressed }
        return candidates.max { readiness($0) < readiness($1) }.map { [$0] } ?? []
    }

    /// Kinds that never lead out by themselves: they are listed and never blamed.
    static func isPossibleUplink(_ link: Link) -> Bool {
        !["ifb", "dummy", "nlmon", "sit", "ip6tnl", "gre", "tunl", "ip_vti", "vti", "docker"].contains(link.kind)
            && link.master == nil
    }

    private static func readiness(_ link: Link) -> Int {
        (link.hasCarrier ? 4 : 0) + (link.isAdminUp ? 2 : 0) + (link.kind == nil ? 1 : 0)
    }
}
