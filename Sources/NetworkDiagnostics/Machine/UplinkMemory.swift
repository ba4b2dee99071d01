import Diagnosis
import EventLoopKit
import NetworkModel
import Synchronization

/// What an engine keeps of the uplink: how it is to be looked at, when packets were sent to nobody, and the last look, which
/// checks that fail at the same time share.
final class UplinkMemory: Sendable {
    /// A round is six datagrams, three for each spare uplink, or one SYN.
    private static let maxRounds = 2
    /// Until one more round may be sent.
    private static let refill = Duration.seconds(30)
    /// A look that began no earlier before a check has failed counts for it. That the uplink worked a while ago says little.
    private static let shared = Duration.seconds(2)
    private static let sharedProof = Duration.milliseconds(500)

    /// What is sent to nobody.
    enum Round: CaseIterable {
        case datagrams, spares, connection
    }

    private struct State {
        var options = UplinkOptions()
        /// Where they are read when they are first needed.
        var source: (@Sendable () -> UplinkOptions)?
        var rounds: [Round: (left: Int, since: ContinuousClock.Instant)] = [:]
        var packets: [UplinkEvidence.Packet] = []
        var interception: UplinkEvidence.Interception?
        /// By the interface of a spare uplink.
        var sparePackets: [String: [UplinkEvidence.Packet]] = [:]
        var last: (evidence: UplinkEvidence?, begun: ContinuousClock.Instant)?
    }

    private let state = Mutex(State())
    private let turn = Limiter(1)

    var options: UplinkOptions {
        get {
            // Twice, where two need them at the same time.
            guard let source = state.withLock({ $0.source }) else { return state.withLock { $0.options } }
            let options = source()
            state.withLock { ($0.options, $0.source) = (options, nil) }
            return options
        }
        set { state.withLock { ($0.options, $0.source) = (newValue, nil) } }
    }

    func readOptions(by source: @escaping @Sendable () -> UplinkOptions) {
        state.withLock { $0.source = source }
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
    /// What packets met that were sent by a spare uplink.
    var earlierSpares: [String: [UplinkEvidence.Packet]] { state.withLock { $0.sparePackets } }
    func keep(_ packets: [UplinkEvidence.Packet], bySpare interface: String) {
        state.withLock { $0.sparePackets[interface] = packets }
    }

    func keep(_ interception: UplinkEvidence.Interception?) { state.withLock { $0.interception = interception } }

    /// Forgets what was met on another network.
    func forget() {
        state.withLock { state in
            (state.packets, state.interception, state.last, state.rounds) = ([], nil, nil, [:])
            state.sparePackets = [:]
        }
    }

    /// The last look, or one that is made now; callers that come at the same time share it.
    func shared(
        _ observe: @Sendable () async throws -> UplinkEvidence?
    ) async throws -> UplinkEvidence? {
        let came = ContinuousClock.now
        return try await turn.withPermit {
            if let last = state.withLock({ $0.last }) {
                let works = last.evidence.map { UplinkProof($0) == .works } ?? false
                if last.begun + (works ? Self.sharedProof : Self.shared) >= came { return last.evidence }
            }
            let begun = ContinuousClock.now
            let evidence = try await observe()
            remember(evidence, from: begun)
            return evidence
        }
    }

    func remember(_ evidence: UplinkEvidence?, from begun: ContinuousClock.Instant) {
        state.withLock { $0.last = (evidence, begun) }
    }
}
