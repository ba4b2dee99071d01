public import NetworkModel

/// The part of the kernel's facts that packets to some addresses depend on: a pure choice over a snapshot.
///
/// Each part is behind a reference: checks by the hundred are given the same one, and hand it on.
public struct RouteSelection: Sendable, Hashable {
    /// The interfaces that packets leave by, or would if the links were up.
    @Boxed public var link: LinkEvidence
    /// The source addresses of those interfaces.
    @Boxed public var address: AddressEvidence
    /// The next hops, without anything that probes tell of them.
    @Boxed public var gateway: GatewayEvidence
    /// All of the addresses are this machine's own: nothing leaves it.
    public var isLocal: Bool

    /// - Parameters:
    ///   - destinations: Where packets are to go; none when that is not known, which leaves the default routes to look at.
    ///   - remembered: Interfaces that carried a default route before: the way out when it has lost all its routes.
    ///   - ruled: The routes to destinations that rules of policy routing send elsewhere than the main table does.
    public init(
        snapshot: NetworkSnapshot, destinations: [IPAddress], remembered: [String] = [],
        ruled: [IPAddress: Route] = [:]
    ) {
        func isOwn(_ address: IPAddress) -> Bool {
            // One that duplicate address detection has found at another host is that host's.
            snapshot.links.contains {
                $0.addresses.contains { $0.address.bytes == address.bytes && !$0.flags.contains(.dadFailed) }
            }
        }
        let remote = destinations.filter { !$0.isLoopback && !$0.isUnspecified && !isOwn($0) }
        let isLocal = !destinations.isEmpty && remote.isEmpty
        self.isLocal = isLocal

        var routes: [Route] = []
        var lost: Set<AddressFamily> = []
        for destination in remote {
            if let route = ruled[destination] ?? Self.route(to: destination, in: snapshot) {
                if !routes.contains(route) { routes.append(route) }
            } else {
                lost.insert(destination.family)
            }
        }
        if destinations.isEmpty { routes = Self.waysOut(in: snapshot) }
        let reached = Set(routes.map(\.family))

        let found =
            isLocal
            ? snapshot.links.filter(\.isLoopback)
            : Self.carriers(of: routes, in: snapshot, remembered: remembered, isForTarget: !destinations.isEmpty)
        var carriers = found.prefix(Self.maxLinks).map(Self.bounded)
        // Where all resolvers are on this machine, every name needs its loopback interface.
        let servers = snapshot.resolvers.servers
        if destinations.isEmpty, !carriers.isEmpty, !servers.isEmpty, servers.allSatisfy(\.address.isLoopback) {
            carriers += snapshot.links.filter { $0.isLoopback && !$0.isAdminUp }
        }
        let others = snapshot.links.lazy.filter { link in
            !link.isLoopback && !carriers.contains { $0.name == link.name }
        }
        link = LinkEvidence(
            carriers: carriers, others: others.prefix(Self.maxLinks).map(\.name),
            members: Self.members(of: carriers, in: snapshot))

        let sources = carriers.filter { isLocal || !$0.isLoopback }.flatMap { link in
            link.addresses.map { AddressEvidence.Source(interface: link.name, address: $0) }
        }
        let needsLinkLocal = remote.contains(where: \.isLinkLocal)
        let usable = sources.filter { $0.address.isUsable }
        let routable = usable.filter { needsLinkLocal || !$0.address.address.isLinkLocal }
        var address = AddressEvidence(usable: routable, unusable: sources.filter { !routable.contains($0) })
        address.overlap = Self.ownSubnet(of: remote, in: snapshot)
        address.wide = Self.wideSubnet(of: remote, in: snapshot)
        if let expired = snapshot.expiredLeases {
            let known = expired.filter { lease in
                carriers.contains { $0.name == lease.interface }
                    && !routable.contains {
                        $0.interface == lease.interface && $0.address.address.family == lease.address.family
                    }
            }
            address.expired = known.isEmpty ? nil : known
        }
        self.address = address

        gateway = GatewayEvidence(
            hops: routes.map { route in
                let next = route.gateway ?? remote.first { route.covers($0) }
                let neighbour = next.flatMap { next in route.interface.flatMap { snapshot.neighbour(next, on: $0) } }
                var hop = GatewayEvidence.Hop(
                    route: route, nextHop: next, neighbour: neighbour,
                    isOffLink: Self.isOffLink(route, in: snapshot) ? true : nil)
                hop.sourceTrial = Self.sourceTrial(of: route, in: snapshot)
                return hop
            },
            isOnLink: isLocal || (!routes.isEmpty && routes.allSatisfy { $0.gateway == nil && $0.kind == .unicast }),
            familiesWithoutRoute: AddressFamily.allCases.filter { lost.contains($0) && !reached.contains($0) },
            rivals: Self.rivals(of: routes, in: snapshot))
        if routes.isEmpty, !isLocal {
            gateway.bound = Self.boundInterface(lost.isEmpty ? Set(AddressFamily.allCases) : lost, in: snapshot)
        }
    }

    /// A machine may have thousands of interfaces, and an interface thousands of addresses; every report has its own.
    private static let maxLinks = 64
    private static let maxAddresses = 64

    /// The link with the addresses that a person would look at: those that are usable first where there are too many.
    private static func bounded(_ link: Link) -> Link {
        guard link.addresses.count > maxAddresses else { return link }
        var bounded = link
        let usable = link.addresses.filter(\.isUsable), others = link.addresses.filter { !$0.isUsable }
        let room = max(maxAddresses - others.count, maxAddresses * 3 / 4)
        bounded.addresses = Array((usable.prefix(room) + others).prefix(maxAddresses))
        return bounded
    }

    /// More ports of a bridge than these are not looked at.
    private static let maxMembers = 64

    private static func members(of carriers: [Link], in snapshot: NetworkSnapshot) -> [LinkEvidence.Member]? {
        let masters = carriers.filter { ["bridge", "bond", "team"].contains($0.kind) }
        guard !masters.isEmpty else { return nil }
        let members = masters.flatMap { master in
            snapshot.links.filter { $0.master == master.index }.map { LinkEvidence.Member($0, of: master.name) }
        }
        return members.isEmpty ? nil : Array(members.prefix(maxMembers))
    }

    /// The default routes, but those of a family in which a rule or a route rejects everything that goes out.
    private static func waysOut(in snapshot: NetworkSnapshot) -> [Route] {
        let refused = snapshot.refusedFamilies
        guard !refused.isEmpty else { return snapshot.defaultRoutes }
        let refusals = (snapshot.refusals ?? []).filter {
            refused.contains($0.family) && $0.prefixLength <= WideRoutes.longest($0.family)
        }
        return snapshot.defaultRoutes.filter { !refused.contains($0.family) } + refusals
    }

    /// Whether neither an address of the interface nor a route on the link covers a route's gateway. It may be there all
    /// the same: hosting providers give addresses of /32 with a gateway elsewhere.
    private static func isOffLink(_ route: Route, in snapshot: NetworkSnapshot) -> Bool {
        guard let gateway = route.gateway, !gateway.isLinkLocal, let name = route.interface,
            let link = snapshot.link(named: name)
        else { return false }
        let isCovered = link.addresses.contains { gateway.isIn(prefix: $0.address, length: $0.prefixLength) }
        return !isCovered
            && !snapshot.routes.contains {
                $0.interface == name && $0.gateway == nil && $0.kind == .unicast && !$0.isDefault && $0.covers(gateway)
            }
    }

    private static func rivals(of routes: [Route], in snapshot: NetworkSnapshot) -> [GatewayEvidence.Hop]? {
        let families = Set(routes.filter { $0.isDefault && $0.gateway != nil }.map(\.family))
        guard !families.isEmpty else { return nil }
        let rivals = snapshot.defaultRoutes.filter { route in
            families.contains(route.family) && route.gateway != nil && !routes.contains(route)
        }
        return rivals.isEmpty
            ? nil
            : rivals.prefix(8).map { route in
                let neighbour = route.gateway.flatMap { gateway in
                    route.interface.flatMap { snapshot.neighbour(gateway, on: $0) }
                }
                return .init(route: route, neighbour: neighbour)
            }
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

    private static func carriers(
        of routes: [Route], in snapshot: NetworkSnapshot, remembered: [String], isForTarget: Bool
    ) -> [Link] {
        var names: [String] = []
        for name in routes.compactMap(\.interface) where !names.contains(name) { names.append(name) }
        let carrying = names.compactMap(snapshot.link(named:))
        if !carrying.isEmpty { return carrying }
        // Without a route, the interface that had it is the one to look at.
        let known = remembered.compactMap(snapshot.link(named:))
        if !known.isEmpty { return known }
        // Networks of this machine's own, as of containers and tunnels, carry nothing without a route, and hide no cable that is gone.
        let likely = snapshot.links.filter {
            !$0.isLoopback && isPossibleUplink($0, in: snapshot) && !isOwnNetwork($0, in: snapshot)
        }
        let addressed = likely.filter { link in
            link.addresses.contains { $0.isUsable && !$0.address.isLinkLocal }
        }
        // A link that is up and leads nowhere else hides none that is switched off, and has lost its default route by that. Where a resolver is
        // on one that is up, this machine may be meant for that network alone.
        let switchedOff = addressed.filter { !$0.isAdminUp }
        let isServed = snapshot.resolvers.servers.contains {
            !$0.address.isLoopback && snapshot.route(to: $0.address) != nil
        }
        if snapshot.defaultRoutes.isEmpty, isForTarget || !isServed, !switchedOff.isEmpty { return switchedOff }
        if !addressed.isEmpty { return addressed }
        return likely.max { readiness($0) < readiness($1) }.map { [$0] } ?? []
    }

    /// Kinds that never lead out by themselves: they are listed and never blamed.
    static func isPossibleUplink(_ link: Link, in snapshot: NetworkSnapshot? = nil) -> Bool {
        guard
            !["ifb", "dummy", "nlmon", "sit", "ip6tnl", "gre", "tunl", "ip_vti", "vti", "docker", "vrf"].contains(
                link.kind)
        else { return false }
        guard let master = link.master else { return true }
        // An interface of a VRF is none of a bridge's ports: it has its addresses itself.
        return snapshot?.links.contains { $0.index == master && $0.kind == "vrf" } == true
    }

    /// Whether a link is a network that this machine has made for itself: a tunnel, or a bridge without a port that is a cable.
    static func isOwnNetwork(_ link: Link, in snapshot: NetworkSnapshot) -> Bool {
        switch link.kind {
        case "tun", "wireguard", "ppp", "vxlan", "geneve", "xfrm", "ipip", "vti6", "ip6gre", "gretap", "ip6gretap": true
        case "bridge":
            !snapshot.links.contains { $0.master == link.index && ["bond", "team", "vlan", nil].contains($0.kind) }
        default: false
        }
    }

    private static func readiness(_ link: Link) -> Int {
        (link.hasCarrier ? 4 : 0) + (link.isAdminUp ? 2 : 0) + (link.kind == nil ? 1 : 0)
    }
}
