import HTTPTypes
import Synchronization

/// Limits the number of places of a kind that each client has at once: streaming responses, requests that send traffic,
/// registrations.
final class ClientLimits: Sendable {
    /// Exists for as long as the place is needed.
    final class Place: Sendable {
        private let shares: ClientLimits
        private let scopes: [ClientScope]

        fileprivate init(_ shares: ClientLimits, _ scopes: [ClientScope]) {
            self.shares = shares
            self.scopes = scopes
        }

        deinit { shares.leave(scopes) }
    }

    private let limits: ConnectionLimits
    private let what: String
    private let advice: String
    private let counts = Mutex(ScopeCounts())

    /// - Parameters:
    ///   - what: What there is too much of, as a clause: "streams are open".
    ///   - advice: What the client can do; completes the sentence.
    init(limits: ConnectionLimits, _ what: String, advice: String) {
        self.limits = limits
        self.what = what
        self.advice = advice
    }

    static func streams() -> ClientLimits {
        ClientLimits(limits: .streams, "streams are open", advice: "close one of them")
    }

    static func requests() -> ClientLimits {
        ClientLimits(limits: .requests, "requests that send traffic are being answered", advice: "wait for one of them")
    }

    static func registrations() -> ClientLimits {
        ClientLimits(limits: .registrations, "services are registered", advice: "end one of them")
    }

    /// - Throws: 429 if the client, or clients of its kind, have reached their limit.
    func acquire(for client: Client) throws(Problem) -> Place {
        let scopes = limits.scopes(of: client)
        guard let reached = counts.withLock({ $0.enter(within: scopes) }) else {
            return Place(self, scopes.map(\.scope))
        }
        throw Problem(
            .tooManyRequests, "\(reached) \(what) already for clients like you; \(advice)", fields: [.retryAfter: "10"])
    }

    private func leave(_ scopes: [ClientScope]) {
        counts.withLock { $0.leave(scopes) }
    }
}
