import EventLoopKit
import Synchronization

/// Wakes everybody who waits for a moment in time before it has come.
final class Bell: Sendable {
    private struct State {
        var rings = 0
        var lastID = 0
        var waiting: [Int: CheckedContinuation<Bool, Never>] = [:]
    }

    private let loop: EventLoop
    private let state = Mutex(State())

    init(loop: EventLoop) {
        self.loop = loop
    }

    /// How often it has rung; a ring between taking this and ``wait(until:after:)`` is not missed.
    var rings: Int { state.withLock { $0.rings } }

    func ring() {
        let waiting = state.withLock { state in
            state.rings += 1
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume(returning: true) }
    }

    /// Suspends until it rings, the moment has come, or the task is cancelled.
    ///
    /// - Parameter rings: What ``rings`` was when the caller last looked.
    /// - Returns: Whether it rang.
    @discardableResult
    func wait(until deadline: ContinuousClock.Instant, after rings: Int) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        let timer = loop.schedule(after: ContinuousClock.now.duration(to: deadline)) { self.end(id) }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let outcome = state.withLock { state -> Bool? in
                    if state.rings != rings { return true }
                    // What is over already has been told of before this continuation was there to be told.
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
