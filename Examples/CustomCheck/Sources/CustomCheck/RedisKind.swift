import Diagnosis
import NetworkModel
import Probes
import TargetKinds

/// A Redis server, which has to answer PING (https://redis.io/docs/latest/commands/ping/), after a login where it wants one.
enum RedisKind: TargetKind {
    static let summary = "A Redis server, which has to answer PING."
    /// Both take `credentials`, and go through the proxy that is set, or named by `redis_proxy` or `all_proxy`.
    static let schemes = [
        RegisteredScheme(
            "redis", layer: RedisEvidence.layer, transport: .tcp, defaultPort: 6_379, sharing: [.credentials],
            proxyVariable: "redis"),
        RegisteredScheme(
            "rediss", layer: RedisEvidence.layer, transport: .tls, defaultPort: 6_379, sharing: [.credentials],
            proxyVariable: "redis"),
    ]
    static let causes = [notRedis, refused, loginRequired, loginRejected]
    static let probe = KindProbe<NoKindSettings, RedisEvidence>.stream { request, _, stream in
        try await RedisProbe.observe(login: request.login, stream)
    }

    static let notRedis = CauseEntry(
        "redis.not-redis", .error, "What listens on the port does not speak the protocol of Redis.",
        summary: "{destination} does not answer PING: {reply}",
        advice: ["see what listens there: ss -tlnp"],
        evidence: "the answer to PING is neither +PONG nor an error of Redis",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "redis.refused", .error, "Redis answers with an error.",
        summary: "{destination} refuses: {reply}",
        advice: ["LOADING passes by itself; DENIED: see protected-mode"],
        evidence: "the answer to PING begins with -",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRequired = CauseEntry(
        "redis.login-required", .error, "Redis wants a login, and there is none to be shown.",
        summary: "{destination} wants a login: {detail}",
        advice: ["name a file with name:password, or the password alone, in credentials:"],
        evidence: "the answer to PING begins with -NOAUTH, and no credentials are at hand",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let loginRejected = CauseEntry(
        "redis.login-rejected", .error, "Redis rejects the login.",
        summary: "{destination} rejects the login: {reply}",
        advice: ["see whether name and password are those of the server: ACL LIST"],
        evidence: "the answer to AUTH begins with -",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
}

/// Asks for PONG, and shows the login only to a server that wants one.
enum RedisProbe {
    static func observe(login: KindLogin, _ stream: ByteStream) async throws -> RedisEvidence {
        var evidence = RedisEvidence()
        var reader = StreamReader(stream)
        do {
            evidence.reply = try await ask(["PING"], stream, &reader)
            guard evidence.reply?.utf8.starts(with: "-NOAUTH".utf8) == true else { return evidence }
            switch login {
            case .none(let reason):
                (evidence.login, evidence.detail) = (.missing, reason ?? "none is configured")
            case .unavailable(let reason):
                (evidence.login, evidence.detail) = (.missing, reason)
            case .login(let login):
                guard let words = words(login.secret) else {
                    (evidence.login, evidence.detail) = (.missing, "Redis takes no tickets")
                    return evidence
                }
                evidence.reply = try await ask(["AUTH"] + words, stream, &reader)
                let isAccepted = evidence.reply == "+OK"
                login.record(isAccepted: isAccepted)
                evidence.login = isAccepted ? .accepted : .rejected
                if isAccepted { evidence.reply = try await ask(["PING"], stream, &reader) }
            }
        } catch let end as StreamEnd {
            (evidence.reply, evidence.end) = (nil, "\(end)")
        }
        return evidence
    }

    /// Sends a command as an array of strings, and reads a reply of one line (RESP).
    private static func ask(_ words: [String], _ stream: ByteStream, _ reader: inout StreamReader) async throws
        -> String
    {
        let command = words.reduce("*\(words.count)\r\n") { $0 + "$\($1.utf8.count)\r\n\($1)\r\n" }
        try await stream.send(Array(command.utf8))
        return String(decoding: try await reader.line(atMost: 512), as: UTF8.self)
    }

    private static func words(_ secret: Secret) -> [String]? {
        switch secret.content {
        case .password(let user, let password): [user, password]
        case .token(let password): [password]
        case .tickets: nil
        }
    }
}

/// What a Redis server has answered.
struct RedisEvidence: JudgedEvidence {
    enum Login: String, Sendable, Hashable, Codable {
        case accepted, rejected
        /// One is wanted, and there is none that could be shown.
        case missing
    }

    static let layer = Layer.kind("redis")

    /// To the last command.
    var reply: String?
    /// Why there is no answer.
    var end: String?
    /// `nil` where the server wants none.
    var login: Login?
    var detail: String?

    var summary: String { reply ?? end ?? "nothing" }
    var isProven: Bool { reply == "+PONG" }
    var datagrams: DatagramEvidence? { nil }
    /// Nothing of it is large.
    var hasStalled: Bool { false }

    mutating func mapServerText(_ change: (String) -> String) { reply = reply.map(change) }

    func findings(in evidence: Evidence) -> [Finding] {
        guard !isProven else { return [] }
        let entry =
            switch login {
            case .missing: RedisKind.loginRequired
            case .rejected: RedisKind.loginRejected
            case .accepted, nil: reply?.utf8.first == UInt8(ascii: "-") ? RedisKind.refused : RedisKind.notRedis
            }
        return [
            Finding(
                entry,
                [
                    "destination": evidence.destination, "reply": SafeText.escaped(summary),
                    "detail": SafeText.escaped(detail ?? ""),
                ])
        ]
    }
}
