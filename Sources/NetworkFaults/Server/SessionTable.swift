import Synchronization

/// The sessions of one listener.
package final class SessionTable: Sendable {
    /// The name of the cookie, which is not that of netdiagd's page: browsers send cookies to all ports of a host (RFC 6265
    /// section 8.5).
    static let cookie = "netdiag-serve-session"
    /// The maximum number of sessions; beyond it, the oldest is removed.
    private static let maxSessions = 10_000
    /// The maximum size in bytes of the names and values of all sessions; beyond it, the oldest sessions are removed.
    private static let maxBytes = 8 << 20

    /// A session for lists, without the secret value of its cookie.
    package struct Entry: Sendable, Hashable {
        package var number: Int
        package var begun: ContinuousClock.Instant
        package var expires: ContinuousClock.Instant
        /// The values that routes have set. They come from requests, and may be secret.
        package var values: [String: String] = [:]

        var bytes: Int { values.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count } }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var started = 0
        /// The size of all values in bytes.
        var bytes = 0

        mutating func remove(_ token: String) {
            if let entry = entries.removeValue(forKey: token) { bytes -= entry.bytes }
        }

        mutating func removeExpired(_ now: ContinuousClock.Instant) {
            for (token, entry) in entries where entry.expires <= now { remove(token) }
        }

        /// Removes the oldest session.
        ///
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

    /// Starts a session, which replaces that of the request.
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

    /// Returns the session of a request and the value of its cookie; `nil` if it has no valid session.
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

    /// Sets values of a session; an empty value is removed.
    ///
    /// - Parameter values: The values, each within ``SessionRule/maxValueBytes``; the names are those of the file.
    /// - Returns: The changed session; `nil` if it has ended in the meantime.
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

    /// The valid sessions, in the order of their start.
    package func list(now: ContinuousClock.Instant = .now) -> [Entry] {
        state.withLock { $0.entries.values.filter { $0.expires > now } }.sorted { $0.number < $1.number }
    }
}
