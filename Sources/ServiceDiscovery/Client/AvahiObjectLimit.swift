import Synchronization

/// Limits the concurrent requests of a connection. It can be used on any thread, so that callers need not wait for the loop
/// to learn that there are too many.
final class AvahiObjectLimit: Sendable {
    /// Browsers and lookups must leave room for publications.
    enum Kind {
        case publication, question
    }

    /// The maximum number of each kind, which is more than the daemon has for itself and all its clients.
    static let maxObjects = 384

    private struct State {
        var counts: [Kind: Int] = [:]
        var lastID = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    /// Registers a request.
    ///
    /// - Returns: The number of the request; ``leave(_:)`` ends it, once.
    /// - Throws: ``ServiceDiscoveryError/unavailable(_:)`` after the connection was closed,
    ///   ``ServiceDiscoveryError/tooMany(_:)``.
    func enter(_ kind: Kind) throws(ServiceDiscoveryError) -> Int {
        let outcome: Result<Int, ServiceDiscoveryError> = state.withLock { state in
            if state.isClosed { return .failure(Self.closed) }
            guard state.counts[kind, default: 0] < Self.maxObjects else {
                let what = kind == .publication ? "publications" : "browsers and lookups"
                return .failure(.tooMany("\(Self.maxObjects) \(what) at a time are the most"))
            }
            state.counts[kind, default: 0] += 1
            state.lastID += 1
            return .success(state.lastID)
        }
        return try outcome.get()
    }

    func leave(_ kind: Kind) { state.withLock { $0.counts[kind, default: 0] -= 1 } }

    func close() { state.withLock { $0.isClosed = true } }

    static let closed = ServiceDiscoveryError.unavailable("the connection to avahi-daemon has been closed")
}
