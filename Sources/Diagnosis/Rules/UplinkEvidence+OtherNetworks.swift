import NetworkModel

/// Resolvers of a network to which this machine has no connection at the moment.
extension UplinkEvidence {
    /// Whether a packet is a connection to a resolver with a private address for which a router has no route, or a loop, or
    /// which it rejects: a remainder of a VPN. Routers of the Internet rightly do not know it, and it says nothing about the path
    /// to others.
    ///
    /// Home routers and companies reject packets to private networks that are not theirs. A rejection counts against the uplink
    /// nevertheless if the resolver answers queries over UDP, so that it is there and connections are filtered; and if no other
    /// resolver reaches the Internet, since the router may reject everything.
    func isOfAnotherNetwork(_ packet: Packet) -> Bool {
        // VPNs use the shared space of providers, too, whose own resolvers answer.
        let isPrivate =
            packet.destination.isOfLocalNetwork || packet.destination.isOfSharedSpace && isSilent(packet.destination)
        guard packet.limit == nil, isPrivate, let error = packet.error, !error.isOwn else { return false }
        return switch error.meaning {
        case .networkUnreachable, .hostUnreachable, .timeExceeded: true
        // Packet filters commonly reject with "port unreachable".
        case .prohibited, .portUnreachable:
            queries.allSatisfy { query in
                query.server != packet.destination || query.outcome == .timeout || query.outcome == .closed
            } && queries.contains { $0.reachesRoot && $0.server != packet.destination && $0.place != .own }
        case .tooBig, .other: false
        }
    }

    /// Whether a resolver was queried over UDP, without a response.
    func isSilent(_ server: IPAddress) -> Bool {
        let asked = queries.filter { $0.server == server }
        return !asked.isEmpty && asked.allSatisfy { $0.outcome == .timeout }
    }
}
