/// The type of a DNS record, by its number (IANA, Domain Name System Parameters).
public struct RecordType: RawRepresentable, Sendable, Hashable {
    public let rawValue: UInt16

    /// Any type by its number, for example 13 for HINFO.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    public static let a = RecordType(rawValue: 1)
    public static let cname = RecordType(rawValue: 5)
    public static let ptr = RecordType(rawValue: 12)
    public static let txt = RecordType(rawValue: 16)
    public static let aaaa = RecordType(rawValue: 28)
    public static let srv = RecordType(rawValue: 33)

    /// RFC 6895 section 3.1: 128 to 255 are questions, OPT is none of any name, and 0 is nothing.
    func validate() throws(ServiceDiscoveryError) {
        guard rawValue != 0, rawValue != 41, !(128...255).contains(rawValue) else {
            throw .invalidName("\(rawValue) is no type of records that are kept; AAAA, for example, is 28")
        }
    }
}
