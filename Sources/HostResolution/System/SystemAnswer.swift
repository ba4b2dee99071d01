public import NetworkModel

/// What the system's resolver made of a question.
public struct SystemAnswer: Sendable, Hashable {
    /// One address of a name, or one name of an address, and where the system had it from.
    public struct Entry: Sendable, Hashable {
        /// The address: the answer to a forward question, or what a reverse question was about.
        public let address: IPAddress
        /// For reverse questions.
        public let name: String?
        /// Where the system had it from: the hosts file, multicast DNS, or its resolver (`getaddrinfo(3)`,
        /// `getnameinfo(3)`).
        public let source: Resolution.Source
    }

    /// In the system's order (RFC 6724), at most 256; empty exactly where there is a ``failure``.
    public let entries: [Entry]
    /// Why there are no entries; `nil` if there are some.
    public let failure: Resolution.FailureReason?
    /// Whether the resolver calls it temporary (`EAI_AGAIN`): no server has answered, or each of them failed.
    public var isTemporary = false
    /// From the start of the call to its answer.
    public let duration: Duration
}
