import NetworkModel
import Probes

/// Queries the capabilities of an IMAP server, switches to TLS if requested, and logs out.
enum IMAPProbe {
    static func observe(
        _ request: KindRequest<IMAPSettings>, _ connection: StreamConnection, _ stream: ByteStream
    ) async throws -> IMAPEvidence {
        let evidence = IMAPEvidence(
            security: request.scheme.transport == .tls ? .implicit : .plain, startTLS: request.settings.startTLS)
        var session = IMAPSession(stream, evidence)
        let turn = try await session.perform { session in
            try await session.greeting()
            try await session.capability()
            guard try await session.negotiatesTLS() else {
                try await session.logIn(request.login)
                return false
            }
            return true
        }
        guard turn == true else {
            try await session.logout()
            return session.evidence
        }
        var before = session.evidence
        before.capabilities = []
        let after = try await connection.withTLS { [before] stream in
            // Data from before TLS is discarded (RFC 9051 section 6.2.1). There is no second greeting.
            var session = IMAPSession(stream, before)
            session.evidence.security = .startTLS
            try await session.perform { session in
                try await session.capability()
                try await session.logIn(request.login)
            }
            try await session.logout()
            return session.evidence
        }
        before.outcome = .tlsFailed
        return after ?? before
    }
}

/// The dialogue on a connection until TLS begins.
private struct IMAPSession: KindSession {
    typealias Malformed = IMAPResponse.Malformed

    private static let maxCapabilities = 64
    /// The maximum number of lines in response to a command.
    private static let maxResponses = 100

    var evidence: IMAPEvidence
    private var reader: StreamReader
    private let stream: ByteStream
    /// Whether the server still accepts commands.
    private var isOpen = true
    private var commands = 0
    private var offersStartTLS = false

    init(_ stream: ByteStream, _ evidence: IMAPEvidence) {
        self.evidence = evidence
        self.stream = stream
        reader = StreamReader(stream, allowance: 256 * 1_024)
    }

    var silence: IMAPEvidence.Outcome {
        evidence.step == .greeting && reader.unread.isEmpty ? .noGreeting : .noAnswer
    }

    mutating func record(_ malformed: IMAPResponse.Malformed) { evidence.said = malformed.text }

    mutating func record(_ end: StreamEnd) {
        isOpen = false
        if !reader.unread.isEmpty { evidence.said = ServerText.text(reader.unread) }
        if case .failed(let reason) = end { evidence.failure = reason }
    }

    /// Reads the greeting: OK, PREAUTH or BYE (RFC 9051 section 7.1).
    mutating func greeting() async throws {
        evidence.step = .greeting
        let response = try await IMAPResponse(from: &reader, tag: nil)
        evidence.greeting = response.text
        switch response.kind {
        case .ok: break
        case .preauth: evidence.isPreauthenticated = true
        case .bye: try end(.bye, response)
        case .no, .bad, .capability, .other: try end(.notIMAP, response)
        }
    }

    /// Queries the capabilities, one of which must be that of a version (RFC 9051 section 6.1.1).
    mutating func capability() async throws {
        let (tagged, untagged) = try await command("CAPABILITY", .capability)
        let capabilities = untagged.last { $0.kind == .capability }?.words.dropFirst().filter { !$0.isEmpty } ?? []
        guard tagged.kind == .ok, capabilities.contains(where: { $0.prefix(5).isKeyword("IMAP4") }) else {
            return try end(.notIMAP, tagged)
        }
        evidence.capabilities = capabilities.prefix(Self.maxCapabilities).map { ServerText.text($0, atMost: 100) }
        offersStartTLS = capabilities.contains { $0.isKeyword("STARTTLS") }
    }

    /// Logs in if credentials are configured (RFC 9051 section 6.2.2).
    mutating func logIn(_ login: KindLogin) async throws {
        guard !evidence.isPreauthenticated else { return }
        let mechanisms = evidence.capabilities.filter { $0.uppercased().hasPrefix("AUTH=") }.map {
            String($0.dropFirst(5))
        }
        let plain: PlainLogin
        do {
            guard let ready = try PlainLogin(login, security: evidence.security, mechanisms: mechanisms) else { return }
            plain = ready
        } catch {
            (evidence.step, evidence.failure) = (.login, error.reason)
            return try end(.loginMissing, nil)
        }
        let tagged = try await authenticate(plain)
        guard tagged.kind == .ok else {
            // UNAVAILABLE means a problem of the server (RFC 5530 section 3).
            let isUnavailable = tagged.words.dropFirst().first?.starts(with: "[UNAVAILABLE]".utf8) == true
            if tagged.kind == .no, !isUnavailable { plain.record(isAccepted: false) }
            (evidence.outcome, evidence.said) = (.loginRejected, plain.masked(tagged.text))
            throw SessionEnd()
        }
        plain.record(isAccepted: true)
        evidence.isLoggedIn = true
    }

    /// Authenticates. The credentials are sent with the command if the server supports that (SASL-IR, RFC 4959),
    /// otherwise after its request.
    private mutating func authenticate(_ login: PlainLogin) async throws -> IMAPResponse {
        if evidence.capabilities.contains(where: { $0.uppercased() == "SASL-IR" }) {
            return try await command("AUTHENTICATE PLAIN \(login.response)", .login).tagged
        }
        evidence.step = .login
        commands += 1
        let tag = "a\(commands)"
        try await stream.send(Array("\(tag) AUTHENTICATE PLAIN\r\n".utf8))
        for _ in 0...Self.maxResponses {
            let line = try await reader.line(atMost: IMAPResponse.maxLineBytes)
            if line.first == UInt8(ascii: "+") {
                try await stream.send(Array("\(login.response)\r\n".utf8))
                return try await responses(to: tag).tagged
            }
            let response = try IMAPResponse(line, tag: tag)
            if response.tag != nil { return response }
        }
        throw IMAPResponse.Malformed(text: "more responses than a login has")
    }

    /// Requests STARTTLS.
    ///
    /// - Returns: Whether TLS begins now.
    mutating func negotiatesTLS() async throws -> Bool {
        guard evidence.security == .plain, evidence.startTLS != .off else { return false }
        // After PREAUTH it is not allowed, which an attacker could use to prevent TLS (RFC 9051 section 11.2).
        guard offersStartTLS, !evidence.isPreauthenticated else {
            if evidence.startTLS == .required { try end(.startTLSMissing, nil) }
            return false
        }
        let (tagged, _) = try await command("STARTTLS", .startTLS)
        guard tagged.kind == .ok else {
            evidence.startTLSReply = tagged.text
            if evidence.startTLS == .required { try end(.startTLSRefused, tagged) }
            return false
        }
        // An attacker may have inserted this data, so that it would be taken for data within TLS.
        guard !reader.hasMore else {
            isOpen = false
            (evidence.outcome, evidence.said) = (.startTLSInjected, ServerText.text(reader.unread))
            throw SessionEnd()
        }
        return true
    }

    /// Logs out (RFC 9051 section 6.1.3). The response does not matter, and is only waited for briefly.
    mutating func logout() async throws {
        guard isOpen, evidence.outcome != .notIMAP, evidence.outcome != .bye else { return }
        do {
            let stream = stream.limited(to: .seconds(1))
            try await stream.send(Array("z LOGOUT\r\n".utf8))
            _ = try await stream.receive()
        } catch is StreamEnd {}
    }

    /// Sends a command.
    ///
    /// - Returns: The response that ends the command, and those before it.
    private mutating func command(
        _ name: String, _ step: IMAPEvidence.Step
    ) async throws -> (tagged: IMAPResponse, untagged: [IMAPResponse]) {
        evidence.step = step
        commands += 1
        let tag = "a\(commands)"
        try await stream.send(Array("\(tag) \(name)\r\n".utf8))
        return try await responses(to: tag)
    }

    private mutating func responses(
        to tag: String
    ) async throws -> (tagged: IMAPResponse, untagged: [IMAPResponse]) {
        var untagged: [IMAPResponse] = []
        while true {
            let response = try await IMAPResponse(from: &reader, tag: tag)
            if response.tag != nil { return (response, untagged) }
            if response.kind == .bye { try end(.bye, response) }
            guard untagged.count < Self.maxResponses else { throw IMAPResponse.Malformed(text: response.text) }
            untagged.append(response)
        }
    }

    private mutating func end(_ outcome: IMAPEvidence.Outcome, _ response: IMAPResponse?) throws {
        (evidence.outcome, evidence.said) = (outcome, response?.text)
        throw SessionEnd()
    }
}
