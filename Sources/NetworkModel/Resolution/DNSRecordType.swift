/// The supported record types (IANA "Resource Record (RR) TYPEs").
public enum DNSRecordType: String, Sendable, Hashable, Codable, CaseIterable {
    /// IPv4 address (RFC 1035 section 3.4.1).
    case a = "A"
    /// IPv6 address (RFC 3596 section 2.1).
    case aaaa = "AAAA"
    /// Canonical name of an alias (RFC 1035 section 3.3.1).
    case cname = "CNAME"
    /// Mail exchange (RFC 1035 section 3.3.9).
    case mx = "MX"
    /// Name server of a zone (RFC 1035 section 3.3.11).
    case ns = "NS"
    /// Pointer to another name (RFC 1035 section 3.3.12).
    case ptr = "PTR"
    /// Start of a zone of authority (RFC 1035 section 3.3.13).
    case soa = "SOA"
    /// Location of a service (RFC 2782).
    case srv = "SRV"
    /// Text (RFC 1035 section 3.3.14).
    case txt = "TXT"

    /// The code of the type on the wire.
    public var code: UInt16 {
        switch self {
        case .a: 1
        case .ns: 2
        case .cname: 5
        case .soa: 6
        case .ptr: 12
        case .mx: 15
        case .txt: 16
        case .aaaa: 28
        case .srv: 33
        }
    }

    /// Creates the type with a code; `nil` if it is not supported.
    public init?(code: UInt16) {
        guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = type
    }
}
