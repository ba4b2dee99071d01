public import NetworkModel

/// A resource record of a response (RFC 1035 section 3.2.1).
public struct DNSRecord: Sendable, Hashable {
    /// The data of a record. Names and text are in presentation format: a byte that is not printable ASCII is `\DDD` in
    /// decimal, and dots and backslashes within a label are escaped (RFC 1035 section 5.1, RFC 4343 section 2.1).
    public enum Value: Sendable, Hashable {
        /// The address of A and AAAA.
        case address(IPAddress)
        /// The name of CNAME, NS and PTR, without the final dot; `.` is the root.
        case name(String)
        /// The fields of MX, SOA, SRV and TXT, as in a zone file.
        case text(String)
    }

    /// The record's data (RDATA), decoded by its type.
    public let value: Value
    /// The time for which the record may be cached, in seconds: the minimum of its own TTL and those of the aliases that led
    /// to it.
    public let ttl: Int

    /// Creates a record.
    ///
    /// - Parameters:
    ///   - value: The record's data, decoded by its type.
    ///   - ttl: The time for which the record may be cached, in seconds.
    public init(value: Value, ttl: Int) {
        self.value = value
        self.ttl = ttl
    }
}

extension DNSRecord.Value {
    /// The record's data as in a zone file, names with their final dot.
    public var presentation: String {
        switch self {
        case .address(let address): address.description
        case .name(let name): name == "." ? name : name + "."
        case .text(let text): text
        }
    }
}
