import Synchronization

/// The sessions of one listener.
package final class SessionTable: Sendable {
    static let cookie = "netdiag-session"
    /// At once; the oldest gives way.
    private static let maxSessions = 10_000
    /// Bytes of the values of all sessions, with their names; beyond them the oldest session gives way.
    private static let maxBytes = 8 << 20

    /// A session, for lists: without the secret that its cookie is.
    package struct Entry: Sendable, Hashable {
        package var number: Int
        package var begun: ContinuousClock.Instant
        package var expires: ContinuousClock.Instant
        /// What routes have set. Requests brought it, and it may be secret.
        package var values: [String: String] = [:]

        var bytes: Int { values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var started = 0
        /// Of all values.
        var bytes = 0

        mutating func remove(_ token: String) {
            if let entry = entries.removeValue(forKey: token) { bytes -= entry.bytes }
        }

        mutating func removeExpired(_ now: ContinuousClock.Instant) {
            for (token, entry) in entries where entry.expires <= now { remove(token) }
        }

        /// - Returns: Whether there was one.
        mutating func removeOldest(but kept: String? = nil) -> Bool {
            let others = entries.lazy.filter { $0.key != kept }
            guard let oldest = others.min(by: { $0.value.number < $1.value.number })?.key else { return false }
            remove(oldest)
            return true
        }
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins a session, in place of the one that the request has.
    ///
    /// - Returns: The value of its cookie, and the session.
    func start(
        for request: ServedRequest, expiry: Duration, now: ContinuousClock.Instant = .now
    ) -> (token: String, entry: Entry) {
        var random = SystemRandomNumberGenerator()
        let token = (0..<4).map { _ in String(random.next(), radix: 36) }.joined()
        let former = request.cookies[Self.cookie]
        return state.withLock { state in
            if let former { state.remove(former) }
            state.removeExpired(now)
            if state.entries.count >= Self.maxSessions { _ = state.removeOldest() }
            state.started += 1
            let entry = Entry(number: state.started, begun: now, expires: now + expiry)
            state.entries[token] = entry
            return (token, entry)
        }
    }

    /// The session of a request, and the value of its cookie; `nil` if it has none that is still good.
    func session(
        of request: ServedRequest, now: ContinuousClock.Instant = .now
    ) -> (token: String, entry: Entry)? {
        guard let token = request.cookies[Self.cookie] else { return nil }
        return state.withLock { state in
            guard let entry = state.entries[token], entry.expires > now else {
                state.remove(token)
                return nil
            }
            return (token, entry)
        }
    }

    /// Sets values of a session; an empty one is taken away.
    ///
    /// - Parameter values: Each within ``SessionRule/maxValueBytes``; the names are those of the file.
    /// - Returns: The session with them; `nil` if it has ended meanwhile.
    func set(_ values: [String: String], in token: String, now: ContinuousClock.Instant = .now) -> Entry? {
        state.withLock { state in
            guard var entry = state.entries[token], entry.expires > now else { return nil }
            state.bytes -= entry.bytes
            for (name, value) in values { entry.values[name] = value.isEmpty ? nil : value }
            state.entries[token] = entry
            state.bytes += entry.bytes
            if state.bytes > Self.maxBytes { state.removeExpired(now) }
            while state.bytes > Self.maxBytes, state.removeOldest(but: token) {}
            return entry
        }
    }

    func end(_ request: ServedRequest) {
        guard let token = request.cookies[Self.cookie] else { return }
        state.withLock { $0.remove(token) }
    }

    /// Those that are good, in the order of their beginning.
    package func list(now: ContinuousClock.Instant = .now) -> [Entry] {
        state.withLock { $0.entries.values.filter { $0.expires > now } }.sorted { $0.number < $1.number }
    }
}
