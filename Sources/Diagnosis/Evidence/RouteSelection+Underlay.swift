import NetworkModel

/// What is beneath the interfaces of the route: the interface that a VLAN is on, and the links and gateways that the packets of
/// a tunnel leave through.
extension RouteSelection {
    /// The kinds of interfaces that send each packet in another one, over another interface. A TUN or TAP device is that of a
    /// program, such as a VPN's.
    private static let tunnelKinds: Set<String?> = [
        "tun", "wireguard", "vxlan", "geneve", "xfrm", "ipip", "sit", "gre", "gretap", "vti", "vti6", "ip6tnl",
        "ip6gre", "ip6gretap",
    ]

    /// The maximum number of interfaces beneath, and of gateways there.
    private static let maxBeneath = 8

    /// Whether an interface is a tunnel.
    static func isTunnel(_ link: Link) -> Bool { tunnelKinds.contains(link.kind) }

    /// Whether a route leads into a tunnel.
    static func isTunnel(_ route: Route, in snapshot: NetworkSnapshot) -> Bool {
        route.interface.flatMap(snapshot.link(named:)).map { isTunnel($0) } == true
    }

    /// The interfaces beneath some carriers.
    ///
    /// - Parameter remembered: Interfaces that had a default route before: a network manager removes it with the carrier.
    static func underlay(
        of carriers: [Link], in snapshot: NetworkSnapshot, remembered: [String]
    ) -> [Link]? {
        var found: [Link] = []
        for carrier in carriers {
            var next = carrier
            // VLANs of VLANs exist (802.1ad), but a few at most.
            for _ in 0..<4 {
                guard let index = next.parent, let parent = snapshot.links.first(where: { $0.index == index }) else {
                    break
                }
                found.append(parent)
                next = parent
            }
        }
        if carriers.contains(where: { isTunnel($0) }) { found += waysOut(in: snapshot, remembered: remembered) }
        var names: Set<String> = []
        let different = found.filter { names.insert($0.name).inserted }
        return different.isEmpty ? nil : different.prefix(maxBeneath).map(bounded)
    }

    /// The interfaces that the packets of tunnels can leave this machine over: those with a gateway, or else those that had
    /// one, or else all that might lead to other networks.
    private static func waysOut(in snapshot: NetworkSnapshot, remembered: [String]) -> [Link] {
        let candidates = snapshot.links.filter { link in
            !link.isLoopback && !isTunnel(link) && isPossibleUplink(link, in: snapshot)
                && (link.kind == "ppp" || !isOwnNetwork(link, in: snapshot))
        }
        let routed = candidates.filter { link in
            snapshot.routes.contains { route in
                route.interface == link.name && route.kind == .unicast && (route.gateway != nil || route.isDefault)
            }
        }
        if !routed.isEmpty { return routed }
        let known = candidates.filter { remembered.contains($0.name) }
        return known.isEmpty ? candidates.filter(\.isAdminUp) : known
    }

    /// The gateways that the packets of tunnels can leave through, if a next hop is the other end of one.
    static func gatewaysBeneath(
        _ hops: [GatewayEvidence.Hop], in snapshot: NetworkSnapshot
    ) -> [GatewayEvidence.Hop]? {
        guard hops.contains(where: { $0.isTunnel == true && $0.route.gateway != nil }) else { return nil }
        var found: [GatewayEvidence.Hop] = []
        for route in snapshot.routes {
            guard let gateway = route.gateway, let interface = route.interface, route.kind == .unicast,
                !isTunnel(route, in: snapshot),
                !(found + hops).contains(where: {
                    $0.route.gateway == gateway && $0.route.interface == interface
                })
            else { continue }
            found.append(.init(route: route, neighbour: snapshot.neighbour(gateway, on: interface)))
            if found.count == maxBeneath { break }
        }
        return found.isEmpty ? nil : found
    }

    /// Whether a bridge's port may lead out of this machine. That of a virtual machine (a TAP device) or of a container (a veth)
    /// does not; but within a container, the veth that leads out has the name of hardware.
    static func leadsOut(_ name: String, kind: String?) -> Bool {
        switch kind {
        case "tun": false
        case "veth": name.hasPrefix("eth") || name.hasPrefix("en")
        default: true
        }
    }

    /// The interfaces that might be meant to be ports of a bridge that has none which leads out of this machine.
    static func unbridged(beside carriers: [Link], in snapshot: NetworkSnapshot) -> [String]? {
        let isOpen = carriers.contains { bridge in
            bridge.kind == "bridge"
                && !snapshot.links.contains { $0.master == bridge.index && leadsOut($0.name, kind: $0.kind) }
        }
        guard isOpen else { return nil }
        let free = snapshot.links.filter { link in
            !link.isLoopback && link.isAdminUp && link.hasCarrier && link.master == nil && !isTunnel(link)
                && ["veth", "bond", "team", nil].contains(link.kind) && leadsOut(link.name, kind: link.kind)
                && link.addresses.allSatisfy(\.address.isLinkLocal)
        }
        return free.isEmpty ? nil : free.prefix(maxBeneath).map(\.name)
    }
}
