import NetworkModel

/// Whether it is known that an address family leads elsewhere, so that silence over it is the target's.
enum FamilyComparison {
    /// Whether connections to hosts of the Internet that got no response are told from those of a family that is lost for all hosts:
    /// packets were sent beyond the gateway over the family, and packets to the target are not lost by chance.
    ///
    /// - Parameter dead: The failed connections over the family.
    static func isMade(_ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence) -> Bool {
        if dead.contains(where: { isAnsweredLater($0, evidence) }) { return false }
        guard dead.allSatisfy({ isOpen($0.outcome) && $0.address.isOfInternet }) else { return true }
        guard let uplink = evidence.uplink else { return false }
        let areSent = uplink.packets.contains { packet in
            packet.limit != nil && packet.failure == nil && packet.destination.family == family
        }
        return areSent && !mayEnd(dead, family, evidence, uplink) && !areLost(evidence)
    }

    /// Whether a host that did not respond to a connection attempt responded to a later SYN, so that packets are lost by chance.
    static func isAnsweredLater(_ attempt: TCPEvidence.Attempt, _ evidence: Evidence) -> Bool {
        guard attempt.outcome == .timeout, attempt.refusal == nil,
            let trace = evidence.trace(of: PathDestination(attempt.address, port: attempt.port, .tcp))
        else { return false }
        return trace.outcome == .answered && trace.error == nil
    }

    /// Whether the result of a connection may be that of the whole family: silence, or the error of a router without a route.
    private static func isOpen(_ outcome: TCPEvidence.Outcome) -> Bool {
        outcome == .timeout || outcome == .networkUnreachable
    }

    /// Whether the family may end at the first router behind the gateway, and it is not known whether packets to the target get farther.
    private static func mayEnd(
        _ dead: [TCPEvidence.Attempt], _ family: AddressFamily, _ evidence: Evidence, _ uplink: UplinkEvidence
    ) -> Bool {
        guard UplinkIndications(uplink).lastRouter(beforeTargetOver: family) != nil else { return false }
        return dead.allSatisfy { attempt in
            evidence.trace(of: PathDestination(attempt.address, port: attempt.port, .tcp))?.hops.isEmpty ?? true
        }
    }

    /// Whether packets are lost on the way to the target, or to the gateway.
    private static func areLost(_ evidence: Evidence) -> Bool {
        LossRule.finding(in: evidence) != nil
            || (evidence.gateway?.hops ?? []).contains { hop in
                hop.series.map { series in
                    series.received > 0 && !series.areRepliesLimited
                        && series.lostShare > evidence.thresholds.gatewayLoss
                } == true
            }
    }
}
