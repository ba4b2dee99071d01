import Synchronization

/// Counts what is asked of a connection at a time. Any thread may ask, so that nobody has to wait for the loop to hear that
/// it is too much.
final class Admission: Sendable {
    static let most = 256

    private struct State {
        var count = 0
        var lastID = 0
        var isClosed = false
    }
    private let state = Mutex(State())

    /// - Returns: A number for the request; ``leave()`` gives its place back, once.
    /// - Throws: ``ServiceDiscoveryError/unavailable(_:)`` once it is closed, ``ServiceDiscoveryError/tooMany(_:)``.
    func enter() throws(ServiceDiscoveryError) -> Int {
        let outcome: Result<Int, ServiceDiscoveryError> = state.withLock { state in
            if state.isClosed { return .failure(Self.closed) }
            guard state.count < Self.most else {
                return .failure(
                    .tooMany("\(Self.most) publications, browsers and lookups at a time are the most"))
            }
            state.count += 1
            state.lastID += 1
            return .success(state.lastID)
        }
        return try outcome.get()
    }

    func leave() { state.withLock { $0.count -= 1 } }

    func close() { state.withLock { $0.isClosed = true } }

    static let closed = ServiceDiscoveryError.unavailable("the connection to avahi-daemon has been closed")
}
