import Synchronization

extension EventLoop {
    /// Suspends until the descriptor is ready, or the deadline passes.
    ///
    /// The caller owns the descriptor and closes it after the call has returned or thrown, never during it.
    ///
    /// - Returns: What it is ready for; nothing when the deadline passed first.
    /// - Throws: `CancellationError` when the task is cancelled, ``EventLoopError`` when it cannot be waited for.
    public func ready(
        _ fd: CInt, for interest: Interest, until deadline: ContinuousClock.Instant? = nil
    ) async throws -> Interest {
        let wait = ReadinessWait()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait.begin(on: self, fd: fd, interest: interest, deadline: deadline, continuation)
            }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }

    /// Suspends until the deadline.
    ///
    /// - Throws: `CancellationError` when the task is cancelled first.
    public func sleep(until deadline: ContinuousClock.Instant) async throws {
        let wait = ReadinessWait()
        _ = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait.begin(on: self, fd: nil, interest: [], deadline: deadline, continuation)
            }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }
}

/// One suspension: the first of readiness, deadline and cancellation resumes it, the others find it ended.
private final class ReadinessWait: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<EventLoop.Interest, any Error>, Watch?, Timer?)
        case ended
    }

    private let state = Mutex(State.idle)

    func begin(
        on loop: EventLoop, fd: CInt?, interest: EventLoop.Interest, deadline: ContinuousClock.Instant?,
        _ continuation: CheckedContinuation<EventLoop.Interest, any Error>
    ) {
        // The lock is held while watch and timer are made: a handler that fires at once waits for it.
        let failure: (any Error)? = state.withLock { state in
            guard case .idle = state else { return CancellationError() }
            do {
                let watch = try fd.map { try loop.watch($0, for: interest) { [self] in end(.success($0)) } }
                let timer = deadline.map {
                    loop.schedule(after: ContinuousClock.now.duration(to: $0)) { [self] in end(.success([])) }
                }
                state = .waiting(continuation, watch, timer)
                return nil
            } catch {
                state = .ended
                return error
            }
        }
        if let failure { continuation.resume(throwing: failure) }
    }

    func end(_ result: Result<EventLoop.Interest, any Error>) {
        let before = state.withLock { state in
            defer { state = .ended }
            return state
        }
        guard case .waiting(let continuation, let watch, let timer) = before else { return }
        watch?.cancel()
        timer?.cancel()
        continuation.resume(with: result)
    }
}
