import HTTPTypes
import Synchronization

/// Limits how many queries of the history each client makes at once; its other queries wait in order. Otherwise,
/// hundreds of queries of one client could delay those of all others.
final class QueryTurns: Sendable {
    /// Exists for as long as the query runs.
    final class Turn: Sendable {
        private let turns: QueryTurns
        private let scopes: [ClientScope]

        fileprivate init(_ turns: QueryTurns, _ scopes: [ClientScope]) {
            self.turns = turns
            self.scopes = scopes
        }

        deinit { turns.leave(scopes) }
    }

    private struct Waiting {
        let id: Int
        let scopes: ScopeCounts.Limits
        let continuation: CheckedContinuation<Turn, any Error>
    }

    private struct State {
        var counts = ScopeCounts()
        var waiting: [Waiting] = []
        var lastID = 0
        /// Tasks that were cancelled before they were queued.
        var cancelled: Set<Int> = []
    }

    /// The maximum number of queries of a client that wait: the widest scope counts all clients of a kind.
    static let maxWaiting = 16
    static let maxWaitingOfKind = 64

    private let limits: ConnectionLimits
    private let state = Mutex(State())

    init(limits: ConnectionLimits = .queries) {
        self.limits = limits
    }

    /// The number of queries that wait.
    var waitingCount: Int { state.withLock { $0.waiting.count } }

    /// Waits until the client may make a query.
    ///
    /// - Throws: ``Problem``: 429 if too many of the client wait already; `CancellationError` if the task is cancelled.
    func acquire(for client: Client) async throws -> Turn {
        let scopes = limits.scopes(of: client)
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        // A cancellation after the turn leaves an entry that is not needed.
        defer { state.withLock { _ = $0.cancelled.remove(id) } }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Turn, any Error>? = state.withLock { state in
                    if state.cancelled.contains(id) { return .failure(CancellationError()) }
                    if state.counts.enter(within: scopes) == nil {
                        return .success(Turn(self, scopes.map(\.scope)))
                    }
                    if let problem = Self.problem(scopes, state.waiting) { return .failure(problem) }
                    state.waiting.append(Waiting(id: id, scopes: scopes, continuation: continuation))
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private static func problem(
        _ scopes: ScopeCounts.Limits, _ waiting: [Waiting]
    ) -> Problem? {
        for (place, scope) in scopes.enumerated() {
            let count = waiting.count { waiting in waiting.scopes.contains { $0.scope == scope.scope } }
            let limit = place == 0 && scopes.count > 1 ? maxWaitingOfKind : maxWaiting
            guard count >= limit else { continue }
            return Problem(
                .tooManyRequests,
                "\(count) queries of the history are waiting already for clients like you; wait for them",
                fields: [.retryAfter: "10"])
        }
        return nil
    }

    private func leave(_ scopes: [ClientScope]) {
        let next = state.withLock { state -> [(Waiting, Turn)] in
            state.counts.leave(scopes)
            var next: [(Waiting, Turn)] = []
            var waiting: [Waiting] = []
            for entry in state.waiting {
                if state.counts.enter(within: entry.scopes) == nil {
                    next.append((entry, Turn(self, entry.scopes.map(\.scope))))
                } else {
                    waiting.append(entry)
                }
            }
            state.waiting = waiting
            return next
        }
        for (entry, turn) in next { entry.continuation.resume(returning: turn) }
    }

    private func cancel(_ id: Int) {
        let waiting = state.withLock { state -> CheckedContinuation<Turn, any Error>? in
            guard let index = state.waiting.firstIndex(where: { $0.id == id }) else {
                state.cancelled.insert(id)
                return nil
            }
            return state.waiting.remove(at: index).continuation
        }
        waiting?.resume(throwing: CancellationError())
    }
}
