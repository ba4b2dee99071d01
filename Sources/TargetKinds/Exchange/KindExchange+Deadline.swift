import EventLoopKit
import Synchronization

extension KindExchange {
    /// How long after the deadline a probe may still end by itself, and how long after that it may take to end because it
    /// is cancelled. Probes wait until the deadline, and need some time to say so.
    static let grace = Duration.seconds(1)

    /// Runs the probe of a kind of another package, which is code that the engine does not know, and does not wait for it much
    /// longer than the deadline.
    ///
    /// Kinds of netdiag do without this: they are tested to end in time with servers of all other protocols
    /// (`EveryKindTests`), and a further task and timer would take up to a sixth of a check (docs/decisions/0106).
    ///
    /// - Returns: The probe's result; `nil` if it did not end in time.
    /// - Throws: `CancellationError`, and what the probe throws.
    func whileInTime<Value: Sendable>(
        _ kind: any TargetKind.Type, isolation: isolated (any Actor)? = #isolation,
        _ probe: @escaping @Sendable () async throws -> Value
    ) async throws -> Value? {
        if TargetKinds.isBuiltIn(kind) { return try await probe() }
        let run = TimedProbe<Value>(on: resources.loop, until: deadline)
        return try await withTaskCancellationHandler {
            // Unchecked: `end`, which alone resumes it, takes it out of the locked state first, and a timer calls `end` if
            // the probe does not.
            try await withUnsafeThrowingContinuation { run.begin(isolation: isolation, probe, $0) }
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
///
/// The task begins within the call of its creator, and stays on its actor, so that a probe costs about as much as without it:
/// a task without an actor would wait for a turn of the loop after each call of one.
private final class TimedProbe<Value: Sendable>: Sendable {
    private struct State {
        /// The caller, until it has been resumed.
        var caller: UnsafeContinuation<Value?, any Error>?
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
        isolation: isolated (any Actor)?, _ probe: @escaping @Sendable () async throws -> Value,
        _ caller: UnsafeContinuation<Value?, any Error>
    ) {
        state.withLock { $0.caller = caller }
        // Unlike a child task, it does not inherit the executor.
        let task = Task.immediate(executorPreference: loop.isOnLoop ? loop : nil) {
            _ = isolation
            do {
                let value = try await probe()
                self.end { $0.isLate ? .success(nil) : .success(value) }
            } catch {
                self.end { $0.isLate && !$0.isCancelled ? .success(nil) : .failure(error) }
            }
        }
        let mustCancel = state.withLock { state in
            // Many probes of servers that respond at once have ended by now.
            guard state.caller != nil else { return false }
            state.task = task
            // This may have happened before there was a task to cancel.
            guard !state.isCancelled else { return true }
            state.timer = loop.schedule(after: max(.zero, ContinuousClock.now.duration(to: limit))) {
                self.reachDeadline()
            }
            return false
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
        let resumed = state.withLock { state -> (UnsafeContinuation<Value?, any Error>, Result<Value?, any Error>)? in
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
