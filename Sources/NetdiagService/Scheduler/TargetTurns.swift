import Synchronization

/// Which target is checked next, and when. An idle target takes some dozen bytes, without a task or a timer of its own.
final class TargetTurns: Sendable {
    /// What the scheduler has to do.
    enum Step: Equatable {
        /// To check the target at this place of the configuration, and to call ``end(_:next:)``.
        case check(Int, isTogether: Bool)
        /// To wait until then, or until ``send(at:)`` or ``end(_:next:)`` say that there is something to do.
        case wait(until: ContinuousClock.Instant)
    }

    private struct Turn {
        /// Whether the check was begun with those of all other targets: at the start, or after a change of the network.
        var isTogether = true
        var isRunning = false
        /// Whether the network has changed since its check began.
        var isStale = false
        /// Checks in a row after which it was suspected of a fault.
        var rechecks = 0
    }

    private struct State {
        var queue = DueQueue()
        var turns: [Turn]
        var running = 0
        /// What the scheduler waits for.
        var waitsUntil: ContinuousClock.Instant?
    }

    private let maxAtOnce: Int
    /// How long after the first target of all one begins that stands at a place.
    private let delay: @Sendable (Int) -> Duration
    private let state: Mutex<State>
    /// Nothing is due for so long: as good as never.
    private static let longest = Duration.seconds(86_400)

    init(
        count: Int, maxAtOnce: Int, from now: ContinuousClock.Instant, delay: @escaping @Sendable (Int) -> Duration
    ) {
        self.maxAtOnce = maxAtOnce
        self.delay = delay
        var state = State(turns: Array(repeating: Turn(), count: count))
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
            let until = due ?? now + Self.longest
            state.waitsUntil = until
            return .wait(until: until)
        }
    }

    /// Takes note of a check's end.
    ///
    /// - Parameter next: When the target is to be checked again, unless the network has changed meanwhile.
    /// - Returns: Whether the scheduler waits for something that comes later than what there is to do now.
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

    /// Takes note of whether a target is suspected of a fault after its check.
    ///
    /// - Returns: After how many checks in a row it was; `nil`: it is not.
    func rechecks(of place: Int, isSuspected: Bool) -> Int? {
        state.withLock { state in
            state.turns[place].rechecks = isSuspected ? state.turns[place].rechecks + 1 : 0
            return isSuspected ? state.turns[place].rechecks : nil
        }
    }

    /// The network has changed: all targets are to be checked anew, those that are being checked once more.
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
