import NetworkModel
import Synchronization

/// The foreign source addresses with which packets of this machine were last seen to leave. `netdiag-arp` limits its work, and NAT rules
/// may change the ports by which it recognises packets, so that it does not see each of them.
struct RewritingMemory: Sendable {
    /// How long an observation counts: until the next check at the default interval.
    private static let lifetime = Duration.seconds(75)
    /// The maximum number of destinations.
    private static let maxPaths = 64

    private struct Path: Hashable {
        let interface: String
        let transport: PathEvidence.Transport
        /// `nil` for all addresses that nobody has, which differ each time. A rule for packets to them is not one for a single
        /// destination.
        let destination: IPAddress?
    }

    private var kept: [Path: (rewriting: PathEvidence.Trace.Rewriting, at: ContinuousClock.Instant)] = [:]

    /// Records how a packet was seen to leave.
    ///
    /// - Parameters:
    ///   - rewriting: What a rule made of it; `nil` if it left as it should, or got a response.
    ///   - destination: Where it was sent; `nil` for an address that nobody has.
    ///   - interface: The interface of the route.
    mutating func record(
        _ rewriting: PathEvidence.Trace.Rewriting?, of transport: PathEvidence.Transport, to destination: IPAddress?,
        by interface: String, at now: ContinuousClock.Instant
    ) {
        let path = Path(interface: interface, transport: transport, destination: destination)
        guard let rewriting, rewriting.source != nil else {
            kept[path] = nil
            // Nor does a rule apply to all destinations any more, if it did.
            kept[Path(interface: interface, transport: transport, destination: nil)] = nil
            return
        }
        kept = kept.filter { $0.value.at + Self.lifetime > now }
        if kept[path] != nil || kept.count < Self.maxPaths { kept[path] = (rewriting, now) }
    }

    /// What became of the last packet to the same destination that was seen, or to an address that nobody has, for one that was not
    /// seen, and got no response; `nil` if it left as it should, or a while ago. A rule for another destination says nothing.
    func last(
        of transport: PathEvidence.Transport, to destination: IPAddress?, by interface: String,
        at now: ContinuousClock.Instant
    ) -> PathEvidence.Trace.Rewriting? {
        for place in [destination, nil] {
            let known = kept[Path(interface: interface, transport: transport, destination: place)]
            if let known, known.at + Self.lifetime > now { return known.rewriting }
        }
        return nil
    }
}

extension UplinkMemory {
    /// Records how a packet was seen to leave (``RewritingMemory``).
    func record(
        rewriting: PathEvidence.Trace.Rewriting?, of transport: PathEvidence.Transport, to destination: IPAddress?,
        by interface: String?
    ) {
        guard let interface else { return }
        state.withLock { $0.rewritings.record(rewriting, of: transport, to: destination, by: interface, at: .now) }
    }

    /// What a rule made of the last packet that was seen to leave for a destination; `nil` for nothing.
    func lastRewriting(
        of transport: PathEvidence.Transport, to destination: IPAddress?, by interface: String?
    ) -> PathEvidence.Trace.Rewriting? {
        guard let interface else { return nil }
        return state.withLock { $0.rewritings.last(of: transport, to: destination, by: interface, at: .now) }
    }
}
