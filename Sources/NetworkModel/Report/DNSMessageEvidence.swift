/// An answer of a DNS server, section by section, as a zone file has its records.
public struct DNSMessageEvidence: Sendable, Hashable, Codable {
    /// RCODE (RFC 1035 section 4.1.1).
    public var code: Int
    /// `NAME\tTTL\tCLASS\tTYPE\tDATA`, at most 256 a section.
    public var answers: [String]
    /// As ``answers``, of the authority section.
    public var authorities: [String]
    /// As ``answers``, of the additional section.
    public var additionals: [String]
    /// The serial number of the last SOA record among the answers.
    public var serial: UInt32?
    /// Until the connection stood, in TLS where it was asked for. JSON key: `connect_ms`.
    public var connect: Milliseconds
    /// From then to the answer. JSON key: `request_ms`.
    public var request: Milliseconds

    /// Creates what was read of a message; the times are zero where no connection was made.
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
