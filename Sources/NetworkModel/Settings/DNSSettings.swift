/// How a DNS server is queried (RFC 1035), and how much of its response is kept.
public struct DNSSettings: Sendable, Hashable {
    /// A single query whose response is kept as it is. It is not repeated, also not over another transport.
    public struct Question: Sendable, Hashable {
        /// The name, with or without a final dot; `.` is the root.
        public var name: String
        /// The code of QTYPE (RFC 1035 section 3.2.3).
        public var type: UInt16
        /// The code of QCLASS (RFC 1035 section 3.2.5).
        public var recordClass: UInt16
        /// Whether recursion is desired (RD in the header, RFC 1035 section 4.1.1).
        public var isRecursionDesired: Bool
        /// Whether TCP is used, with or without TLS, instead of UDP.
        public var isStream: Bool
        /// Whether TLS is used (RFC 7858), which requires TCP.
        public var isEncrypted: Bool

        /// Creates a query; by default of class IN, with recursion, over UDP.
        public init(
            name: String, type: UInt16, recordClass: UInt16 = 1, isRecursionDesired: Bool = true,
            isStream: Bool = false, isEncrypted: Bool = false
        ) {
            self.name = name
            self.type = type
            self.recordClass = recordClass
            self.isRecursionDesired = isRecursionDesired
            self.isStream = isStream
            self.isEncrypted = isEncrypted
        }
    }

    /// The query; `nil` for that of the target, sent like a resolver does.
    public var question: Question?

    /// Creates settings for a query like that of a resolver.
    public init() {}
}
