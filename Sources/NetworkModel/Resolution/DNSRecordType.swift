/// The record types that can be asked for (IANA "Resource Record (RR) TYPEs").
public enum DNSRecordType: String, Sendable, Hashable, Codable, CaseIterable {
    case a = "A"
    case aaaa = "AAAA"
    case cname = "CNAME"
    case mx = "MX"
    case ns = "NS"
    case ptr = "PTR"
    case soa = "SOA"
    case srv = "SRV"
    case txt = "TXT"

    /// The number on the wire.
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

    /// The type of a number on the wire; `nil` where it is none of these.
    public init?(code: UInt16) {
        guard let type = Self.allCases.first(where: { $0.code == code }) else { return nil }
        self = type
    }
}
