import Diagnosis
import EventLoopKit
package import NetworkModel
import Probes

/// Packets that are waited for longer than others.
extension DiagnosticEngine {
    /// Something is heard before that, or nothing at all. Routers limit their reports, which other packets need.
    private static let leadOfOthers = Duration.milliseconds(600)
    /// The round-trip time of a line whose queue is full, and the least one that other packets are too early for.
    private static let times = Duration.seconds(1)...Duration.milliseconds(3_300)
    /// The hop limits of the first two routers behind the gateway.
    private static let hopLimits = [2, 3]

    /// The time until a packet to a documentation address expires at a router behind the gateway, or did so a moment ago; `nil` if none
    /// does, or one does in the time of other packets. Nothing is sent unless nobody behind the gateway is heard meanwhile.
    ///
    /// A router that reports a packet as undeliverable may have looked for its own next hop for seconds (ARP), on an idle line.
    ///
    /// - Throws: `CancellationError`, or the error with which the kernel refused.
    package func latePacketTime() async throws -> Milliseconds? {
        try await latePacketTime(in: routedSnapshot().snapshot)
    }

    /// The same with the facts of the kernel.
    ///
    /// - Throws: `CancellationError`.
    func latePacketTime(in snapshot: NetworkSnapshot) async throws -> Milliseconds? {
        // Beside a spare uplink, silence is examined in other ways.
        guard uplink.options.sendsPackets, snapshot.otherLegs.isEmpty, snapshot.spareDefaultRoutes.isEmpty,
            let nobody = DocumentationAddress.any(.ipv4, in: snapshot) ?? DocumentationAddress.any(.ipv6, in: snapshot)
        else { return nil }
        let start = ContinuousClock.now
        try await loop.sleep(until: start + Self.leadOfOthers)
        guard uplink.isSilent(since: start) else { return nil }
        if uplink.isLatenessFresh() { return uplink.lateness() }
        let time = try await measuredLatePacketTime(to: nobody, in: snapshot)
        uplink.store(lateness: time)
        return time
    }

    private func measuredLatePacketTime(
        to nobody: IPAddress, in snapshot: NetworkSnapshot
    ) async throws -> Milliseconds? {
        let gateways = snapshot.defaultRoutes.compactMap(\.gateway)
        let begun = ContinuousClock.now
        return try await withThrowingTaskGroup(of: UplinkEvidence.Packet.self) { group in
            for limit in Self.hopLimits {
                let probe = UplinkPacketProbe(toNobody: nobody, as: .udp, limit: limit, loop: loop)
                group.addTask { try await probe.observe(until: begun + Self.times.upperBound) }
            }
            while let packet = try await group.next() {
                guard packet.isExpired(behind: gateways) else { continue }
                let time = begun.duration(to: .now)
                group.cancelAll()
                return Self.times.contains(time) ? Milliseconds(time) : nil
            }
            return nil
        }
    }
}
