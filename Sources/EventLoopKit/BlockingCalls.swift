import Dispatch
import Synchronization

/// Runs calls that block (getaddrinfo(3) has no other form) or compute for long on a few threads of libdispatch.
///
/// A cancelled caller returns at once. The thread continues to the end of the call, and counts until then.
package final class BlockingCalls: Sendable {
    private let limiter: Limiter
    private let queue: DispatchQueue
    private let count: Int
    /// When the current calls began.
    private let begun = Mutex([UInt64: ContinuousClock.Instant]())
    private let lastID = Atomic(UInt64(0))

    /// - Parameters:
    ///   - label: The label of the threads, for debuggers.
    ///   - count: The maximum number of threads.
    package init(label: String, atOnce count: Int) {
        limiter = Limiter(count)
        self.count = count
        queue = DispatchQueue(label: label, attributes: .concurrent)
    }

    /// Whether every thread is in a call, and all of these calls have taken longer than a limit.
    package func isStuck(longerThan limit: Duration) -> Bool {
        begun.withLock { begun in
            begun.count >= count && begun.values.allSatisfy { $0.duration(to: .now) > limit }
        }
    }

    /// Runs a call.
    ///
    /// - Throws: `CancellationError`.
    package func run<Value: Sendable>(_ call: @escaping @Sendable () -> Value) async throws -> Value {
        try await limiter.acquire()
        let handOver = ContinuationRace<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                handOver.wait(continuation)
                queue.async { [self] in
                    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
                    begun.withLock { $0[id] = .now }
                    let value = call()
                    begun.withLock { _ = $0.removeValue(forKey: id) }
                    limiter.release()
                    handOver.end(.success(value))
                }
            }
        } onCancel: {
            handOver.end(.failure(CancellationError()))
        }
    }
}

/// The first of result and cancellation resumes the caller.
private final class ContinuationRace<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, any Error>)
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.idle)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let ended = state.withLock { state -> Result<Value, any Error>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation)
            return nil
        }
        if let ended { continuation.resume(with: ended) }
    }

    func end(_ result: Result<Value, any Error>) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
            defer { if case .ended = state {} else { state = .ended(result) } }
            if case .waiting(let continuation) = state { return continuation }
            return nil
        }
        waiting?.resume(with: result)
    }
}
