import Synchronization

/// Decides which target is checked next, and when. An idle target takes a few dozen bytes, without a task or timer of
/// its own.
final class TargetScheduler: Sendable {
    /// The next action of the scheduler.
    enum Step: Equatable {
        /// Check the target at this position of the configuration, and then call ``end(_:next:)``.
        case check(Int, isTogether: Bool)
        /// Wait until then, or until ``send(at:)`` or ``end(_:next:)`` indicate that there is something to do.
        case wait(until: ContinuousClock.Instant)
    }

    private struct CheckState {
        /// Whether the check started together with those of all other targets: at the start, or after a change of the
        /// network.
        var isTogether = true
        var isRunning = false
        /// Whether the network has changed since the check started.
        var isStale = false
        /// The number of consecutive checks after which a fault was pending.
        var rechecks = 0
    }

    private struct State {
        var queue = DeadlineHeap()
        var turns: [CheckState]
        var running = 0
        /// The moment until which the scheduler waits.
        var waitsUntil: ContinuousClock.Instant?
    }

    private let maxAtOnce: Int
    /// The delay of the target at a position after the first one, if all start together.
    private let delay: @Sendable (Int) -> Duration
    private let state: Mutex<State>
    /// The wait if nothing is due.
    private static let maxWait = Duration.seconds(86_400)

    init(
        count: Int, maxAtOnce: Int, from now: ContinuousClock.Instant, delay: @escaping @Sendable (Int) -> Duration
    ) {
        self.maxAtOnce = maxAtOnce
        self.delay = delay
        var state = State(turns: Array(repeating: CheckState(), count: count))
        for place in 0..<count { state.queue.add(place, due: now + delay(place)) }
        self.state = Mutex(state)
    }

    func next(at now: ContinuousClock.Instant) -> Step {
        state.withLock { state in
            state.waitsUntil = nil
            if state.running < maxAtOnce, let place = state.queue.removeFirst(dueBy: now) {
                state.running += 1
                state.turns[place].isRunning = true
                return .check(place, isTogether: state.turns[place].isTogether)
            }
            let due = state.running < maxAtOnce ? state.queue.next : nil
            let until = due ?? now + Self.maxWait
            state.waitsUntil = until
            return .wait(until: until)
        }
    }

    /// Records the end of a check.
    ///
    /// - Parameter next: When the target should be checked again, unless the network has changed meanwhile.
    /// - Returns: Whether the scheduler waits longer than until the next check is due.
    func end(_ place: Int, next: ContinuousClock.Instant, at now: ContinuousClock.Instant) -> Bool {
        state.withLock { state in
            let isStale = state.turns[place].isStale
            state.turns[place].isTogether = isStale
            (state.turns[place].isRunning, state.turns[place].isStale) = (false, false)
            state.running -= 1
            state.queue.add(place, due: isStale ? now + delay(place) : next)
            guard let until = state.waitsUntil, let due = state.queue.next else { return false }
            return due < until
        }
    }

    /// Records whether a fault of the target is pending after its check.
    ///
    /// - Returns: The number of consecutive checks after which it was; `nil` if none is pending.
    func rechecks(of place: Int, isSuspected: Bool) -> Int? {
        state.withLock { state in
            state.turns[place].rechecks = isSuspected ? state.turns[place].rechecks + 1 : 0
            return isSuspected ? state.turns[place].rechecks : nil
        }
    }

    /// Schedules all targets again after a change of the network, including those that are being checked.
    func send(at now: ContinuousClock.Instant) {
        state.withLock { state in
            for place in state.queue.removeAll() {
                state.turns[place].isTogether = true
                state.queue.add(place, due: now + delay(place))
            }
            for place in state.turns.indices where state.turns[place].isRunning { state.turns[place].isStale = true }
        }
    }
}
