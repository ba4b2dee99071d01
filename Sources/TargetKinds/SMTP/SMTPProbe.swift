import NetworkModel
import Probes

/// Greets a mail server, switches to TLS if requested, and quits.
enum SMTPProbe {
    static func observe(
        _ request: KindRequest<SMTPSettings>, _ connection: StreamConnection, _ stream: ByteStream
    ) async throws -> SMTPEvidence {
        let settings = request.settings
        let evidence = SMTPEvidence(
            security: request.scheme.transport == .tls ? .implicit : .plain, startTLS: settings.startTLS)
        var session = SMTPSession(stream, evidence, name: settings.name)
        let turn = try await session.perform { session in
            try await session.greeting()
            try await session.hello()
            guard try await session.negotiatesTLS() else {
                try await session.logIn(request.login)
                return false
            }
            return true
        }
        guard turn == true else {
            try await session.quit()
            return session.evidence
        }
        var before = session.evidence
        before.extensions = []
        let after = try await connection.withTLS { [before] stream in
            // Data from before TLS is discarded (RFC 3207 section 4.2).
            var session = SMTPSession(stream, before, name: settings.name)
            session.evidence.security = .startTLS
            try await session.perform { session in
                try await session.hello()
                try await session.logIn(request.login)
            }
            try await session.quit()
            return session.evidence
        }
        before.outcome = .tlsFailed
        return after ?? before
    }
}

/// The dialogue on a connection until TLS begins.
private struct SMTPSession: KindSession {
    typealias Malformed = SMTPReply.Malformed

    private static let maxExtensions = 64

    var evidence: SMTPEvidence
    private var reader: StreamReader
    private let stream: ByteStream
    private let name: String
    /// Whether the server still accepts commands.
    private var isOpen = true
    private var offersStartTLS = false
    /// The SASL mechanisms.
    private var mechanisms: [String] = []

    init(_ stream: ByteStream, _ evidence: SMTPEvidence, name: String) {
        self.evidence = evidence
        self.stream = stream
        self.name = name
        reader = StreamReader(stream, allowance: 256 * 1_024)
    }

    var silence: SMTPEvidence.Outcome {
        evidence.step == .greeting && reader.unread.isEmpty ? .noGreeting : .noAnswer
    }

    mutating func record(_ malformed: SMTPReply.Malformed) { evidence.said = malformed.text }

    mutating func record(_ end: StreamEnd) {
        isOpen = false
        if !reader.unread.isEmpty { evidence.said = ServerText.text(reader.unread) }
        if case .failed(let reason) = end { evidence.failure = reason }
    }

    /// Reads the reply to the connection (RFC 5321 section 3.1).
    mutating func greeting() async throws {
        let reply = try await reply(at: .greeting)
        evidence.greeting = reply.text
        try expect(220, in: reply)
    }

    /// Sends EHLO, or HELO if the server does not support that (RFC 5321 section 3.2).
    mutating func hello() async throws {
        var reply = try await command("EHLO \(name)", .ehlo)
        if reply.code == 500 || reply.code == 502 {
            reply = try await command("HELO \(name)", .helo)
            if reply.code == 500 || reply.code == 502 { try end(.notSMTP, reply) }
        }
        // Neither command requires a login. FTP, whose greeting is 220 as well, requires one for unknown commands.
        if reply.code == 530 { try end(.notSMTP, reply) }
        try expect(250, in: reply)
        let extensions = evidence.step == .ehlo ? reply.lines.dropFirst() : []
        evidence.extensions = extensions.prefix(Self.maxExtensions).map { ServerText.text($0, atMost: 100) }
        mechanisms = Self.mechanisms(in: evidence.extensions)
        offersStartTLS = extensions.contains { $0.prefix { $0 != 0x20 }.isKeyword("STARTTLS") }
    }

    /// Logs in if credentials are configured (RFC 4954 section 4).
    mutating func logIn(_ login: KindLogin) async throws {
        let plain: PlainLogin
        do {
            guard let ready = try PlainLogin(login, security: evidence.security, mechanisms: mechanisms) else { return }
            plain = ready
        } catch {
            (evidence.step, evidence.failure) = (.login, error.reason)
            return try end(.loginMissing, nil)
        }
        let reply = try await command("AUTH PLAIN \(plain.response)", .login)
        switch reply.code {
        case 235:
            plain.record(isAccepted: true)
            evidence.isLoggedIn = true
        case 500...599:
            // 538 and 530 are about the connection, 504 about the mechanism (RFC 4954 section 6).
            if ![504, 530, 538].contains(reply.code) { plain.record(isAccepted: false) }
            evidence.said = plain.masked(reply.text)
            (evidence.outcome, evidence.code) = (.loginRejected, reply.code)
            throw SessionEnd()
        default:
            evidence.said = plain.masked(reply.text)
            (evidence.outcome, evidence.code) = (reply.code >= 400 ? .refused : .notSMTP, reply.code)
            throw SessionEnd()
        }
    }

    /// The mechanisms after `AUTH`, or after `AUTH=` of old servers.
    private static func mechanisms(in extensions: [String]) -> [String] {
        let line = extensions.first { $0.uppercased().hasPrefix("AUTH ") || $0.uppercased().hasPrefix("AUTH=") }
        return (line?.dropFirst(5) ?? "").split(separator: " ").map(String.init)
    }

    /// Requests STARTTLS.
    ///
    /// - Returns: Whether TLS begins now.
    mutating func negotiatesTLS() async throws -> Bool {
        guard evidence.security == .plain, evidence.startTLS != .off else { return false }
        guard offersStartTLS else {
            if evidence.startTLS == .required { try end(.startTLSMissing, nil) }
            return false
        }
        let reply = try await command("STARTTLS", .startTLS)
        if reply.code == 421 { try end(.refused, reply) }
        guard reply.code == 220 else {
            evidence.startTLSReply = reply.text
            if evidence.startTLS == .required { try end(.startTLSRefused, reply) }
            return false
        }
        // An attacker may have inserted this data, so that it would be taken for data within TLS.
        guard !reader.hasMore else {
            isOpen = false
            evidence.said = ServerText.text(reader.unread)
            (evidence.outcome, evidence.code) = (.startTLSInjected, nil)
            throw SessionEnd()
        }
        return true
    }

    /// Ends the session (RFC 5321 section 4.1.1.10). The reply does not matter, and is only waited for briefly.
    mutating func quit() async throws {
        guard isOpen, evidence.outcome != .notSMTP else { return }
        do {
            let stream = stream.limited(to: .seconds(1))
            try await stream.send(Array("QUIT\r\n".utf8))
            _ = try await stream.receive()
        } catch is StreamEnd {}
    }

    private mutating func command(_ line: String, _ step: SMTPEvidence.Step) async throws -> SMTPReply {
        evidence.step = step
        // A reply that arrived before its command is invalid.
        guard !reader.hasMore else { throw SMTPReply.Malformed(text: ServerText.text(reader.unread)) }
        try await stream.send(Array("\(line)\r\n".utf8))
        return try await reply(at: step)
    }

    private mutating func reply(at step: SMTPEvidence.Step) async throws -> SMTPReply {
        evidence.step = step
        return try await SMTPReply(from: &reader)
    }

    private mutating func expect(_ code: Int, in reply: SMTPReply) throws {
        guard reply.code != code else { return }
        try end(reply.code >= 400 ? .refused : .notSMTP, reply)
    }

    private mutating func end(_ outcome: SMTPEvidence.Outcome, _ reply: SMTPReply?) throws {
        (evidence.outcome, evidence.said, evidence.code) = (outcome, reply?.text, reply?.code)
        throw SessionEnd()
    }
}
