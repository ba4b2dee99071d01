public import NetworkModel

/// The states of next hops.
extension GatewayRules {
    /// Whether nothing shows that a gateway is there: it is dead; or this process may not send echo requests, and nothing else
    /// was heard from it.
    static func isUnheard(_ gateway: IPAddress?, among hops: [GatewayEvidence.Hop]) -> Bool {
        guard let gateway, let hop = hops.first(where: { $0.route.gateway?.bytes == gateway.bytes }) else {
            return false
        }
        switch condition(of: hop) {
        case .alive, .silent: return false
        case .dead: return true
        case .unknown: return hop.echo?.outcome == .notPermitted
        }
    }

    /// Whether a gateway replied to this process's ARP or NDP requests, which see packets before any filter, while the kernel
    /// still waits for a reply: this machine drops it.
    static func isARPWithheld(_ hop: GatewayEvidence.Hop) -> Bool {
        guard hop.arp == .answered, hop.neighbour?.state.isUnanswered == true, let echo = hop.echo else { return false }
        return echo.outcome == .timeout || echo.outcome == .unreachable && echo.reporter == nil
    }

    /// Whether a next hop is gone, as its own silence and that of ARP or NDP show together.
    public static func isDead(_ hop: GatewayEvidence.Hop) -> Bool {
        condition(of: hop) == .dead
    }

    /// The state of a next hop, from its echo and its neighbour entry.
    static func condition(of hop: GatewayEvidence.Hop) -> Condition {
        if hop.echo?.outcome == .reply || hop.series?.outcome == .reply { return .alive }
        // It forwards what arrives through it, whatever gets no reply.
        if hop.isReceiving == true { return .silent }
        if hop.arp == .silent { return .dead }
        // A packet that this machine itself did not send says nothing about the gateway.
        if hop.echo?.failure == "EPERM" || hop.echo?.failure == "EACCES" {
            return hop.neighbour?.state == .failed ? .dead : .unknown
        }
        if hop.arp == .answered { return isARPWithheld(hop) ? .dead : .silent }
        if let echo = hop.echo, echo.outcome == .notPermitted {
            // A datagram was sent instead, so that the neighbour entry is newer than that. An older entry that the kernel has
            // not yet doubted says nothing about now.
            if echo.received > 0 { return .alive }
            return echo.sent > 0 && hop.neighbour?.state.isUnanswered == true ? .dead : .unknown
        }
        if hop.echo?.outcome == .timeout, hop.hasAnsweredBefore == true { return .dead }
        switch hop.neighbour?.state {
        // Without a request of our own, the entry may be from a time when the gateway was absent.
        case .failed, .incomplete:
            return hop.echo.map { $0.outcome == .timeout || $0.outcome == .unreachable } == true ? .dead : .unknown
        case .reachable, .permanent, .noarp: return hop.echo?.outcome == .timeout ? .silent : .alive
        case .stale, .delay, .probe: return hop.echo?.outcome == .timeout ? .silent : .unknown
        case nil, .some(.none):
            // If the kernel itself ends the echo (EHOSTUNREACH), it found no neighbour.
            return hop.echo?.outcome == .unreachable && hop.echo?.reporter == nil ? .dead : .unknown
        }
    }
}
