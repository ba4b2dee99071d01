import Synchronization

/// Limits the number of concurrent tasks; the others wait in order.
public final class Limiter: Sendable {
    private struct State {
        var free: Int
        var lastID = 0
        var waiting: [(id: Int, continuation: CheckedContinuation<Void, any Error>)] = []
        /// Tasks that were cancelled before they were queued.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// Creates a limiter.
    ///
    /// - Parameter count: The maximum number of concurrent tasks, at least 1.
    public init(_ count: Int) {
        state = Mutex(State(free: count))
    }

    /// Runs the body with a permit.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits; otherwise what the body throws.
    public func withPermit<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        try await acquire()
        defer { release() }
        return try await body()
    }

    /// Waits for a permit, which the caller returns with ``release()``.
    ///
    /// - Throws: `CancellationError` if the task is cancelled while it waits.
    public func acquire() async throws {
        let id = state.withLock { state -> Int? in
            if state.free > 0 {
                state.free -= 1
                return nil
            }
            state.lastID += 1
            return state.lastID
        }
        guard let id else { return }
        // A cancellation after the permit leaves an entry that is not needed.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.waiting.append((id, continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    /// Returns a permit, which the task that has waited longest gets.
    public func release() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard !state.waiting.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiting.removeFirst().continuation
        }
        next?.resume()
    }

    private func cancel(_ id: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiting.remove(at: index).continuation
        }
        waiting?.resume(throwing: CancellationError())
    }
}
