import Diagnosis
import NetworkModel
import TargetKinds

/// The dialogue with a Redis server.
struct RedisEvidence: JudgedEvidence, SessionEvidence {
    enum Outcome: String, Sendable, Hashable, Codable, SessionOutcome {
        /// The server answered PING, and has the required role.
        case answered
        case silent, closed, reset, failed
        /// The data does not follow the protocol.
        case foreign = "not-redis"
        /// The server answers with an error.
        case refused
        /// A login is required, and there is none that could be sent.
        case loginMissing = "login-missing"
        case loginRejected = "login-rejected"
        case wrongRole = "wrong-role"
    }

    static let layer = Layer.kind("redis")

    var outcome = Outcome.answered
    /// The reply at which the dialogue ended, or the reason why there is none.
    var reply: String?
    /// The required role.
    var expectedRole = RedisRole.any
    /// The server's role, if one is required.
    var role: RedisRole?

    enum CodingKeys: String, CodingKey {
        case outcome, reply
        case expectedRole = "expected_role"
        case role
    }

    var summary: String { [outcome.rawValue, reply].compactMap(\.self).joined(separator: ": ") }
    var isProven: Bool { outcome == .answered }
    var datagrams: DatagramEvidence? { nil }
    /// All messages are small, but a path that drops large packets may also drop these.
    var hasStalled: Bool { outcome == .silent }

    mutating func mapServerText(_ change: (String) -> String) { reply = reply.map(change) }

    func findings(in evidence: Evidence) -> [Finding] {
        let reply = SafeText.escaped(self.reply ?? "no reply")
        var facts = ["destination": evidence.destination, "reply": reply, "role": expectedRole.rawValue]
        func named(_ entry: CauseEntry, how: String? = nil) -> [Finding] {
            facts["how"] = how
            return [Finding(entry, facts)]
        }
        return switch outcome {
        case .answered: []
        case .silent: named(RedisCauses.noAnswer)
        case .closed: named(RedisCauses.closed, how: RedisPhrases.ends.text)
        case .reset: named(RedisCauses.closed, how: RedisPhrases.aborts.text)
        case .failed: named(RedisCauses.closed, how: RedisPhrases.endsWithError.text(["reason": reply]))
        case .foreign: named(RedisCauses.notRedis)
        case .refused: named(RedisCauses.refused)
        case .loginMissing: named(RedisCauses.loginRequired)
        case .loginRejected: named(RedisCauses.loginRejected)
        case .wrongRole: named(RedisCauses.wrongRole)
        }
    }
}
