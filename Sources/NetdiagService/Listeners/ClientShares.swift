import HTTPTypes
import Synchronization

/// How many answers that go on each kind of client has at once.
final class StreamLimiter: Sendable {
    /// Held for as long as the answer goes on.
    final class Place: Sendable {
        private let limiter: StreamLimiter
        private let scopes: [ClientScope]

        fileprivate init(_ limiter: StreamLimiter, _ scopes: [ClientScope]) {
            self.limiter = limiter
            self.scopes = scopes
        }

        deinit { limiter.leave(scopes) }
    }

    private let limits: ConnectionLimits
    private let counts = Mutex<[ClientScope: Int]>([:])

    init(limits: ConnectionLimits = .streams) {
        self.limits = limits
    }

    /// - Throws: 429 where the client, or clients of its kind, have as many as they may.
    func take(for client: Client) throws(Problem) -> Place {
        let scopes = limits.scopes(of: client)
        let reached = counts.withLock { counts -> Int? in
            if let full = scopes.first(where: { counts[$0.scope, default: 0] >= $0.limit }) { return full.limit }
            for (scope, _) in scopes { counts[scope, default: 0] += 1 }
            return nil
        }
        guard let reached else { return Place(self, scopes.map(\.scope)) }
        throw Problem(
            .tooManyRequests, "\(reached) streams are open already for clients like you; close one of them",
            fields: [.retryAfter: "10"])
    }

    private func leave(_ scopes: [ClientScope]) {
        counts.withLock { counts in
            for scope in scopes {
                let left = counts[scope, default: 0] - 1
                counts[scope] = left > 0 ? left : nil
            }
        }
    }
}
