package import NetworkModel

/// Faults of this machine's own subnets that routes may hide: pure looks at a snapshot, which find candidates. What is wrong
/// with one, if anything, takes a packet to tell.
extension RouteSelection {
    /// The usual bits of a link's prefix.
    private static func usualLength(_ family: AddressFamily) -> Int { family == .ipv4 ? 24 : 64 }

    /// The default route of a destination's family by another interface than its own.
    private static func uplink(
        past interface: String, _ family: AddressFamily, in snapshot: NetworkSnapshot
    ) -> String? {
        snapshot.defaultRoutes.first { $0.family == family && $0.kind == .unicast && $0.interface != nil }
            .flatMap { $0.interface == interface ? nil : $0.interface }
    }

    /// The first of the destinations that lies in a subnet of this machine's own.
    package static func ownSubnet(of destinations: [IPAddress], in snapshot: NetworkSnapshot) -> OwnSubnet? {
        for destination in destinations where !destination.isLinkLocal {
            guard let route = snapshot.route(to: destination), route.kind == .unicast, route.gateway == nil,
                let prefix = route.destination, let name = route.interface, let link = snapshot.link(named: name),
                let kind = link.kind, !["vlan", "bond", "team", "vrf"].contains(kind),
                let uplink = uplink(past: name, destination.family, in: snapshot)
            else { continue }
            return OwnSubnet(
                destination: destination, prefix: prefix, prefixLength: route.prefixLength, interface: name, kind: kind,
                hasCarrier: link.hasCarrier, uplink: uplink)
        }
        return nil
    }

    /// The first of the destinations that is looked for on the link because of a prefix that is wider than usual.
    package static func wideSubnet(of destinations: [IPAddress], in snapshot: NetworkSnapshot) -> WideSubnet? {
        for destination in destinations where !destination.isLinkLocal {
            let usual = usualLength(destination.family)
            guard let route = snapshot.route(to: destination), route.kind == .unicast, route.gateway == nil,
                route.prefixLength > 0, route.prefixLength < usual, let name = route.interface,
                let link = snapshot.link(named: name),
                let own = link.addresses.first(where: {
                    $0.prefixLength == route.prefixLength && $0.covers(destination)
                }),
                let gateway = snapshot.defaultRoutes.first(where: {
                    $0.family == destination.family && $0.interface == name && $0.gateway?.isLinkLocal == false
                })?.gateway,
                !destination.isIn(prefix: own.address, length: usual),
                !destination.isIn(prefix: gateway, length: usual)
            else { continue }
            return WideSubnet(
                destination: destination, address: own.address, prefixLength: own.prefixLength, interface: name,
                gateway: gateway)
        }
        return nil
    }

    /// Whether a route prefers a source that its gateway may not know, while the interface has an address that it does.
    static func sourceTrial(of route: Route, in snapshot: NetworkSnapshot) -> SourceTrial? {
        guard let source = route.preferredSource, let gateway = route.gateway, gateway.family == source.family,
            !gateway.isLinkLocal, let link = route.interface.flatMap(snapshot.link(named:))
        else { return nil }
        let near = link.addresses.filter { $0.isUsable && $0.covers(gateway) }
        guard !near.contains(where: { $0.address.bytes == source.bytes }), let other = near.first else { return nil }
        return SourceTrial(source: source, other: other.address)
    }

    /// An interface of a VRF that has an address of a family which nothing else leads out in.
    static func boundInterface(_ families: Set<AddressFamily>, in snapshot: NetworkSnapshot) -> BoundInterface? {
        for link in snapshot.links where link.isAdminUp {
            guard let master = snapshot.links.first(where: { $0.index == link.master }), master.kind == "vrf",
                link.addresses.contains(where: { $0.scope == .global && families.contains($0.address.family) })
            else { continue }
            return BoundInterface(interface: link.name, vrf: master.name)
        }
        return nil
    }
}
