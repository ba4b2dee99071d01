package import EventLoopKit
import Synchronization

/// The responses of DNS servers that arrive after the time for their query was over, while programs on this machine still wait for
/// them (resolv.conf(5), `timeout`). Whoever creates it closes it, which ends the queries.
package final class LateAnswers: Sendable {
    /// The maximum number of queries, each of which keeps one or two sockets.
    private static let maxOpen = 16

    private struct State {
        var open = [Int: @Sendable () -> Void]()
        var answers: [DNSAnswer] = []
        var isClosed = false
        /// Those who wait for a change.
        var waiters = [Int: AsyncStream<Void>.Continuation]()
        var lastWaiter = 0
    }

    private let state = Mutex(State())

    /// Creates a collection without queries.
    package init() {}

    /// The responses so far.
    package var answers: [DNSAnswer] { state.withLock { $0.answers } }

    /// Whether a query may still get a response.
    package var isOpen: Bool { state.withLock { !$0.open.isEmpty } }

    /// Ends all queries, and with them every wait.
    package func close() {
        let closed = state.withLock { state in
            state.isClosed = true
            let closed = state
            if !state.open.isEmpty { state.open = [:] }
            return closed
        }
        for end in closed.open.values { end() }
        for waiter in closed.waiters.values { waiter.yield() }
    }

    /// Waits until there are enough responses, no more can arrive, or the deadline has passed. Several callers may wait.
    ///
    /// - Returns: The responses so far.
    /// - Throws: `CancellationError`.
    package func awaitedAnswers(
        until deadline: ContinuousClock.Instant, on loop: EventLoop,
        _ isEnough: @escaping @Sendable ([DNSAnswer]) -> Bool
    ) async throws -> [DNSAnswer] {
        let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let waiter = state.withLock { state in
            state.lastWaiter += 1
            state.waiters[state.lastWaiter] = continuation
            return state.lastWaiter
        }
        defer { state.withLock { _ = $0.waiters.removeValue(forKey: waiter) } }
        continuation.yield()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for await _ in changes where !self.isOpen || isEnough(self.answers) { return }
            }
            group.addTask { try await loop.sleep(until: deadline) }
            try await group.next()
            group.cancelAll()
        }
        return answers
    }

    /// Adds a query.
    ///
    /// - Parameter end: Ends the query, without a response.
    /// - Returns: Whether there is room for it.
    func add(_ id: Int, end: @escaping @Sendable () -> Void) -> Bool {
        state.withLock { state in
            guard !state.isClosed, state.open.count < Self.maxOpen else { return false }
            state.open[id] = end
            return true
        }
    }

    /// Removes a query, with its response, if there is one.
    func finish(_ id: Int, _ answer: DNSAnswer?) {
        let waiters = state.withLock { state in
            guard state.open.removeValue(forKey: id) != nil else { return [AsyncStream<Void>.Continuation]() }
            if let answer { state.answers.append(answer) }
            return Array(state.waiters.values)
        }
        for waiter in waiters { waiter.yield() }
    }
}

/// Where the response to a query goes after its time is over, and how long it is waited for.
struct LateDelivery: Sendable {
    let answers: LateAnswers
    /// How long programs wait for a server, from the query on.
    let patience: Duration
}
