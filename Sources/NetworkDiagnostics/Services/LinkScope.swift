package import NetworkModel

/// This machine's addresses and the hosts on its links: the only destinations to which announcements may lead the daemon.
package struct LinkScope: Sendable {
    package let snapshot: NetworkSnapshot

    package init(snapshot: NetworkSnapshot) {
        self.snapshot = snapshot
    }

    /// Whether other hosts reach this machine at the address. Services on loopback do not concern other hosts.
    package func isOwn(_ address: IPAddress) -> Bool {
        !address.isLoopback && snapshot.isOwn(address)
    }

    /// Whether the interface only leads to this machine.
    package func isLoopback(_ interface: String?) -> Bool {
        interface.flatMap(snapshot.link(named:))?.isLoopback ?? false
    }

    /// Whether it is an address of this machine that was announced over loopback, which no other host can do.
    package func isHere(_ address: IPAddress, _ interface: String?) -> Bool {
        address.isLoopback && isLoopback(interface)
    }

    /// Whether an announcement may lead a check to the address. The host that announces it chooses it, so that it must not be one
    /// of loopback, where programs trust this machine, unless it was announced there; nor that of a cloud's metadata service,
    /// unless the link's own addresses are of 169.254.0.0/16, which no cloud assigns.
    ///
    /// - Parameter interface: The interface of the announcement; `nil` for one that no host on the link has sent.
    package func mayBeAnnounced(_ address: IPAddress, on interface: String?) -> Bool {
        guard let interface, !isLoopback(interface) else { return true }
        if address.isOfEveryMachine { return false }
        guard address.isOfMetadataService else { return true }
        let own = snapshot.link(named: interface)?.addresses ?? []
        return address.unmapped.isLinkLocal && own.contains { $0.address.family == .ipv4 && $0.address.isLinkLocal }
    }

    /// Whether packets to the address stay on the interface's link, or on any link if none is given.
    package func isOnLink(_ address: IPAddress, _ interface: String? = nil) -> Bool {
        guard !address.isUnspecified, !address.isMulticast, !address.isLoopback else { return false }
        // Without a zone, it could be on any link (RFC 4007 section 6).
        if address.family == .ipv6, address.isLinkLocal { return address.zone != nil && zoneFits(address, interface) }
        return snapshot.routes.contains { route in
            route.kind == .unicast && route.gateway == nil && !route.isDefault && route.covers(address)
                && (interface == nil || route.interface == interface)
        }
    }

    /// Whether the address can belong to another host on the interface's link, or on any link if none is given.
    package func isNeighbour(_ address: IPAddress, _ interface: String? = nil) -> Bool {
        isOnLink(address, interface) && !isOwn(address)
    }

    /// The interface on whose link the address is.
    package func interface(of address: IPAddress) -> String? {
        if let zone = address.zone { return zone }
        return snapshot.routes.filter { $0.gateway == nil && !$0.isDefault && $0.covers(address) }
            .max { $0.prefixLength < $1.prefixLength }?.interface
    }

    private func zoneFits(_ address: IPAddress, _ interface: String?) -> Bool {
        guard let interface else { return true }
        return address.zone == interface || address.zone == snapshot.link(named: interface).map { String($0.index) }
    }
}
