import EventLoopKit
import NetworkModel
import Synchronization

/// What an engine keeps of the uplink: how it is to be looked at, when packets were sent to nobody, and the last look, which
/// checks that fail at the same time share.
final class UplinkMemory: Sendable {
    /// A round is six datagrams, or one SYN.
    private static let maxRounds = 2
    /// Until one more round may be sent.
    private static let refill = Duration.seconds(30)
    /// A look that is no older counts for a check that has just failed.
    private static let shared = Duration.seconds(2)

    /// What is sent to nobody.
    enum Round: CaseIterable {
        case datagrams, connection
    }

    private struct State {
        var options = UplinkOptions()
        var rounds: [Round: (left: Int, since: ContinuousClock.Instant)] = [:]
        var packets: [UplinkEvidence.Packet] = []
        var interception: UplinkEvidence.Interception?
        var last: (evidence: UplinkEvidence?, at: ContinuousClock.Instant)?
    }

    private let state = Mutex(State())
    private let turn = Limiter(1)

    var options: UplinkOptions {
        get { state.withLock { $0.options } }
        set { state.withLock { $0.options = newValue } }
    }

    /// Whether a round may be sent now: two at once, and two a minute.
    func begin(_ round: Round, at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { state in
            guard state.options.sendsPackets else { return false }
            var (left, since) = state.rounds[round] ?? (Self.maxRounds, now)
            while left < Self.maxRounds, since + Self.refill <= now { (left, since) = (left + 1, since + Self.refill) }
            if left == Self.maxRounds { since = now }
            defer { state.rounds[round] = (left, since) }
            guard left > 0 else { return false }
            left -= 1
            return true
        }
    }

    /// What the last rounds met; a proof that the uplink worked then is none that it works now.
    var earlier: (packets: [UplinkEvidence.Packet], interception: UplinkEvidence.Interception?) {
        state.withLock { ($0.packets, $0.interception) }
    }

    func keep(_ packets: [UplinkEvidence.Packet]) { state.withLock { $0.packets = packets } }
    func keep(_ interception: UplinkEvidence.Interception?) { state.withLock { $0.interception = interception } }

    /// Forgets what was met on another network.
    func forget() {
        state.withLock { state in
            (state.packets, state.interception, state.last, state.rounds) = ([], nil, nil, [:])
        }
    }

    /// The last look, or one that is made now; callers that come at the same time share it.
    func look(
        _ observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> UplinkEvidence? {
        let came = ContinuousClock.now
        return try await turn.withPermit {
            if let last = state.withLock({ $0.last }), last.at + Self.shared >= came { return last.evidence }
            let evidence = try await observe()
            remember(evidence)
            return evidence
        }
    }

    func remember(_ evidence: UplinkEvidence?) {
        state.withLock { $0.last = (evidence, .now) }
    }
}
