import Synchronization

/// The sessions of one listener.
package final class SessionTable: Sendable {
    static let cookie = "netdiag-session"
    /// At once; the oldest gives way.
    private static let maxSessions = 10_000

    /// A session, for lists: without the secret that its cookie is.
    package struct Entry: Sendable, Hashable {
        package var number: Int
        package var begun: ContinuousClock.Instant
        package var expires: ContinuousClock.Instant
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var started = 0
    }

    private let state = Mutex(State())

    package init() {}

    /// Begins a session.
    ///
    /// - Returns: The value of its cookie.
    func start(expiry: Duration, now: ContinuousClock.Instant = .now) -> String {
        var random = SystemRandomNumberGenerator()
        let token = (0..<4).map { _ in String(random.next(), radix: 36) }.joined()
        state.withLock { state in
            state.entries = state.entries.filter { $0.value.expires > now }
            if state.entries.count >= Self.maxSessions,
                let oldest = state.entries.min(by: { $0.value.number < $1.value.number })?.key
            {
                state.entries[oldest] = nil
            }
            state.started += 1
            state.entries[token] = Entry(number: state.started, begun: now, expires: now + expiry)
        }
        return token
    }

    /// The session of a request; `nil` where it has none that is still good.
    func entry(of request: ServedRequest, now: ContinuousClock.Instant = .now) -> Entry? {
        guard let token = request.cookies[Self.cookie] else { return nil }
        return state.withLock { state in
            guard let entry = state.entries[token], entry.expires > now else {
                state.entries[token] = nil
                return nil
            }
            return entry
        }
    }

    func end(_ request: ServedRequest) {
        guard let token = request.cookies[Self.cookie] else { return }
        state.withLock { $0.entries[token] = nil }
    }

    /// Those that are good, in the order of their beginning.
    package func list(now: ContinuousClock.Instant = .now) -> [Entry] {
        state.withLock { $0.entries.values.filter { $0.expires > now } }.sorted { $0.number < $1.number }
    }
}
