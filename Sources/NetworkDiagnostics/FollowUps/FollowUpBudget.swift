import Synchronization

/// The budget for follow-up probes of scheduled checks. When the network fails, thousands of checks fail at once, and their
/// follow-up probes are by far the most expensive part of them. Checks that find the budget used up do without these probes, and
/// their reports say so (``CheckTerms/omitted``).
///
/// A token bucket of checks, with a limit of how many are under way.
final class FollowUpBudget: Sendable {
    /// Checks a second, in the long run.
    static let rate = 20
    /// Checks that may begin at once, after some seconds without any.
    static let burst = 64
    /// Checks whose follow-up probes are under way at the same time; each of them sends some ten packets or connections.
    static let maxAtOnce = 64

    private struct State {
        var tokens = Double(burst)
        var filledAt: ContinuousClock.Instant?
        var running = 0
    }

    private let state = Mutex(State())

    /// Takes a check's share, which is given back with ``finish()``.
    ///
    /// - Returns: Whether there was one.
    func begin(at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            if let filledAt = state.filledAt, filledAt < now {
                let seconds = filledAt.duration(to: now) / .seconds(1)
                state.tokens = min(Double(Self.burst), state.tokens + seconds * Double(Self.rate))
            }
            state.filledAt = max(now, state.filledAt ?? now)
            guard state.tokens >= 1, state.running < Self.maxAtOnce else { return false }
            state.tokens -= 1
            state.running += 1
            return true
        }
    }

    func finish() {
        state.withLock { $0.running -= 1 }
    }
}
