import Synchronization

/// The budget for follow-up probes of scheduled checks. If the network fails, thousands of checks fail at once, and their
/// follow-up probes are by far the most expensive part of them. Checks without a share of the budget omit these probes, and
/// their reports say so (``CheckTerms/omitted``).
///
/// It is a token bucket of checks, with a limit for concurrent ones.
final class FollowUpBudget: Sendable {
    /// The average number of checks per second.
    static let rate = 20
    /// The maximum number of checks that can begin at once, after some seconds without any.
    static let burst = 64
    /// The maximum number of concurrent checks with follow-up probes; each of them sends some ten packets or connections.
    static let maxAtOnce = 64

    private struct State {
        var tokens = Double(burst)
        var filledAt: ContinuousClock.Instant?
        var running = 0
    }

    private let state = Mutex(State())

    /// Takes a share for a check, which ``finish()`` returns.
    ///
    /// - Returns: Whether there was a share.
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
