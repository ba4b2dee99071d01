import Synchronization

/// Counts what is asked of a connection at a time. Any thread may ask, so that nobody has to wait for the loop to hear that
/// it is too much.
final class AvahiObjectLimit: Sendable {
    /// Browsers and lookups are for whoever asks, and must leave room for publications.
    enum Kind {
        case publication, question
    }

    /// Of each kind: more than the daemon has for itself and for all of its clients.
    static let most = 384

    private struct State {
        var counts: [Kind: Int] = [:]
        var lastID = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    /// - Returns: A number for the request; ``leave(_:)`` gives its place back, once.
    /// - Throws: ``ServiceDiscoveryError/unavailable(_:)`` once it is closed, ``ServiceDiscoveryError/tooMany(_:)``.
    func enter(_ kind: Kind) throws(ServiceDiscoveryError) -> Int {
        let outcome: Result<Int, ServiceDiscoveryError> = state.withLock { state in
            if state.isClosed { return .failure(Self.closed) }
            guard state.counts[kind, default: 0] < Self.most else {
                let what = kind == .publication ? "publications" : "browsers and lookups"
                return .failure(.tooMany("\(Self.most) \(what) at a time are the most"))
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
