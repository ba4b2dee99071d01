import NetworkModel
import Probes
import TargetKinds

/// The dialogue with a server (RESP, https://redis.io/docs/latest/develop/reference/protocol-spec/).
struct RedisSession: KindSession {
    /// A reply that does not follow the protocol.
    struct Malformed: Error {
        let line: [UInt8]
    }

    private static let maxLine = 512

    var evidence = RedisEvidence()
    private let stream: ByteStream
    private var reader: StreamReader

    init(_ stream: ByteStream) {
        self.stream = stream
        reader = StreamReader(stream, allowance: 16_384)
    }

    var silence: RedisEvidence.Outcome { .silent }

    mutating func record(_ malformed: Malformed) { evidence.reply = ServerText.text(malformed.line, atMost: 60) }

    mutating func record(_ end: StreamEnd) { evidence.reply = end.words }

    /// Sends PING, and the login only to a server that requires one.
    mutating func run(_ settings: RedisSettings, _ login: KindLogin) async throws {
        evidence.expectedRole = settings.role
        var reply = try await reply(to: ["PING"])
        if reply.utf8.starts(with: "-NOAUTH".utf8) {
            try await logIn(login, reply)
            reply = try await self.reply(to: ["PING"])
        }
        guard reply == "+PONG" else { try end(reply.utf8.first == UInt8(ascii: "-") ? .refused : .foreign, reply) }
        guard settings.role != .any else { return }
        evidence.role = try await role()
        if evidence.role != settings.role { try end(.wrongRole, evidence.role?.rawValue ?? "unknown") }
    }

    private mutating func logIn(_ login: KindLogin, _ demand: String) async throws {
        let secret: KindLogin.Login
        switch login {
        case .none(let reason): try end(.loginMissing, reason ?? RedisPhrases.noneConfigured.text)
        case .unavailable(let reason): try end(.loginMissing, reason)
        case .login(let login): secret = login
        }
        let words: [String]
        switch secret.secret.content {
        case .password(let user, let password): words = [user, password]
        case .token(let password): words = [password]
        case .tickets: try end(.loginMissing, RedisPhrases.noTickets.text)
        }
        let reply = try await reply(to: ["AUTH"] + words)
        guard reply == "+OK" || reply.utf8.first == UInt8(ascii: "-") else { try end(.foreign, reply) }
        secret.record(isAccepted: reply == "+OK")
        guard reply == "+OK" else { try end(.loginRejected, reply) }
    }

    /// The first of the values with which a server answers ROLE.
    private mutating func role() async throws -> RedisRole? {
        let head = try await reply(to: ["ROLE"])
        if head.utf8.first == UInt8(ascii: "-") { try end(.refused, head) }
        guard head.utf8.first == UInt8(ascii: "*") else { throw Malformed(line: Array(head.utf8)) }
        _ = try await reader.line(atMost: Self.maxLine)
        let name = try await reader.line(atMost: Self.maxLine)
        return name == Array("slave".utf8) ? .replica : RedisRole(rawValue: String(decoding: name, as: UTF8.self))
    }

    /// Sends a command as an array of strings, and reads the first line of the reply.
    private mutating func reply(to words: [String]) async throws -> String {
        let command = words.reduce("*\(words.count)\r\n") { $0 + "$\($1.utf8.count)\r\n\($1)\r\n" }
        try await stream.send(Array(command.utf8))
        let line = try await reader.line(atMost: Self.maxLine)
        guard let first = line.first, "+-*".utf8.contains(first) else { throw Malformed(line: line) }
        return ServerText.text(line)
    }

    private mutating func end(_ outcome: RedisEvidence.Outcome, _ reply: String) throws -> Never {
        evidence.outcome = outcome
        evidence.reply = reply
        throw SessionEnd()
    }
}
