/// The sessions of browsers whose users have provided the token: a reducer without a clock.
///
/// A browser receives a random value in place of the token. The value exists only in memory, and ends with the token,
/// the daemon, or its lifetime.
struct Sessions: Sendable {
    /// The maximum number of sessions; beyond that, the oldest one ends.
    static let maxSessions = 64
    static let lifetime = Duration.seconds(30 * 86_400)

    typealias Instant = ContinuousClock.Instant

    private var sessions: [(value: String, end: Instant)] = []

    /// - Returns: The value of a new session: 256 bits of the kernel's random numbers (getrandom(2)) in hexadecimal.
    mutating func begin(at now: Instant) -> String {
        var random = SystemRandomNumberGenerator()
        let value = (0..<4).map { _ in
            let digits = String(random.next() as UInt64, radix: 16)
            return String(repeating: "0", count: 16 - digits.utf8.count) + digits
        }.joined()
        sessions.removeAll { $0.end <= now }
        if sessions.count >= Self.maxSessions { sessions.removeFirst() }
        sessions.append((value, now + Self.lifetime))
        return value
    }

    /// Whether the value is that of a session; all are compared, so that the time discloses nothing.
    func isValid(_ value: String, at now: Instant) -> Bool {
        var isValid = false
        for session in sessions where ConstantTime.isEqual(value, session.value) { isValid = session.end > now }
        return isValid
    }

    mutating func end(_ value: String) {
        sessions.removeAll { ConstantTime.isEqual(value, $0.value) }
    }

    mutating func endAll() { sessions = [] }
}
