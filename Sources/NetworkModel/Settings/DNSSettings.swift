/// How a DNS server is asked (RFC 1035), and how much is kept of what it answers.
public struct DNSSettings: Sendable, Hashable {
    /// One question and its answer as they are, with nothing repeated, and nothing asked of another transport.
    public struct Question: Sendable, Hashable {
        public var name: String
        /// The codes of QTYPE and QCLASS (RFC 1035 section 3.2).
        public var type: UInt16
        public var recordClass: UInt16
        public var isRecursionDesired: Bool
        /// Over TCP, in TLS or not; UDP otherwise.
        public var isStream: Bool
        public var isEncrypted: Bool

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

    public init() {}
}
