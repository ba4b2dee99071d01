import NetworkModel
import Probes

/// Switches to TLS if requested, and queries the root DSE of an LDAP server.
enum LDAPProbe {
    static func observe(
        _ request: KindRequest<LDAPSettings>, _ connection: StreamConnection, _ stream: ByteStream
    ) async throws -> LDAPEvidence {
        let settings = request.settings
        let evidence = LDAPEvidence(
            security: request.scheme.transport == .tls ? .implicit : .plain, startTLS: settings.startTLS,
            expectedContext: settings.namingContext)
        var session = LDAPSession(stream, evidence)
        let turn = try await session.perform { session in
            guard evidence.security == .plain, settings.startTLS != .off else { return false }
            return try await session.negotiatesTLS()
        }
        guard turn == true else {
            if turn == false { try await session.perform { try await $0.search() } }
            try await session.unbind()
            return session.evidence
        }
        var before = session.evidence
        let after = try await connection.withTLS { [before] stream in
            var session = LDAPSession(stream, before)
            session.evidence.security = .startTLS
            try await session.perform { try await $0.search() }
            try await session.unbind()
            return session.evidence
        }
        before.outcome = .tlsFailed
        return after ?? before
    }
}

/// The dialogue on a connection until TLS begins.
private struct LDAPSession: KindSession {
    typealias Malformed = BERReader.Malformed

    /// The maximum number of messages in response to a request.
    private static let maxMessages = 64

    var evidence: LDAPEvidence
    private var reader: StreamReader
    private let stream: ByteStream
    /// Whether the server still accepts requests.
    private var isOpen = true
    private var lastID: UInt8 = 0

    init(_ stream: ByteStream, _ evidence: LDAPEvidence) {
        self.evidence = evidence
        self.stream = stream
        reader = StreamReader(stream, allowance: 256 * 1_024)
    }

    var silence: LDAPEvidence.Outcome { .silent }

    mutating func record(_ malformed: BERReader.Malformed) {
        isOpen = false
        evidence.detail = malformed.detail
    }

    mutating func record(_ end: StreamEnd) {
        isOpen = false
        evidence.detail = end.words ?? evidence.detail
    }

    /// Requests StartTLS.
    ///
    /// - Returns: Whether TLS begins now.
    mutating func negotiatesTLS() async throws -> Bool {
        let id = nextID()
        evidence.step = .startTLS
        try await stream.send(LDAPRequest.startTLS(id: id))
        for _ in 0..<Self.maxMessages {
            guard case .extended(let result) = try await operation(answering: id) else { continue }
            guard result.code == 0 else {
                guard evidence.startTLS != .required else { return try end(.startTLSRefused, result) }
                evidence.startTLSResult = result
                return false
            }
            // An attacker may have inserted this data, so that it would be taken for data within TLS.
            guard !reader.hasMore else {
                isOpen = false
                evidence.detail = "\(reader.unread.count) bytes"
                return try end(.startTLSInjected, nil)
            }
            return true
        }
        throw BERReader.Malformed("more than \(Self.maxMessages) messages answer StartTLS")
    }

    mutating func search() async throws {
        let id = nextID()
        evidence.step = .search
        try await stream.send(LDAPRequest.search(id: id))
        for _ in 0..<Self.maxMessages {
            switch try await operation(answering: id) {
            case .entry(let attributes): evidence.rootDSE = LDAPEvidence.RootDSE(attributes)
            case .searchDone(let result):
                evidence.result = result
                return
            case .extended, .other: continue
            }
        }
        throw BERReader.Malformed("more than \(Self.maxMessages) messages answer a search")
    }

    /// Ends the session.
    mutating func unbind() async throws {
        guard isOpen else { return }
        do {
            try await stream.limited(to: .seconds(1)).send(LDAPRequest.unbind(id: nextID()))
        } catch is StreamEnd {}
    }

    private mutating func operation(answering id: UInt8) async throws -> LDAPMessage.Operation {
        let message = try await next()
        // Notice of Disconnection, whose name is not checked, since there is no other notice (RFC 4511 section 4.4).
        if message.id == 0, case .extended(let result) = message.operation { return try end(.disconnected, result) }
        guard message.id == id else {
            throw BERReader.Malformed("a message answers request \(message.id), and \(id) was asked")
        }
        return message.operation
    }

    /// Reads the next message. Its first bytes are validated before it waits for the rest.
    private mutating func next() async throws -> LDAPMessage {
        let tag = try await reader.bytes(1)
        guard tag[0] == BER.sequence else {
            let text = ServerText.firstLine(tag + reader.unread, atMost: 60)
            throw BERReader.Malformed("it begins \"\(text)\"")
        }
        let first = try await reader.bytes(1)[0]
        var length = Int(first)
        if first >= 0x80 {
            length = BERReader.length(try await reader.bytes(try BERReader.lengthBytes(first)))
        }
        guard length <= LDAPMessage.maxBytes else { throw BERReader.Malformed("a message says \(length) bytes") }
        return try LDAPMessage(try await reader.bytes(length)[...])
    }

    private mutating func nextID() -> UInt8 {
        lastID += 1
        return lastID
    }

    private mutating func end<Value>(_ outcome: LDAPEvidence.Outcome, _ result: LDAPResult?) throws -> Value {
        if outcome == .disconnected { isOpen = false }
        (evidence.outcome, evidence.result) = (outcome, result)
        throw SessionEnd()
    }
}

extension LDAPEvidence.RootDSE {
    init(_ attributes: [String: [[UInt8]]]) {
        func values(_ names: String...) -> [String] {
            names.flatMap { attributes[$0] ?? [] }.prefix(32).map { ServerText.text($0, atMost: 200) }
        }
        namingContexts = values("namingcontexts")
        versions = values("supportedldapversion")
        vendor = values("vendorname", "vendorversion")
    }
}
