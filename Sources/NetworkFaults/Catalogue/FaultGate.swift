import NetworkModel
import Synchronization

/// Decides to which connections of a server its fault applies. DNS servers ask it for each query.
package final class FaultGate: Sendable {
    private let begun = ContinuousClock.now
    private let seed: UInt64
    private let state: Mutex<FaultConditionState>

    package init(_ when: FaultConditions = .always, seed: UInt64 = 0) {
        self.seed = seed
        state = Mutex(FaultConditionState(when, seed: seed, stream: 1))
    }

    /// The conditions, without a match for requests.
    package var when: FaultConditions { state.withLock { $0.when } }

    /// Sets the conditions. Connections are counted from 1 again.
    package func set(_ when: FaultConditions) {
        state.withLock { $0 = FaultConditionState(when, seed: seed, stream: 1) }
    }

    /// Whether the fault applies to the next connection, which is counted.
    func applies() -> Bool {
        let elapsed = begun.duration(to: .now)
        return state.withLock { $0.applies(after: elapsed) }
    }
}
