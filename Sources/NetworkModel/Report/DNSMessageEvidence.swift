/// The response of a DNS server, section by section, with records in the form of a zone file.
public struct DNSMessageEvidence: Sendable, Hashable, Codable {
    /// The response code (RCODE, RFC 1035 section 4.1.1).
    public var code: Int
    /// The records of the answer section as `NAME\tTTL\tCLASS\tTYPE\tDATA`, at most 256.
    public var answers: [String]
    /// The records of the authority section, like ``answers``.
    public var authorities: [String]
    /// The records of the additional section, like ``answers``.
    public var additionals: [String]
    /// The serial number of the last SOA record among the answers.
    public var serial: UInt32?
    /// The time until the connection was established, with TLS if requested. JSON key: `connect_ms`.
    public var connect: Milliseconds
    /// The time from then to the response. JSON key: `request_ms`.
    public var request: Milliseconds

    /// Creates a response; the times are zero if there was no connection.
    public init(
        code: Int, answers: [String], authorities: [String], additionals: [String], serial: UInt32?,
        connect: Duration = .zero, request: Duration = .zero
    ) {
        self.code = code
        self.answers = answers
        self.authorities = authorities
        self.additionals = additionals
        self.serial = serial
        self.connect = Milliseconds(connect)
        self.request = Milliseconds(request)
    }

    enum CodingKeys: String, CodingKey {
        case code, answers, authorities, additionals, serial
        case connect = "connect_ms"
        case request = "request_ms"
    }
}
