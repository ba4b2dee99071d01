public import NetworkModel

/// The part of the kernel's state that packets to some addresses depend on, selected from a snapshot.
///
/// Each part is behind a reference, since hundreds of checks share the same one.
public struct RouteSelection: Sendable, Hashable {
    /// The interfaces over which packets leave, or would leave if the links were up.
    @SharedEvidence public var link: LinkEvidence
    /// The source addresses of those interfaces.
    @SharedEvidence public var address: AddressEvidence
    /// The next hops, without results of probes.
    @SharedEvidence public var gateway: GatewayEvidence
    /// The next hops alone, without a copy of the whole evidence.
    package var hops: [GatewayEvidence.Hop] { _gateway.read { $0.hops } }
    /// The address families without a route to the destinations.
    package var familiesWithoutRoute: [AddressFamily] { _gateway.read { $0.familiesWithoutRoute } }
    /// Whether all addresses are this machine's own, so that no packet leaves it.
    public var isLocal: Bool

    /// Selects routes.
    ///
    /// - Parameters:
    ///   - snapshot: The kernel's state from which they are selected.
    ///   - destinations: The destinations of packets. If they are not known, the default routes are examined.
    ///   - remembered: Interfaces that had a default route before, for the case that all routes are lost.
    ///   - ruled: The routes to destinations for which rules of policy routing override the main table.
    public init(
        snapshot: NetworkSnapshot, destinations: [IPAddress], remembered: [String] = [],
        ruled: [IPAddress: Route] = [:]
    ) {
        let remote = destinations.filter { !$0.isLoopback && !$0.isUnspecified && !snapshot.isOwn($0) }
        let isLocal = !destinations.isEmpty && remote.isEmpty
        self.isLocal = isLocal

        var routes: [Route] = []
        var lost: Set<AddressFamily> = []
        for destination in remote {
            if let route = ruled[destination] ?? Self.route(to: destination, in: snapshot) {
                if !routes.contains(route) { routes.append(route) }
                // The kernel may choose any of them for a connection.
                for leg in snapshot.routes.filter({ $0.isLeg(beside: route) }).prefix(Self.maxLegs)
                where !routes.contains(leg) {
                    routes.append(leg)
                }
            } else {
                lost.insert(destination.family)
            }
        }
        if destinations.isEmpty { routes = Self.egressRoutes(in: snapshot) }
        let reached = Set(routes.map(\.family))

        let found =
            isLocal
            ? snapshot.links.filter(\.isLoopback)
            : Self.carriers(of: routes, in: snapshot, remembered: remembered, isForTarget: !destinations.isEmpty)
        var carriers = found.prefix(Self.maxLinks).map(Self.bounded)
        // If all resolvers are on this machine, every name needs the loopback interface.
        let servers = snapshot.resolvers.servers
        if destinations.isEmpty, !carriers.isEmpty, !servers.isEmpty, servers.allSatisfy(\.address.isLoopback) {
            carriers += snapshot.links.filter { link in
                link.isLoopback && (!link.isAdminUp || servers.contains { link.lacksLoopback(for: $0.address) })
            }
        }
        let others = snapshot.links.lazy.filter { link in
            !link.isLoopback && !carriers.contains { $0.name == link.name }
        }
        var links = LinkEvidence(
            carriers: carriers, others: others.prefix(Self.maxLinks).map(\.name),
            members: Self.members(of: carriers, in: snapshot))
        links.ports = Self.ports(among: carriers, in: snapshot)
        links.underlay = Self.underlay(of: carriers, in: snapshot, remembered: remembered)
        links.unbridged = Self.unbridged(beside: carriers, in: snapshot)
        link = links

        let ofCarriers = carriers.filter { isLocal || !$0.isLoopback }.flatMap { link in
            link.addresses.map { AddressEvidence.Source(interface: link.name, address: $0) }
        }
        let sources = ofCarriers + (isLocal ? [] : Self.sourcesElsewhere(of: routes, beside: ofCarriers, in: snapshot))
        let needsLinkLocal = remote.contains(where: \.isLinkLocal)
        let usable = sources.filter { $0.address.isUsable }
        // A gateway with an address of 169.254.0.0/16, as of a hypervisor or between routers, knows this machine by such an address, or
        // by one of another interface.
        let nearGateways = routes.filter { $0.gateway.map { $0.family == .ipv4 && $0.isLinkLocal } ?? false }
        let routable = usable.filter { source in
            needsLinkLocal || !source.address.address.isLinkLocal
                || source.address.address.family == .ipv4
                    && nearGateways.contains { $0.interface == source.interface }
        }
        var address = AddressEvidence(usable: routable, unusable: sources.filter { !routable.contains($0) })
        address.overlap = Self.ownSubnet(of: remote, in: snapshot)
        address.wide = Self.wideSubnet(of: remote, in: snapshot)
        address.narrow = Self.narrowSubnet(of: remote, in: snapshot)
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
                hop.isTunnel = Self.isTunnel(route, in: snapshot) ? true : nil
                if let gateway = route.gateway, snapshot.isOwn(gateway, on: gateway.isLinkLocal ? route.interface : nil)
                {
                    hop.isOwn = true
                    hop.ownSubnet = Self.ownSubnet(with: gateway, beside: route, in: snapshot)
                }
                return hop
            },
            isOnLink: isLocal || (!routes.isEmpty && routes.allSatisfy { $0.gateway == nil && $0.kind == .unicast }),
            familiesWithoutRoute: AddressFamily.allCases.filter { lost.contains($0) && !reached.contains($0) },
            rivals: Self.rivals(of: routes, in: snapshot))
        gateway.underlay = Self.gatewaysBeneath(gateway.hops, in: snapshot)
        if routes.isEmpty, !isLocal {
            gateway.bound = Self.boundInterface(lost.isEmpty ? Set(AddressFamily.allCases) : lost, in: snapshot)
        }
    }

    /// Whether one of these destinations, for which the routes were selected, is a link-local address on a link: it is reached without
    /// any other address. For one of IPv6, the interface must be known.
    package func reachesNeighbour(among destinations: [IPAddress]) -> Bool {
        !isLocal && gateway.isOnLink
            && destinations.contains { $0.isLinkLocal && ($0.family == .ipv4 || $0.zone != nil) }
    }

    /// The maximum number of further next hops of a route.
    private static let maxLegs = 7

    /// The maximum number of interfaces. A machine may have thousands of interfaces with thousands of addresses each, and
    /// every report has a copy.
    private static let maxLinks = 64
    private static let maxAddresses = 64

    /// The link with a limited number of addresses, usable ones first.
    static func bounded(_ link: Link) -> Link {
        guard link.addresses.count > maxAddresses else { return link }
        var bounded = link
        let usable = link.addresses.filter(\.isUsable), others = link.addresses.filter { !$0.isUsable }
        let room = max(maxAddresses - others.count, maxAddresses * 3 / 4)
        bounded.addresses = Array((usable.prefix(room) + others).prefix(maxAddresses))
        return bounded
    }

    /// The maximum number of examined ports of a bridge.
    static let maxMembers = 64

    /// The kinds of interfaces that take all packets of their ports.
    private static let masterKinds: Set<String?> = ["bridge", "bond", "team"]

    /// The interfaces that are ports of a bridge or bond.
    private static func ports(among carriers: [Link], in snapshot: NetworkSnapshot) -> [LinkEvidence.Member]? {
        let ports = carriers.compactMap { port -> LinkEvidence.Member? in
            guard let index = port.master,
                let master = snapshot.links.first(where: { $0.index == index && masterKinds.contains($0.kind) })
            else { return nil }
            return LinkEvidence.Member(port, of: master.name)
        }
        return ports.isEmpty ? nil : ports
    }

    private static func members(of carriers: [Link], in snapshot: NetworkSnapshot) -> [LinkEvidence.Member]? {
        let masters = carriers.filter { masterKinds.contains($0.kind) }
        guard !masters.isEmpty else { return nil }
        let members = masters.flatMap { master in
            snapshot.links.filter { $0.master == master.index }.map { LinkEvidence.Member($0, of: master.name) }
        }
        return Array(members.prefix(maxMembers))
    }

    /// The default routes, except in address families in which a rule or a route rejects all outgoing traffic.
    private static func egressRoutes(in snapshot: NetworkSnapshot) -> [Route] {
        let refused = snapshot.refusedFamilies
        guard !refused.isEmpty else { return snapshot.defaultRoutes }
        let refusals = (snapshot.refusals ?? []).filter {
            refused.contains($0.family) && $0.prefixLength <= InternetRoutes.longest($0.family)
        }
        return snapshot.defaultRoutes.filter { !refused.contains($0.family) } + refusals
    }

    /// Whether a route's gateway is covered neither by an address of the interface nor by a route on the link. It may work
    /// nevertheless: hosting providers assign /32 addresses with a gateway elsewhere.
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
        // A route to a part of the Internet may be left from a VPN, while the default route leads there.
        let internetRoutes = routes.filter { $0.gateway != nil && $0.destination?.isOfInternet != false }
        let families = Set(internetRoutes.map(\.family))
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

    /// The route to an address. A scoped address leaves over the interface of its zone, whatever the routing table says about
    /// fe80::/64.
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
        // Without a route, the interface that had it is examined.
        let known = remembered.compactMap(snapshot.link(named:))
        if !known.isEmpty { return known }
        // Networks within this machine, as of containers and tunnels, carry no traffic without a route, and do not hide that
        // a cable is missing.
        let likely = snapshot.links.filter {
            !$0.isLoopback && isPossibleUplink($0, in: snapshot) && !isOwnNetwork($0, in: snapshot)
        }
        let addressed = likely.filter { link in
            link.addresses.contains { $0.isUsable && !$0.address.isLinkLocal }
        }
        // If an interface is switched off and has therefore lost its default route, another link that is up but leads nowhere
        // else does not hide that. If a resolver is on a link that is up, this machine may be meant for that network only.
        let switchedOff = addressed.filter { !$0.isAdminUp }
        let isServed = snapshot.resolvers.servers.contains {
            !$0.address.isLoopback && snapshot.route(to: $0.address) != nil
        }
        if snapshot.defaultRoutes.isEmpty, isForTarget || !isServed {
            if !switchedOff.isEmpty { return switchedOff }
            // The same for the only hardware, whose addresses its manager has removed.
            let hardware = likely.filter { $0.kind == nil }
            if hardware.count == 1, !hardware[0].isAdminUp { return hardware }
        }
        if !addressed.isEmpty { return addressed }
        return likely.max { readiness($0) < readiness($1) }.map { [$0] } ?? []
    }

    /// Whether a link can lead to other networks. Other kinds of links are listed, but never blamed.
    static func isPossibleUplink(_ link: Link, in snapshot: NetworkSnapshot? = nil) -> Bool {
        guard
            !["ifb", "dummy", "nlmon", "sit", "ip6tnl", "gre", "tunl", "ip_vti", "vti", "docker", "vrf"].contains(
                link.kind)
        else { return false }
        guard let master = link.master else { return true }
        // An interface of a VRF is not a port of a bridge: it has addresses itself.
        return snapshot?.links.contains { $0.index == master && $0.kind == "vrf" } == true
    }

    /// Whether a link is a network within this machine: a tunnel, or a bridge without a physical port.
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

extension Link {
    /// Whether no address of this loopback interface covers an IPv4 loopback address, so that packets to that leave this machine.
    func lacksLoopback(for address: IPAddress) -> Bool {
        address.family == .ipv4 && address.isLoopback
            && !addresses.contains { address.isIn(prefix: $0.address, length: $0.prefixLength) }
    }
}
