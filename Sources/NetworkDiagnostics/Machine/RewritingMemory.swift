import NetworkModel
import Synchronization

/// The foreign source addresses with which packets of this machine were last seen to leave. `netdiag-arp` limits its work, and NAT rules
/// may change the ports by which it recognises packets, so that it does not see each of them.
struct RewritingMemory: Sendable {
    /// How long an observation counts: until the next check at the default interval.
    private static let lifetime = Duration.seconds(75)
    /// The maximum number of interfaces.
    private static let maxInterfaces = 16

    private struct Path: Hashable {
        let interface: String
        let transport: PathEvidence.Transport
    }

    private var kept: [Path: (rewriting: PathEvidence.Trace.Rewriting, at: ContinuousClock.Instant)] = [:]

    /// Records how a packet was seen to leave.
    ///
    /// - Parameters:
    ///   - rewriting: What a rule made of it; `nil` if it left as it should, or got a response.
    ///   - interface: The interface of the route.
    mutating func record(
        _ rewriting: PathEvidence.Trace.Rewriting?, of transport: PathEvidence.Transport, by interface: String,
        at now: ContinuousClock.Instant
    ) {
        let path = Path(interface: interface, transport: transport)
        // A rule for one destination says nothing about others.
        guard let rewriting, rewriting.source != nil else {
            kept[path] = nil
            return
        }
        kept = kept.filter { $0.value.at + Self.lifetime > now }
        if kept[path] != nil || kept.count < Self.maxInterfaces { kept[path] = (rewriting, now) }
    }

    /// What became of the last packet that was seen, for one that was not seen, and got no response; `nil` if it left as it should,
    /// or a while ago.
    func last(
        of transport: PathEvidence.Transport, by interface: String, at now: ContinuousClock.Instant
    ) -> PathEvidence.Trace.Rewriting? {
        kept[Path(interface: interface, transport: transport)].flatMap {
            $0.at + Self.lifetime > now ? $0.rewriting : nil
        }
    }
}

extension UplinkMemory {
    /// Records how a packet was seen to leave (``RewritingMemory``).
    func record(
        rewriting: PathEvidence.Trace.Rewriting?, of transport: PathEvidence.Transport, by interface: String?
    ) {
        guard let interface else { return }
        state.withLock { $0.rewritings.record(rewriting, of: transport, by: interface, at: .now) }
    }

    /// What a rule made of the last packet that was seen to leave; `nil` for nothing.
    func lastRewriting(
        of transport: PathEvidence.Transport, by interface: String?
    ) -> PathEvidence.Trace.Rewriting? {
        guard let interface else { return nil }
        return state.withLock { $0.rewritings.last(of: transport, by: interface, at: .now) }
    }
}
