import Diagnosis
import EventLoopKit
import NetworkModel

/// A second round of packets to nobody, where the silence of routers may come from the looks before this one.
extension UplinkRun {
    /// Linux reports one packet a second to a host, and five or six at once (icmp(7), `net.ipv4.route.error_cost`): by then it has one left.
    private static let pause = Duration.milliseconds(1_100)

    /// The evidence with what a second round has met, of those families whose packets meet silence while a resolver reaches the Internet.
    ///
    /// A check that has failed, or a pulse, waits for it only where it would blame a family. It is part of the round before it.
    func asked(again evidence: UplinkEvidence) async throws -> UplinkEvidence {
        guard evidence.isRootReached else { return evidence }
        let families = evidence.doubtfulFamilies(isFamilyAlone: isAfterFailure || depth == .pulse)
        let sent = evidence.packets.filter { packet in
            packet.limit != nil && packet.isEarlier != true && packet.failure == nil
                && families.contains(packet.destination.family)
        }
        let destinations = Set(sent.map(\.destination))
        guard !destinations.isEmpty else { return evidence }
        try await engine.loop.sleep(until: .now + Self.pause)
        var evidence = evidence
        evidence.packets += try await packets(to: Array(destinations), gateways: evidence.gateways)
        return placed(evidence)
    }
}
