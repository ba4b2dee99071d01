// Declares pthread_setname_np(3).
import CEpoll
import Dispatch
import Glibc
import Synchronization

/// Runs calls that block (getaddrinfo(3) has no other form) or compute for long on a few threads of its own. On a thread of
/// libdispatch, a call that computes without an end would occupy one of the few that all tasks share.
///
/// A cancelled caller returns at once. A call that has begun continues to its end, and counts until then.
package final class BlockingCalls: Sendable {
    /// How long a thread without a call waits for another one before it ends.
    private static let idleTime = DispatchTimeInterval.seconds(10)

    private let limiter: Limiter
    private let threads: WorkerThreads
    private let count: Int
    /// When the current calls began.
    private let begun = Mutex([UInt64: ContinuousClock.Instant]())
    private let lastID = Atomic(UInt64(0))

    /// - Parameters:
    ///   - label: The name of the threads, for debuggers; at most 15 bytes.
    ///   - count: The maximum number of threads.
    package init(label: String, atOnce count: Int) {
        limiter = Limiter(count)
        self.count = count
        threads = WorkerThreads(label: label, idleTime: Self.idleTime)
    }

    /// Whether every thread is in a call, and all of these calls have taken longer than a limit.
    package func isStuck(longerThan limit: Duration) -> Bool {
        begun.withLock { begun in
            begun.count >= count && begun.values.allSatisfy { $0.duration(to: .now) > limit }
        }
    }

    /// Runs a call.
    ///
    /// - Parameter abandon: Called when the caller is cancelled while the call runs: it may cause the call to end.
    /// - Throws: `CancellationError`.
    package func run<Value: Sendable>(
        _ call: @escaping @Sendable () -> Value, abandon: @escaping @Sendable () -> Void = {}
    ) async throws -> Value {
        try await limiter.acquire()
        let handOver = ContinuationRace<Value>()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                handOver.wait(continuation)
                threads.run { [self] in
                    guard handOver.begin() else { return limiter.release }
                    let id = lastID.wrappingAdd(1, ordering: .relaxed).newValue
                    begun.withLock { $0[id] = .now }
                    let value = call()
                    begun.withLock { _ = $0.removeValue(forKey: id) }
                    handOver.end(.success(value))
                    return limiter.release
                }
            }
        } onCancel: {
            if handOver.end(.failure(CancellationError())) { abandon() }
        }
    }
}

/// Threads that each run one piece of work at a time. As many are started as there is work at once.
private final class WorkerThreads: Sendable {
    /// Returns what to do once the thread is available for other work.
    typealias Work = @Sendable () -> (() -> Void)

    private final class Worker: Sendable {
        let wakeUp = DispatchSemaphore(value: 0)
        let work: Mutex<Work?>
        init(_ work: @escaping Work) { self.work = Mutex(work) }
    }

    private let label: String
    private let idleTime: DispatchTimeInterval
    private let idle = Mutex([Worker]())

    init(label: String, idleTime: DispatchTimeInterval) {
        self.label = String(label.prefix(15))
        self.idleTime = idleTime
    }

    func run(_ work: @escaping Work) {
        // The one that has worked last.
        if let worker = idle.withLock({ $0.popLast() }) {
            worker.work.withLock { $0 = work }
            worker.wakeUp.signal()
            return
        }
        let worker = Worker(work)
        do {
            try DetachedThread.start { [self] in serve(worker) }
        } catch {
            // Without more threads, those of libdispatch remain.
            DispatchQueue.global().async { work()() }
        }
    }

    private func serve(_ worker: Worker) {
        pthread_setname_np(pthread_self(), label)
        while let work = worker.work.withLock({ $0.take() }) {
            let finish = work()
            idle.withLock { $0.append(worker) }
            finish()
            guard worker.wakeUp.wait(timeout: .now() + idleTime) == .timedOut else { continue }
            let isUnused = idle.withLock { idle in
                guard let place = idle.firstIndex(where: { $0 === worker }) else { return false }
                idle.remove(at: place)
                return true
            }
            if isUnused { return }
            // Work is just being given to it.
            worker.wakeUp.wait()
        }
    }
}

/// The first of result and cancellation resumes the caller.
private final class ContinuationRace<Value: Sendable>: Sendable {
    private enum State {
        case idle
        case waiting(CheckedContinuation<Value, any Error>, hasBegun: Bool)
        case ended(Result<Value, any Error>)
    }

    private let state = Mutex(State.idle)

    func wait(_ continuation: CheckedContinuation<Value, any Error>) {
        let ended = state.withLock { state -> Result<Value, any Error>? in
            if case .ended(let result) = state { return result }
            state = .waiting(continuation, hasBegun: false)
            return nil
        }
        if let ended { continuation.resume(with: ended) }
    }

    /// Whether the caller still waits when the call begins.
    func begin() -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation, _) = state else { return false }
            state = .waiting(continuation, hasBegun: true)
            return true
        }
    }

    /// Ends the race, unless it has ended.
    ///
    /// - Returns: Whether the call had begun, and this has ended the race.
    @discardableResult
    func end(_ result: Result<Value, any Error>) -> Bool {
        let (waiting, hadBegun) = state.withLock { state -> (CheckedContinuation<Value, any Error>?, Bool) in
            defer { if case .ended = state {} else { state = .ended(result) } }
            if case .waiting(let continuation, let hasBegun) = state { return (continuation, hasBegun) }
            return (nil, false)
        }
        waiting?.resume(with: result)
        return hadBegun
    }
}
