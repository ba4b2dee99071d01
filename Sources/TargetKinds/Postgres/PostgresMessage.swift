import NetworkModel

/// The messages of a client (PostgreSQL documentation, "Message Formats").
enum PostgresRequest {
    /// SSLRequest, which asks whether the server supports TLS.
    static let tls: [UInt8] = [0, 0, 0, 8, 4, 210, 22, 47]
    static let terminate: [UInt8] = [UInt8(ascii: "X"), 0, 0, 0, 4]

    /// StartupMessage of protocol 3.0.
    static func startup(user: String, database: String?) -> [UInt8] {
        var fields = [("user", user), ("application_name", "netdiag")]
        if let database { fields.append(("database", database)) }
        var body: [UInt8] = [0, 3, 0, 0]
        for (name, value) in fields { body += "\(name)\0\(value)\0".utf8 }
        body.append(0)
        return PostgresMessage.bytes(of: body.count + 4) + body
    }
}

/// A message of a server before the first query.
enum PostgresMessage: Sendable, Equatable {
    case authentication(PostgresAuthentication)
    case error(PostgresError)
    /// The version of the server, from the parameter `server_version`.
    case version(String)
    /// ReadyForQuery: the connection is accepted.
    case ready
    /// A notice, a parameter, a key, or a lower version of the protocol.
    case other

    /// The error for data that is not a message of the protocol; with a reason.
    struct Malformed: Error, Hashable {
        let detail: String

        init(_ detail: String) { self.detail = detail }
    }

    /// The maximum length of a body in bytes; messages before the first query have some hundred.
    static let maxBytes = 32 * 1_024
    /// The types of AuthenticationRequest, ErrorResponse, NoticeResponse, ParameterStatus, BackendKeyData,
    /// ReadyForQuery, NegotiateProtocolVersion.
    static let types = Set("RENSKZv".utf8)

    init(type: UInt8, _ body: [UInt8]) throws(Malformed) {
        switch type {
        case UInt8(ascii: "R"): self = .authentication(try PostgresAuthentication(body))
        case UInt8(ascii: "E"): self = .error(try PostgresError(body))
        case UInt8(ascii: "S"):
            let texts = body.split(separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            guard texts.count == 3 else { throw Malformed("a parameter has no end") }
            let isVersion = texts[0].elementsEqual("server_version".utf8)
            self = isVersion ? .version(ServerText.text(texts[1], atMost: 60)) : .other
        case UInt8(ascii: "Z"):
            guard body.count == 1 else { throw Malformed("ReadyForQuery has \(body.count) bytes") }
            self = .ready
        case _ where Self.types.contains(type): self = .other
        default: throw Malformed("a message has the type \(type)")
        }
    }

    static func number(_ bytes: some Sequence<UInt8>) -> Int { bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) } }

    static func bytes(of number: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xff) } }
}

/// The login that a server requires (AuthenticationRequest).
public struct PostgresAuthentication: Sendable, Hashable, Codable {
    /// The code, 0 if no login is required.
    public var code: Int
    /// The SASL mechanisms, at most 8.
    public var mechanisms: [String] = []

    private static let names = [
        0: "none", 2: "Kerberos V5", 3: "password", 5: "md5", 7: "GSSAPI", 9: "SSPI", 10: "SASL",
    ]

    init(_ body: [UInt8]) throws(PostgresMessage.Malformed) {
        guard body.count >= 4 else { throw PostgresMessage.Malformed("an authentication request is cut off") }
        code = PostgresMessage.number(body)
        guard Self.names[code] != nil else {
            throw PostgresMessage.Malformed("it asks for the authentication \(code), which is not one to begin with")
        }
        guard code == 10 else { return }
        let texts = body.dropFirst(4).split(separator: 0)
        guard !texts.isEmpty else { throw PostgresMessage.Malformed("it offers no SASL mechanism") }
        mechanisms = texts.prefix(8).map { ServerText.text($0, atMost: 40) }
    }

    /// The login in words, as in `SCRAM-SHA-256`, or `md5`.
    var words: String { mechanisms.isEmpty ? Self.names[code] ?? "\(code)" : mechanisms.joined(separator: " ") }

    mutating func map(_ change: (String) -> String) { mechanisms = mechanisms.map(change) }
}

/// The error with which a server ends a connection (ErrorResponse).
public struct PostgresError: Sendable, Hashable, Codable {
    /// The SQLSTATE, as in `57P03` (PostgreSQL documentation, appendix A).
    public var code: String
    /// The message in the language of the server, at most 300 Unicode scalars.
    public var message: String
    /// The detail, at most 300 Unicode scalars; `nil` if there is none.
    public var detail: String?

    init(_ body: [UInt8]) throws(PostgresMessage.Malformed) {
        var fields: [UInt8: ArraySlice<UInt8>] = [:]
        var rest = body[...]
        while let type = rest.popFirst(), type != 0 {
            guard let end = rest.firstIndex(of: 0) else { throw PostgresMessage.Malformed("an error is cut off") }
            fields[type] = rest[..<end]
            rest = rest[(end + 1)...]
        }
        guard let code = fields[UInt8(ascii: "C")], code.count == 5, let message = fields[UInt8(ascii: "M")] else {
            throw PostgresMessage.Malformed("an error has no SQLSTATE or no message")
        }
        self.code = ServerText.text(code, atMost: 5)
        self.message = ServerText.text(message)
        detail = fields[UInt8(ascii: "D")].map { ServerText.text($0) }
    }

    /// The error in words, as in `the database system is starting up (57P03)`. The text of the server can contain
    /// anything.
    var words: String { "\(message) (\(code))" + (detail.map { ": \($0)" } ?? "") }

    mutating func map(_ change: (String) -> String) {
        code = change(code)
        message = change(message)
        detail = detail.map(change)
    }
}
