import NetworkModel
import Probes

/// Switches to TLS if the server supports it, and requests a connection.
enum PostgresProbe {
    static func observe(
        _ request: KindRequest<PostgresSettings>, _ connection: StreamConnection, _ stream: ByteStream
    ) async throws -> PostgresEvidence {
        let (settings, database) = (request.settings, try databaseName(in: request.path))
        let evidence = PostgresEvidence(
            startTLS: settings.startTLS, user: settings.user, database: database ?? settings.user)
        var session = PostgresSession(stream, evidence)
        let turn = try await session.perform { session in
            if settings.startTLS != .off, try await session.negotiatesTLS() { return true }
            try await session.connect()
            return false
        }
        guard turn == true else { return session.evidence }
        var before = session.evidence
        let after = try await connection.withTLS { [before] stream in
            var session = PostgresSession(stream, before)
            session.evidence.security = .startTLS
            try await session.perform { try await $0.connect() }
            return session.evidence
        }
        before.outcome = .tlsFailed
        return after ?? before
    }

    /// The name of the database in a path.
    ///
    /// - Throws: `SettingsError` if the path is not valid.
    private static func databaseName(in path: String) throws(SettingsError) -> String? {
        let name = path.dropFirst()
        guard !name.isEmpty else { return nil }
        let isName = path.first == "/" && name.utf8.count <= PostgresSettings.maxNameBytes
        guard isName, !name.utf8.contains(where: { "?/%".utf8.contains($0) }) else {
            throw SettingsError(
                "\(path) is not the name of a database: expected /NAME with at most \(PostgresSettings.maxNameBytes) bytes, without ?, / and %"
            )
        }
        return String(name)
    }
}

/// The dialogue on a connection until TLS begins.
private struct PostgresSession: KindSession {
    typealias Malformed = PostgresMessage.Malformed

    /// The maximum number of messages in response to a request. Servers send some fifteen parameters.
    private static let maxMessages = 128

    var evidence: PostgresEvidence
    private var reader: StreamReader
    private let stream: ByteStream

    init(_ stream: ByteStream, _ evidence: PostgresEvidence) {
        self.evidence = evidence
        self.stream = stream
        reader = StreamReader(stream, allowance: 256 * 1_024)
    }

    var silence: PostgresEvidence.Outcome { .silent }

    mutating func record(_ malformed: PostgresMessage.Malformed) { evidence.detail = malformed.detail }

    mutating func record(_ end: StreamEnd) { evidence.detail = end.words ?? evidence.detail }

    /// Requests TLS.
    ///
    /// - Returns: Whether TLS begins now.
    mutating func negotiatesTLS() async throws -> Bool {
        evidence.step = .tls
        try await stream.send(PostgresRequest.tls)
        let answer = try await reader.bytes(1)
        switch answer[0] {
        case UInt8(ascii: "S"):
            guard reader.hasMore else { return true }
            // Another protocol that begins with an S, such as SSH, is text. Messages of this protocol have zeros in
            // their length.
            guard reader.unread.prefix(4).contains(where: { !(0x20..<0x7f).contains($0) }) else {
                throw notPostgres(answer)
            }
            // An attacker may have inserted this data, so that it would be taken for data within TLS (CVE-2021-23222).
            evidence.detail = "\(reader.unread.count) bytes"
            return try end(.tlsInjected)
        case UInt8(ascii: "N"):
            guard evidence.startTLS != .required else { return try end(.tlsRefused) }
            return false
        case UInt8(ascii: "E"):
            guard case .error(let error) = try await next(answer[0]) else { return false }
            evidence.error = error
            return try end(.refused)
        default: throw notPostgres(answer)
        }
    }

    mutating func connect() async throws {
        evidence.step = .startup
        // Without a database, the server uses the name of the user.
        let database = evidence.database == evidence.user ? nil : evidence.database
        try await stream.send(PostgresRequest.startup(user: evidence.user, database: database))
        for _ in 0..<Self.maxMessages {
            switch try await next(try await reader.bytes(1)[0]) {
            case .authentication(let request):
                guard evidence.authentication == nil else {
                    throw PostgresMessage.Malformed("it asks for a login twice")
                }
                evidence.authentication = request
                // The server does not log a client that leaves now, as opposed to one that sends more.
                if request.code != 0 { return }
            case .error(let error):
                evidence.error = error
                return try end(.refused)
            case .version(let version): evidence.version = version
            case .ready:
                guard evidence.authentication != nil else {
                    throw PostgresMessage.Malformed("it is ready for queries without a word about the login")
                }
                evidence.isReady = true
                do {
                    try await stream.limited(to: .seconds(1)).send(PostgresRequest.terminate)
                } catch is StreamEnd {}
                return
            case .other: continue
            }
        }
        throw PostgresMessage.Malformed("more than \(Self.maxMessages) messages answer a request")
    }

    /// Reads the message that begins with this byte. Its first bytes are validated before it waits for the rest.
    private mutating func next(_ type: UInt8) async throws -> PostgresMessage {
        guard PostgresMessage.types.contains(type) else { throw notPostgres([type]) }
        let head = try await reader.bytes(4)
        let length = PostgresMessage.number(head) - 4
        guard (0...PostgresMessage.maxBytes).contains(length) else { throw notPostgres([type] + head) }
        return try PostgresMessage(type: type, try await reader.bytes(length))
    }

    private func notPostgres(_ read: [UInt8]) -> PostgresMessage.Malformed {
        PostgresMessage.Malformed("it begins \"\(ServerText.firstLine(read + reader.unread, atMost: 60))\"")
    }

    private mutating func end<Value>(_ outcome: PostgresEvidence.Outcome) throws -> Value {
        evidence.outcome = outcome
        throw SessionEnd()
    }
}
