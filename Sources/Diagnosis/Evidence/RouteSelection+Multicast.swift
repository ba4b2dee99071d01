public import NetworkModel

extension RouteSelection {
    /// The way to whoever is on the link: no gateway and no server is needed for names of multicast DNS.
    ///
    /// The links are those that lead out, and those beside them that can carry multicast: a name is asked for on all.
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
        // An address of the link itself will do.
        selection.address = AddressEvidence(
            usable: sources.filter(\.address.isUsable), unusable: sources.filter { !$0.address.isUsable })
        selection.gateway = GatewayEvidence(hops: [], isOnLink: true)
        return selection
    }

    /// Bridges are for the guests of this machine, unless they lead out.
    private static func canCarryMulticast(_ link: Link) -> Bool {
        !link.isLoopback && link.isAdminUp && link.hasCarrier && link.addresses.contains(where: \.isUsable)
            && isPossibleUplink(link) && !["bridge", "tun", "wireguard", "ppp"].contains(link.kind)
    }
}
