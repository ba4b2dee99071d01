import EventLoopKit
import Synchronization

extension KindExchange {
    /// How long after the deadline a probe may still end by itself, and how long after that it may take to end because it
    /// is cancelled. Probes wait until the deadline, and need some time to say so.
    static let grace = Duration.seconds(1)

    /// Runs the probe of a kind, which may be code that the engine does not know, and does not wait for it much longer than
    /// the deadline.
    ///
    /// Probes that control their exchange themselves (`KindProbe.exchange`) belong to netdiag, have tests of their time
    /// limits, and do without this.
    ///
    /// - Returns: The probe's result; `nil` if it did not end in time.
    /// - Throws: `CancellationError`, and what the probe throws.
    func whileInTime<Value: Sendable>(
        _ probe: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        let run = TimedProbe<Value>(on: resources.loop, until: deadline)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { run.begin(probe, $0) }
        } onCancel: {
            run.cancel()
        }
    }
}

/// A probe that is cancelled when it takes too long, and abandoned if it does not end after that.
///
/// It runs in a task of its own instead of a child task, since a task group waits for its child tasks, however long they
/// ignore their cancellation. An abandoned task keeps what it uses until it ends, and its result is dropped; its stream
/// and its datagrams end at the deadline in any case.
private final class TimedProbe<Value: Sendable>: Sendable {
    private struct State {
        /// The caller, until it has been resumed.
        var caller: CheckedContinuation<Value?, any Error>?
        var task: Task<Void, Never>?
        var timer: EventLoopKit.Timer?
        var isLate = false
        var isCancelled = false
    }

    private let state = Mutex(State())
    private let loop: EventLoop
    private let limit: ContinuousClock.Instant

    init(on loop: EventLoop, until limit: ContinuousClock.Instant) {
        self.loop = loop
        self.limit = limit
    }

    func begin(
        _ probe: @escaping @Sendable () async throws -> Value, _ caller: CheckedContinuation<Value?, any Error>
    ) {
        state.withLock { state in
            state.caller = caller
            state.timer = loop.schedule(after: max(.zero, ContinuousClock.now.duration(to: limit))) {
                self.reachDeadline()
            }
        }
        // Unlike a child task, it does not inherit the executor.
        let task = Task(executorPreference: loop.isOnLoop ? loop : nil) {
            do {
                let value = try await probe()
                self.end { $0.isLate ? .success(nil) : .success(value) }
            } catch {
                self.end { $0.isLate && !$0.isCancelled ? .success(nil) : .failure(error) }
            }
        }
        let mustCancel = state.withLock { state in
            if state.caller != nil { state.task = task }
            // That may have happened before there was a task to cancel.
            return state.isCancelled || state.isLate
        }
        if mustCancel { giveGrace() }
    }

    /// The caller was cancelled.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        giveGrace()
    }

    /// The deadline was reached. The probe has some time to say so, from when the loop handles it: after a suspension, its own
    /// timer is handled in the same turn.
    private func reachDeadline() {
        state.withLock { state in
            guard state.caller != nil, !state.isCancelled, !state.isLate else { return }
            state.timer = loop.schedule(after: KindExchange.grace) { self.expire() }
        }
    }

    /// The time limit was reached. What the probe says after that is not used: it may be what is left after its cancellation.
    private func expire() {
        state.withLock { $0.isLate = true }
        giveGrace()
    }

    private func giveGrace() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.caller != nil else { return nil }
            state.timer?.cancel()
            state.timer = loop.schedule(after: KindExchange.grace) {
                self.end { $0.isCancelled ? .failure(CancellationError()) : .success(nil) }
            }
            return state.task
        }
        task?.cancel()
    }

    /// Resumes the caller, unless it has been resumed.
    private func end(_ result: (State) -> Result<Value?, any Error>) {
        let resumed = state.withLock { state -> (CheckedContinuation<Value?, any Error>, Result<Value?, any Error>)? in
            guard let caller = state.caller else { return nil }
            let outcome = result(state)
            state.timer?.cancel()
            (state.caller, state.task, state.timer) = (nil, nil, nil)
            return (caller, outcome)
        }
        guard let (caller, outcome) = resumed else { return }
        caller.resume(with: outcome)
    }
}
