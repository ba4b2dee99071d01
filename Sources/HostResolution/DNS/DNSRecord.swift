public import NetworkModel

/// One resource record of an answer (RFC 1035 section 3.2.1).
public struct DNSRecord: Sendable, Hashable {
    /// What the record holds. Names and text are in presentation format: a byte that is not printable ASCII is `\DDD`
    /// in decimal, dots and backslashes within a label are escaped (RFC 1035 section 5.1, RFC 4343 section 2.1).
    public enum Value: Sendable, Hashable {
        /// A, AAAA.
        case address(IPAddress)
        /// CNAME, NS, PTR: without the final dot; `.` is the root.
        case name(String)
        /// MX, SOA, SRV, TXT: the fields as a zone file has them.
        case text(String)
    }

    /// The record's data (RDATA), decoded by its type.
    public let value: Value
    /// Seconds that the record may be kept: the least of its own and of the aliases that led to it.
    public let ttl: Int

    /// Creates a record.
    ///
    /// - Parameter ttl: Seconds.
    public init(value: Value, ttl: Int) {
        self.value = value
        self.ttl = ttl
    }
}

extension DNSRecord.Value {
    /// The record's data as a zone file has it, names with their final dot.
    public var presentation: String {
        switch self {
        case .address(let address): address.description
        case .name(let name): name == "." ? name : name + "."
        case .text(let text): text
        }
    }
}
