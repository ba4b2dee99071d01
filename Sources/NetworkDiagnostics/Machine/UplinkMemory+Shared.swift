import Diagnosis
import EventLoopKit
import NetworkModel
import Synchronization

/// The last observation, which checks that fail at the same time share.
extension UplinkMemory {
    /// The maximum age of an observation for a failed check. That the uplink worked a while ago says little.
    private static let shared = Duration.seconds(2)
    private static let sharedProof = Duration.milliseconds(500)

    /// The last observation, or a new one, which concurrent callers share.
    func shared(
        _ observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> UplinkEvidence? {
        let came = ContinuousClock.now
        return try await turn.withPermit {
            if let last = state.withLock({ $0.last }) {
                let proof = last.evidence.map { UplinkProof($0) }
                // A pulse asks for less, so that it may not know what this failure has to do with.
                let isOpen = last.isPulse && proof == .unknown
                if !isOpen, last.begun + (proof == .works ? Self.sharedProof : Self.shared) >= came {
                    return last.evidence
                }
            }
            let begun = ContinuousClock.now
            let evidence = try await observe()
            store(evidence, from: begun)
            return evidence
        }
    }

    /// How long what routers reported about packets to hosts counts: until the next check at the default interval.
    private static let lifetimeOfComparison = Duration.seconds(75)

    /// Records that packets to hosts were compared with others now. An observation that recalls the result is no comparison.
    func recordComparison(at now: ContinuousClock.Instant = .now) { state.withLock { $0.comparedWithHosts = now } }

    /// The last observation, if what it has about packets to hosts is not too old; `nil` otherwise.
    func lastCompared(at now: ContinuousClock.Instant = .now) -> UplinkEvidence? {
        state.withLock { state in
            guard let compared = state.comparedWithHosts, compared + Self.lifetimeOfComparison > now else { return nil }
            return state.last?.evidence
        }
    }

    /// Stores an observation.
    func store(_ evidence: UplinkEvidence?, from begun: ContinuousClock.Instant, isPulse: Bool = false) {
        state.withLock { state in
            state.last = (evidence, begun, isPulse)
            if let evidence { state.forwarders.record(UplinkProof(evidence), at: begun) }
            for query in evidence?.allQueries ?? [] {
                if let control = query.control(of: "A") { state.controls.store(control, at: begun) }
            }
        }
    }

    /// The address families in which packets to hosts got no further than others; `nil` for none.
    var familiesUnreached: [AddressFamily]? { state.withLock { $0.unreached.families(at: .now) } }

    /// Records the address families in which packets to hosts got no further, of those in which they were sent.
    func record(unreached: [AddressFamily], of tried: [AddressFamily]) {
        state.withLock { $0.unreached.record(unreached, of: tried, at: .now) }
    }

    /// The number of networks with hosts to which checks do not connect over IPv6, but over IPv4; `nil` for none.
    var failedNetworksOverIPv6: Int? { state.withLock { $0.unreached.networksOverIPv6(at: .now) } }
}
