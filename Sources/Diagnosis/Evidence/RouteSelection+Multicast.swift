public import NetworkModel

extension RouteSelection {
    /// The route to hosts on the link: names of multicast DNS need neither gateway nor server.
    ///
    /// It contains the links that lead to other networks, and other links that support multicast, since names are queried on
    /// all of them.
    public static func toNeighbours(in snapshot: NetworkSnapshot, remembered: [String]) -> RouteSelection {
        var selection = RouteSelection(snapshot: snapshot, destinations: [], remembered: remembered)
        let others = snapshot.links.filter { link in
            !selection.link.carriers.contains { $0.index == link.index } && canCarryMulticast(link)
        }
        selection.link.carriers += others
        selection.link.others.removeAll { name in others.contains { $0.name == name } }
        let sources = selection.link.carriers.flatMap { link in
            link.addresses.map { AddressEvidence.Source(interface: link.name, address: $0) }
        }
        // A link-local address is sufficient.
        selection.address = AddressEvidence(
            usable: sources.filter(\.address.isUsable), unusable: sources.filter { !$0.address.isUsable })
        selection.gateway = GatewayEvidence(hops: [], isOnLink: true)
        return selection
    }

    /// Whether a link can have hosts that use multicast DNS. Bridges are for guests on this machine, unless they lead to
    /// other networks.
    private static func canCarryMulticast(_ link: Link) -> Bool {
        !link.isLoopback && link.isAdminUp && link.hasCarrier && link.addresses.contains(where: \.isUsable)
            && isPossibleUplink(link) && !["bridge", "tun", "wireguard", "ppp"].contains(link.kind)
    }
}
