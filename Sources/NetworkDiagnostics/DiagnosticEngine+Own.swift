import LinkFacts
package import NetworkModel

extension DiagnosticEngine {
    /// Whether a connection to the address ends on this machine: loopback, one of the addresses of its links, or any other
    /// address that the kernel delivers locally.
    ///
    /// Servers elsewhere, resolvers and the network's announcements choose addresses, and must not choose these: programs on
    /// this machine may trust all connections from it.
    package func isOwn(_ address: IPAddress, in snapshot: NetworkSnapshot) async throws -> Bool {
        let plain = address.unmapped
        if plain.isOfEveryMachine { return true }
        let isOfLink = snapshot.links.contains { link in
            link.addresses.contains { $0.address.bytes == plain.bytes }
        }
        if isOfLink { return true }
        guard !plain.isLinkLocal else { return false }
        do {
            // Whole networks may be local (ip-route(8), type local). Multicast and broadcast addresses do not belong to
            // servers either.
            return try await links.route(to: plain)?.kind == .other
        } catch LinkFactsError.refused {
            return false
        }
    }
}

extension IPAddress {
    /// Whether it is a loopback address, or one that the kernel treats like it: the unspecified address, and 0.0.0.0/8 (RFC
    /// 1122 section 3.2.1.3).
    var isOfEveryMachine: Bool {
        let plain = unmapped
        return plain.isLoopback || plain.isUnspecified || plain.family == .ipv4 && plain.bytes[0] == 0
    }
}
