import NetworkModel

/// Source addresses that are not on the interface of the route, as on hosts whose address is routed to them.
extension RouteSelection {
    /// The addresses of other interfaces that packets of these routes leave from: the preferred source of a route, or else,
    /// as `inet_select_addr` of the kernel chooses, an address of another interface, if the outgoing one has none.
    ///
    /// Of the other interfaces, loopback and dummy interfaces count, where the addresses of routed hosts are, and all that
    /// have an address of the Internet. That a bridge of containers has a private address does not replace a missing lease.
    ///
    /// - Parameter known: The addresses of the outgoing interfaces.
    static func sourcesElsewhere(
        of routes: [Route], beside known: [AddressEvidence.Source], in snapshot: NetworkSnapshot
    ) -> [AddressEvidence.Source] {
        let links = snapshot.links.filter(\.isAdminUp)
        let sending = routes.filter { !$0.rejects && $0.interface != nil }
        return AddressFamily.allCases.compactMap { family -> AddressEvidence.Source? in
            let own = sending.filter { $0.family == family }
            // Without an address of their own, these interfaces borrow one. One that is not usable yet soon is.
            let isEmpty = !known.contains {
                $0.address.address.family == family && (family == .ipv4 || !$0.address.address.isLinkLocal)
            }
            guard !own.isEmpty, isEmpty else { return nil }
            let preferred = own.compactMap(\.preferredSource)
            let candidates = links.flatMap { link in
                link.addresses.filter { isWide($0, of: family) }.map { (link: link, address: $0) }
            }
            let chosen =
                candidates.first { preferred.contains($0.address.address) }
                ?? candidates.first {
                    $0.link.isLoopback || $0.link.kind == "dummy" || $0.address.address.isOfInternet
                }
            return chosen.map { .init(interface: $0.link.name, address: $0.address) }
        }
    }

    /// Whether an address can be the source of packets to other networks.
    private static func isWide(_ address: LinkAddress, of family: AddressFamily) -> Bool {
        address.address.family == family && address.isUsable && !address.address.isLoopback
            && !address.address.isLinkLocal && address.scope != .host && address.scope != .link
    }
}
