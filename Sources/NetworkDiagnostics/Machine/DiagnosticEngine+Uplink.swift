import Diagnosis
public import NetworkModel
import Probes

extension DiagnosticEngine {
    /// Sets how the uplink is examined from now on.
    public func configureUplink(_ options: UplinkOptions) {
        uplink.options = options
    }

    /// Sets a source of the options, which is read at the first observation of the uplink.
    public func configureUplink(by source: @escaping @Sendable () -> UplinkOptions) {
        uplink.readOptions(by: source)
    }

    /// The extent of an observation.
    public enum UplinkDepth: Sendable, Hashable {
        /// All proofs.
        case full
        /// What can be examined every few seconds: the resolvers, and existing connections by the kernel's counters.
        case pulse
    }

    /// Lets the next observation of the uplink look for a device that responds in place of others, whatever was sent before.
    package func allowPortalProbe() { uplink.allow(.connection) }

    /// Looks for proof that the uplink works, and for evidence against it. It looks for all proofs in parallel. Packets to
    /// documentation addresses are only sent if none of the others is found at once.
    ///
    /// - Parameters:
    ///   - depth: Whether all proofs are looked for, or only those that can be examined every few seconds.
    ///   - limit: The time limit of each response.
    /// - Returns: `nil` if there is no default route.
    /// - Throws: `CancellationError`, or the error with which the kernel refused.
    public func observeUplink(
        _ depth: UplinkDepth = .full, within limit: Duration = .seconds(2)
    ) async throws -> UplinkEvidence? {
        try await observeUplink(depth, within: limit, afterFirstRound: nil)
    }

    /// The observation as by ``observeUplink(_:within:)``.
    ///
    /// - Parameter report: Receives the evidence after the first round of queries and packets.
    func observeUplink(
        _ depth: UplinkDepth, within limit: Duration, afterFirstRound report: (@Sendable (UplinkEvidence) -> Void)?
    ) async throws -> UplinkEvidence? {
        let begun = ContinuousClock.now
        let snapshot = try await routedSnapshot().snapshot
        let evidence = try await UplinkRun(
            engine: self, snapshot: snapshot, depth: depth, limit: limit, afterFirstRound: report
        ).observe()
        uplink.store(evidence, from: begun, isPulse: depth == .pulse)
        return evidence
    }

    /// An observation that is at most two seconds old, for a check that failed.
    ///
    /// - Parameter isFamilyLost: Whether the check reaches the target over one address family, and loses its packets over the other.
    func sharedUplink(within limit: Duration, isFamilyLost: Bool) async throws -> UplinkEvidence? {
        let snapshot = try await routedSnapshot().snapshot
        return try await uplink.shared {
            try await UplinkRun(
                engine: self, snapshot: snapshot, depth: .full, limit: limit, isAfterFailure: true,
                isFamilyLost: isFamilyLost
            ).observe()
        }
    }
}
