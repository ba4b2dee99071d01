import Diagnosis
import NetworkModel

/// What packets over spare uplinks have shown: their silence says something if it lasts, or if it was not always so.
struct SpareMemory {
    /// The maximum number of packets that are kept of an uplink.
    private static let maxPackets = 12

    private struct Place: Hashable {
        let interface: String
        let gateway: IPAddress?

        init(_ spare: UplinkEvidence.Spare) { (interface, gateway) = (spare.interface, spare.gateway) }
    }

    private var spares: [Place: UplinkEvidence.Spare] = [:]

    /// How long a next hop is in doubt after a check has found that connections are lost there. Most checks after it may take another one,
    /// and succeed.
    private static let lifetimeOfLosses = Duration.seconds(300)
    /// When that was last found, by the interface.
    private var losses: [String: ContinuousClock.Instant] = [:]

    /// Records what connections of a check over each of several next hops have shown.
    mutating func record(_ tcp: TCPEvidence, at now: ContinuousClock.Instant) {
        guard let legs = tcp.legs else { return }
        let lost = tcp.lostLegs
        for leg in legs { losses[leg.interface] = lost.contains(leg.interface) ? now : nil }
    }

    /// The uplink with the results of earlier packets.
    func recalled(_ spare: UplinkEvidence.Spare, at now: ContinuousClock.Instant = .now) -> UplinkEvidence.Spare {
        var spare = spare
        if let lost = losses[spare.interface], lost + Self.lifetimeOfLosses > now { spare.losesConnections = true }
        guard let kept = spares[Place(spare)] else { return spare }
        (spare.packets, spare.gatewayQuery, spare.wasHeard) = (kept.packets, kept.gatewayQuery, kept.wasHeard)
        return spare
    }

    /// Stores the results of new packets. Rounds without a response are added up.
    ///
    /// - Returns: The uplink with what is known of it now.
    mutating func store(_ found: UplinkEvidence.Spare) -> UplinkEvidence.Spare {
        var found = found
        let kept = spares[Place(found)]
        if found.isSilent, let kept, kept.isSilent {
            found.packets = (kept.packets + found.packets).suffix(Self.maxPackets)
            found.gatewayQuery = found.gatewayQuery ?? kept.gatewayQuery
        }
        spares[Place(found)] = found
        return found
    }
}
