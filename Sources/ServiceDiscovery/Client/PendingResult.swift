import Synchronization

/// An answer from the loop to a task, which need not wait for the loop if avahi-daemon hangs and blocks it.
final class PendingResult<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, any Error>)
        /// The answer was given, but not read yet.
        case given(Result<Value, any Error>)
        case over
    }
    private let state = Mutex(State.open)

    /// Gives an answer, of which the first one counts.
    func resume(with result: Result<Value, any Error>) {
        let waiting: CheckedContinuation<Value, any Error>? = state.withLock { state in
            switch state {
            case .open: state = .given(result)
            case .awaited(let continuation):
                state = .over
                return continuation
            case .given, .over: break
            }
            return nil
        }
        waiting?.resume(with: result)
    }

    /// Waits for the answer. Called once.
    ///
    /// - Parameter late: The result if there is no answer within the limit.
    /// - Throws: The error that was given; `CancellationError` as soon as the task is cancelled.
    func value(within limit: Duration, orElse late: Result<Value, any Error>) async throws -> Value {
        try await withTaskCancellationHandler {
            try await uncancelled(within: limit, orElse: late)
        } onCancel: {
            resume(with: .failure(CancellationError()))
        }
    }

    /// The same as ``value(within:orElse:)``, also for cancelled tasks.
    fileprivate func uncancelled(within limit: Duration, orElse late: Result<Value, any Error>) async throws -> Value {
        let timer = Task { [self] in
            try await Task.sleep(for: limit)
            resume(with: late)
        }
        defer { timer.cancel() }
        return try await withCheckedThrowingContinuation { wait($0) }
    }

    private func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let given: Result<Value, any Error>? = state.withLock { state in
            guard case .given(let result) = state else {
                state = .awaited(continuation)
                return nil
            }
            state = .over
            return result
        }
        if let given { continuation.resume(with: given) }
    }
}

extension PendingResult<Void> {
    /// Returns with the answer, or at the time limit, but not when the task is cancelled.
    func wait(atMost limit: Duration) async {
        try? await uncancelled(within: limit, orElse: .success(()))
    }
}
