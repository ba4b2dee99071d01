/// How a DNS server is queried (RFC 1035), and how much of its answer is kept.
public struct DNSSettings: Sendable, Hashable {
    /// One question and its answer as they are, with nothing repeated, and nothing asked of another transport.
    public struct Question: Sendable, Hashable {
        /// As it is asked for, with or without the last dot; `.` is the root.
        public var name: String
        /// The code of QTYPE (RFC 1035 section 3.2.3).
        public var type: UInt16
        /// The code of QCLASS (RFC 1035 section 3.2.5).
        public var recordClass: UInt16
        /// RD in the header (RFC 1035 section 4.1.1).
        public var isRecursionDesired: Bool
        /// Whether it goes over TCP, in TLS or not; UDP otherwise.
        public var isStream: Bool
        /// Whether it goes over TLS (RFC 7858); only over TCP.
        public var isEncrypted: Bool

        /// Creates a question: by default of the Internet's class, with recursion, over UDP.
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

    /// `nil`: the one that the target names, as a resolver would ask it.
    public var question: Question?

    /// Creates settings that ask as a resolver does.
    public init() {}
}
