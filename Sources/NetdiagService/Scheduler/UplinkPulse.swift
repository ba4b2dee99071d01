import Diagnosis
import EventLoopKit
import NetworkDiagnostics
import NetworkModel
import Probes

/// Asks every few seconds whether the uplink still works, between the observations of the machine: that a provider is lost is
/// no event of this machine's kernel.
///
/// As long as the kernel says that this machine's own connections are heard from, nothing is sent. Else one resolver after
/// another is asked for a name that no cache holds.
struct UplinkPulse: Sendable {
    /// From one to the next while it works, and while it does not. The first is what a loss takes to be seen.
    static let interval = Duration.seconds(3)
    static let shortInterval = Duration.milliseconds(1_500)
    /// For each answer: as long as a resolver that has to ask around takes, and for one that is known to be slow, as long as the
    /// observations of the machine wait.
    private static let limits = (usual: Duration.seconds(1), longest: Duration.seconds(2))
    private static let echoLimit = Duration.milliseconds(600)

    let engine: DiagnosticEngine
    let store: StatusStore

    /// - Parameters:
    ///   - changed: Called when it works no longer, or again.
    ///   - found: Given what was found then.
    func run(_ changed: @Sendable () -> Void, found: @Sendable (UplinkEvidence) -> Void) async {
        var isAskingNobody = false
        while !Task.isCancelled {
            let known = store.machine?.uplink
            let works = known.map { UplinkProof($0) == .works } ?? false
            // What the kernel says of connections costs no packet, and is two seconds old at worst.
            let pause = works && !isAskingNobody ? Self.interval : Self.shortInterval
            guard (try? await engine.loop.sleep(until: .now + pause * Double.random(in: 0.9...1.1))) != nil else {
                return
            }
            // Before the first observation there is nothing to compare with; without a link or a gateway, nothing to ask. That it
            // works although no resolver reaches anybody is left to the observations of the machine.
            guard let known, !works || known.isRootReached, store.verdict?.isUplinkReached == true,
                let uplink = try? await engine.observeUplink(.pulse, within: Self.limit(after: known))
            else { continue }
            let worksNow = UplinkProof(uplink) == .works
            isAskingNobody = worksNow && uplink.queries.isEmpty
            // A router that is gone takes the uplink with it, and is not known to be yet: the whole look says which it is.
            var isKnown = worksNow
            if works, !worksNow { isKnown = await isGatewayHeard(uplink) }
            if worksNow != works, isKnown { found(uplink) }
            if worksNow != works || uplink.isRootReached && !known.isRootReached { changed() }
        }
    }

    /// A slow resolver is no dead uplink: twice the time that the last answer took, within the limits.
    private static func limit(after known: UplinkEvidence) -> Duration {
        let slowest = known.queries.map(\.duration.duration).max() ?? .zero
        return min(max(limits.usual, slowest * 2), limits.longest)
    }

    /// Whether the gateway answers, be it with an ICMP error for what it was to forward.
    private func isGatewayHeard(_ uplink: UplinkEvidence) async -> Bool {
        guard let gateway = uplink.gateway else { return true }
        if uplink.packets.contains(where: { $0.error?.reporter?.bytes == gateway.bytes }) { return true }
        let echo = try? await EchoProbe(address: gateway, loop: engine.loop).observe(within: Self.echoLimit)
        return echo?.outcome == .reply
    }
}
