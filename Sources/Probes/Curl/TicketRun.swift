import EventLoopKit
import Synchronization

/// A transfer with tickets that its caller abandons at the time limit.
///
/// It runs in a task of its own, since a task group would wait for a child task that is blocked.
final class TicketRun<Outcome: Sendable, Value: Sendable>: Sendable {
    /// The result for the caller.
    enum End: Sendable {
        case value(Value)
        /// No engine was free in half of the time.
        case noEngine
        /// The library did not return in time. The outcome is that of the refused request before it was called, if there was
        /// one.
        case overdue(Outcome?)
    }

    private struct State {
        /// The caller, until it has been resumed.
        var caller: CheckedContinuation<End, any Error>?
        var task: Task<Void, Never>?
        var timers: [EventLoopKit.Timer] = []
        var hasEngine = false
        var isOverdue = false
        var isCancelled = false
        var seen: Outcome?
        var whenOverdue: (@Sendable () -> Void)?
    }

    private let state = Mutex(State())
    private let loop: EventLoop
    private let limit: Duration

    /// - Parameter loop: The loop of the timers, which nothing blocks.
    init(on loop: EventLoop, within limit: Duration) {
        self.loop = loop
        self.limit = limit
    }

    /// Begins the operation, which calls ``startTransfer(_:)`` once it has an engine.
    func begin(
        _ caller: CheckedContinuation<End, any Error>, _ operation: @escaping @Sendable () async throws -> Value
    ) {
        state.withLock { state in
            state.caller = caller
            state.timers = [
                loop.schedule(after: limit / 2) { self.reachHalf() },
                loop.schedule(after: limit + TicketEngines.grace) { self.expire() },
            ]
        }
        let task = Task {
            do {
                let value = try await operation()
                self.end(.success(.value(value)))
            } catch {
                self.end(.failure(error))
            }
        }
        let mustCancel = state.withLock { state in
            if state.caller != nil { state.task = task }
            return state.isCancelled
        }
        if mustCancel { cancel() }
    }

    /// The transfer has an engine.
    ///
    /// - Parameter whenOverdue: Called if the transfer is abandoned.
    func startTransfer(_ whenOverdue: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.hasEngine = true
            state.whenOverdue = whenOverdue
        }
    }

    /// The transfer does not use its engine any more.
    ///
    /// - Returns: Whether it was abandoned at the time limit.
    func leaveEngine() -> Bool {
        state.withLock { state in
            (state.hasEngine, state.whenOverdue) = (false, nil)
            return state.isOverdue
        }
    }

    /// Records what is known before the library is called.
    func record(_ outcome: Outcome) {
        state.withLock { $0.seen = outcome }
    }

    /// The transfer has ended. What follows has time limits of its own.
    func endTransfer() {
        state.withLock { state in
            for timer in state.timers { timer.cancel() }
            state.timers = []
        }
    }

    /// The caller was cancelled, and is resumed at once.
    func cancel() {
        state.withLock { $0.isCancelled = true }
        abandon { _ in .failure(CancellationError()) }
    }

    private func reachHalf() {
        guard state.withLock({ !$0.hasEngine }) else { return }
        abandon { _ in .success(.noEngine) }
    }

    private func expire() {
        abandon { state in
            if state.caller != nil, state.hasEngine {
                state.isOverdue = true
                // Before the caller can try again.
                state.whenOverdue?()
            }
            return .success(.overdue(state.seen))
        }
    }

    private func abandon(_ result: (inout State) -> Result<End, any Error>) {
        let (task, caller, outcome) = state.withLock { state in
            let outcome = result(&state)
            defer { Self.clear(&state) }
            return (state.task, state.caller, outcome)
        }
        task?.cancel()
        caller?.resume(with: outcome)
    }

    private func end(_ result: Result<End, any Error>) {
        let caller = state.withLock { state in
            defer { Self.clear(&state) }
            return state.caller
        }
        caller?.resume(with: result)
    }

    private static func clear(_ state: inout State) {
        for timer in state.timers { timer.cancel() }
        (state.caller, state.task, state.timers, state.whenOverdue) = (nil, nil, [], nil)
    }
}
