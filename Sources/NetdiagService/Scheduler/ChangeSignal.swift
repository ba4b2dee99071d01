import EventLoopKit
import Synchronization

/// Wakes all tasks that wait for a time before that time has come.
final class ChangeSignal: Sendable {
    private struct State {
        var sent = 0
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let loop: EventLoop
    private let state = Mutex(State())

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// The number of signals so far; a signal between reading it and ``wait(until:after:)`` is not missed.
    var sent: Int { state.withLock { $0.sent } }

    func send() {
        let waiting = state.withLock { state in
            state.sent += 1
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Suspends until a signal is sent, the deadline is reached, or the task is cancelled.
    ///
    /// - Parameter sent: The value of ``sent`` when the caller last read it.
    /// - Returns: Whether a signal was sent.
    @discardableResult
    func wait(until deadline: ContinuousClock.Instant, after sent: Int) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let timer = loop.schedule(after: ContinuousClock.now.duration(to: deadline)) { self.end(id) }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if state.sent != sent { return true }
                    // If it has already ended, `end` was called before this continuation was registered.
                    if Task.isCancelled || ContinuousClock.now >= deadline { return false }
                    state.waiting[id] = continuation
                    return nil
                }
                if let outcome { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            end(id)
        }
    }

    private func end(_ id: Int) {
        state.withLock { $0.waiting.removeValue(forKey: id) }?.resume(returning: false)
    }
}
