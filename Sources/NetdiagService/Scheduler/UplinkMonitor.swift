import Diagnosis
import EventLoopKit
import NetworkDiagnostics
import NetworkModel
import Probes

/// Checks every few seconds between the observations of the machine whether the uplink still works, since the loss of a
/// provider causes no event in this machine's kernel.
///
/// As long as the kernel's statistics show that this machine's own connections receive packets, nothing is sent.
/// Otherwise one resolver after another is queried for a name that no cache contains.
struct UplinkMonitor: Sendable {
    /// The interval while the uplink works, which is the time until a loss is detected, and while it does not.
    static let interval = Duration.seconds(3)
    static let shortInterval = Duration.milliseconds(1_500)
    /// The time limits for each response: the time that a recursive resolver needs, and, for one that is known to be
    /// slow, the limit of the observations of the machine.
    private static let limits = (usual: Duration.seconds(1), longest: Duration.seconds(2))
    private static let echoLimit = Duration.milliseconds(600)

    let engine: DiagnosticEngine
    let store: StatusStore

    /// - Parameters:
    ///   - changed: Called when the uplink stops or starts to work, with whether an observation that is going on is outdated.
    ///   - doubted: Called when the resolvers stop to respond, while the uplink works, and if a dead next hop may work again.
    ///   - found: Receives the evidence for a change of the uplink, and when the check began.
    func run(
        _ changed: @Sendable (Bool) -> Void, doubted: @Sendable () -> Void,
        found: @Sendable (UplinkEvidence, DualClockTime) -> Void
    ) async {
        var isAskingNobody = false
        var wasPortalReported = false
        while !Task.isCancelled {
            let known = store.machine?.uplink
            let works = known.map { UplinkProof($0) == .works } ?? false
            // Reading the kernel's statistics of connections sends no packet, and they are at most two seconds old.
            let pause = works && !isAskingNobody ? Self.interval : Self.shortInterval
            guard (try? await engine.loop.sleep(until: .now + pause * Double.random(in: 0.9...1.1))) != nil else {
                return
            }
            // A full observation finds out whether it is the network's, so that what other targets meet is its effect.
            let isPortalReported = store.incidents.mayConcernEverybody
            defer { wasPortalReported = isPortalReported }
            guard wasPortalReported || !isPortalReported else {
                engine.allowPortalProbe()
                changed(true)
                continue
            }
            // Before the first observation there is nothing to compare with; without a link or a gateway, nothing can
            // be queried. If the uplink works although no resolver reaches the root, the observations of the machine
            // detect further changes.
            let begun = DualClockTime.now
            guard let known, !works || known.isRootReached, store.verdict?.isUplinkReached == true,
                let uplink = try? await engine.observeUplink(.pulse, within: Self.limit(after: known))
            else { continue }
            let worksNow = UplinkProof(uplink) == .works
            isAskingNobody = worksNow && uplink.queries.isEmpty
            // Only a full observation sends packets over each of several next hops.
            guard works || !worksNow || !known.isLegDead else {
                doubted()
                continue
            }
            // The failure of a router also interrupts the uplink, and is not known yet: the full observation
            // distinguishes them.
            var isKnown = worksNow
            if works, !worksNow { isKnown = await isGatewayHeard(uplink) }
            if worksNow != works, isKnown, uplink.isTelling { found(uplink, begun) }
            // The resolvers may be dead themselves, which only the full observation tells. It waits for them longer.
            let areResolversLost = known.isRootReached && !uplink.isRootReached && !uplink.queries.isEmpty
            if worksNow != works || uplink.isRootReached && !known.isRootReached {
                changed(worksNow)
            } else if areResolversLost {
                doubted()
            }
        }
    }

    /// The time limit for a response: twice the time of the slowest last response, within the limits, so that a slow
    /// resolver does not count as a dead uplink.
    private static func limit(after known: UplinkEvidence) -> Duration {
        let slowest = known.queries.map(\.duration.duration).max() ?? .zero
        return min(max(limits.usual, slowest * 2), limits.longest)
    }

    /// Whether the gateway responds, also with an ICMP error for a packet to forward.
    private func isGatewayHeard(_ uplink: UplinkEvidence) async -> Bool {
        guard let gateway = uplink.gateway else { return true }
        if uplink.packets.contains(where: { $0.error?.reporter?.bytes == gateway.bytes }) { return true }
        let echo = try? await EchoProbe(address: gateway, loop: engine.loop).observe(within: Self.echoLimit)
        return echo?.outcome == .reply
    }
}

extension UplinkEvidence {
    /// Whether the evidence of a pulse says why the uplink does not work. The silence of a resolver alone does not, which may be
    /// dead itself: if no packets could be sent, the full observation decides.
    var isTelling: Bool {
        isOff == true || UplinkProof(self) != .unknown || packets.contains { $0.limit != nil && $0.isEarlier != true }
    }
}
