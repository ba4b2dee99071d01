/// The type of a DNS record, by its number (IANA, Domain Name System Parameters).
public struct RecordType: RawRepresentable, Sendable, Hashable {
    /// The code on the wire.
    public let rawValue: UInt16

    /// Creates a type by its code, for example 13 for HINFO.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// An IPv4 address (RFC 1035 section 3.4.1).
    public static let a = RecordType(rawValue: 1)
    /// The canonical name of an alias (RFC 1035 section 3.3.1).
    public static let cname = RecordType(rawValue: 5)
    /// A pointer to another name (RFC 1035 section 3.3.12); DNS-SD lists instances with it (RFC 6763 section 4.1).
    public static let ptr = RecordType(rawValue: 12)
    /// Text (RFC 1035 section 3.3.14); DNS-SD keeps the attributes of a service in it (RFC 6763 section 6).
    public static let txt = RecordType(rawValue: 16)
    /// An IPv6 address (RFC 3596 section 2.1).
    public static let aaaa = RecordType(rawValue: 28)
    /// Host and port of a service (RFC 2782).
    public static let srv = RecordType(rawValue: 33)

    /// Validates the type: 128 to 255 are queries, OPT belongs to no name, and 0 is reserved (RFC 6895 section 3.1).
    func validate() throws(ServiceDiscoveryError) {
        guard rawValue != 0, rawValue != 41, !(128...255).contains(rawValue) else {
            throw .invalidName("\(rawValue) is not a type of records that netdiag keeps; AAAA, for example, is 28")
        }
    }
}
