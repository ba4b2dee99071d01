import Glibc
import Synchronization

extension EventLoop {
    /// Suspends until the descriptor is ready, or the deadline is reached.
    ///
    /// The caller owns the descriptor, and closes it after the call has returned or thrown, never during it.
    ///
    /// - Returns: What it is ready for; empty if the deadline was reached first.
    /// - Throws: `CancellationError` if the task is cancelled, ``EventLoopError`` if the descriptor cannot be watched.
    public func ready(
        _ fd: CInt, for interest: Interest, until deadline: ContinuousClock.Instant? = nil
    ) async throws -> Interest {
        try await suspend(on: fd, for: interest, until: deadline)
    }

    /// What a descriptor is ready for now.
    public static func readiness(of fd: CInt, for interest: Interest) -> Interest {
        // The values are those of epoll (poll(2), epoll_ctl(2)).
        var wanted = pollfd(fd: fd, events: Int16(truncatingIfNeeded: interest.rawValue), revents: 0)
        guard poll(&wanted, 1, 0) == 1 else { return [] }
        let came = Interest(rawValue: UInt32(UInt16(bitPattern: wanted.revents)))
        return came.intersection(interest.union([.error, .hangup]))
    }

    /// Suspends until the deadline.
    ///
    /// - Throws: `CancellationError` if the task is cancelled first.
    public func sleep(until deadline: ContinuousClock.Instant) async throws {
        _ = try await suspend(on: nil, for: [], until: deadline)
    }

    /// Suspends until the descriptor, if there is one, is ready, or the deadline is reached.
    ///
    /// - Parameter isolation: The actor of the caller. A closure that does not use it would run on none: the task would leave the actor
    ///   and return to it, which takes a turn of the loop each time.
    private func suspend(
        on fd: CInt?, for interest: Interest, until deadline: ContinuousClock.Instant?,
        isolation: isolated (any Actor)? = #isolation
    ) async throws -> Interest {
        let wait = ReadinessWait()
        return try await withTaskCancellationHandler {
            // Unchecked: either `begin` resumes it at once, or the only call of `end` that finds it waiting.
            try await withUnsafeThrowingContinuation(isolation: isolation) { continuation in
                wait.begin(on: self, fd: fd, interest: interest, deadline: deadline, continuation)
            }
        } onCancel: {
            wait.end(.failure(CancellationError()))
        }
    }
}

/// A suspension, which the first of readiness, deadline and cancellation resumes. The others have no effect.
private final class ReadinessWait: Sendable {
    private enum State {
        case idle
        case waiting(UnsafeContinuation<EventLoop.Interest, any Error>, Watch?, Timer?)
        case ended
    }

    private let state = Mutex(State.idle)

    func begin(
        on loop: EventLoop, fd: CInt?, interest: EventLoop.Interest, deadline: ContinuousClock.Instant?,
        _ continuation: UnsafeContinuation<EventLoop.Interest, any Error>
    ) {
        // The lock is held while watch and timer are created, so that a handler that fires at once waits.
        let failure: (any Error)? = state.withLock { state in
            guard case .idle = state else { return CancellationError() }
            do {
                let watch = try fd.map { try loop.watch($0, for: interest) { [self] in end(.success($0)) } }
                let timer = deadline.map { deadline in
                    let left = ContinuousClock.now.duration(to: deadline)
                    // On a busy machine the deadline may be noticed late, and before readiness that was in time.
                    let last = left > .zero ? fd : nil
                    return loop.schedule(after: left) { [self] in
                        end(.success(last.map { EventLoop.readiness(of: $0, for: interest) } ?? []))
                    }
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
