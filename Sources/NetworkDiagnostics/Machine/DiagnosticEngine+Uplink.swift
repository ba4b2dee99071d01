import Diagnosis
public import NetworkModel
import Probes

extension DiagnosticEngine {
    /// How the uplink is examined from now on.
    public func configureUplink(_ options: UplinkOptions) {
        uplink.options = options
    }

    /// Likewise, read when the uplink is first looked at.
    public func configureUplink(by source: @escaping @Sendable () -> UplinkOptions) {
        uplink.readOptions(by: source)
    }

    /// How much is asked.
    public enum UplinkDepth: Sendable, Hashable {
        /// All proofs.
        case full
        /// What can be asked every few seconds: the resolvers, and the kernel about connections that there are.
        case pulse
    }

    /// Looks for proof that the uplink works, and for what speaks against it. All proofs are sought at once; packets to nobody
    /// are sent only where none of the others was found at once.
    ///
    /// - Parameter limit: For each answer.
    /// - Returns: `nil` if there is no default route.
    /// - Throws: `CancellationError`; what the kernel refused.
    public func observeUplink(
        _ depth: UplinkDepth = .full, within limit: Duration = .seconds(2)
    ) async throws -> UplinkEvidence? {
        let begun = ContinuousClock.now
        let snapshot = try await routedSnapshot().snapshot
        let evidence = try await UplinkRun(engine: self, snapshot: snapshot, depth: depth, limit: limit).observe()
        uplink.remember(evidence, from: begun)
        return evidence
    }

    /// A look that is at most two seconds old, for a check that has failed.
    func sharedUplink(within limit: Duration) async throws -> UplinkEvidence? {
        let snapshot = try await routedSnapshot().snapshot
        return try await uplink.shared {
            try await UplinkRun(
                engine: self, snapshot: snapshot, depth: .full, limit: limit, isAfterFailure: true
            ).observe()
        }
    }
}
