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
}
