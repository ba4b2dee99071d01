import Diagnosis
import NetworkModel

/// Why packets to documentation addresses are sent, which decides how many may be (``PacketBudget``).
extension UplinkRun {
    /// The resolvers are queried first; packets to documentation addresses wait for this time, or, while the uplink works, for
    /// the time that resolvers usually need, so that a slow one causes no packets.
    private static let heads = Duration.milliseconds(120)...Duration.milliseconds(500)

    /// The time by which queries precede packets to documentation addresses.
    func head(after last: UplinkEvidence?) -> Duration {
        guard let last, occasion(after: last) == .routine, let slowest = last.queries.map(\.duration.duration).max()
        else {
            return Self.heads.lowerBound
        }
        return min(max(Self.heads.lowerBound, slowest * 2), Self.heads.upperBound)
    }

    /// Why packets are sent before anything was received: routine, if the last observation proved that the uplink works.
    func occasion(after last: UplinkEvidence?) -> PacketBudget.Occasion {
        !isAfterFailure && last.map { UplinkProof($0) == .works } ?? false ? .routine : .need
    }

    /// Whether the resolvers have lost or found the Internet since the last observation, so that what packets showed before is
    /// outdated. It would also be if this network had never been observed; but then no packets were sent either.
    func isChanged(_ evidence: UplinkEvidence, since last: UplinkEvidence?) -> Bool {
        guard let last, !evidence.queries.isEmpty else { return false }
        return evidence.isRootReached ? !last.isRootReached : last.isRootReached && UplinkProof(last) == .works
    }

    /// Whether an outage lasts of which no packets are left, since failed checks have used up the rounds: without any, a dead DNS server
    /// of the router looks the same.
    func isOutageOpen(_ evidence: UplinkEvidence, since last: UplinkEvidence?) -> Bool {
        guard !isAfterFailure, let last, UplinkProof(last) == .broken else { return false }
        return !evidence.isRootReached && !evidence.packets.contains { $0.limit != nil }
    }

    /// Whether packets are useful. They are not if the uplink is proven to work without them, or if recent ones got no
    /// response and resolvers still reach nothing, unless a spare uplink has responded meanwhile. The limit per minute is
    /// reserved for changes. If hosts are not reached over one address family alone, what works over the other says nothing about that.
    func isWorthPackets(_ evidence: UplinkEvidence) -> Bool {
        if depth == .full, evidence.mayIPv6BeLost { return true }
        let earlier = evidence.packets.filter { $0.isEarlier == true && $0.limit != nil }
        if isFamilyLost, earlier.isEmpty { return true }
        if isAfterFailure {
            var now = evidence
            now.packets.removeAll { $0.isEarlier == true && $0.isReported(behind: evidence.gateways) }
            if UplinkProof(now) != .works { return true }
        }
        let isSilentStill =
            !earlier.isEmpty && !earlier.contains { $0.isReported(behind: evidence.gateways) }
            && !evidence.isRootReached && (isHurried || !evidence.isWorthRepeating)
        return UplinkProof(evidence) != .works && !isSilentStill
    }
}
