public import NetworkModel

/// What the system's resolver made of a question.
public struct SystemAnswer: Sendable, Hashable {
    /// One address of a name, or one name of an address, and where the system had it from.
    public struct Entry: Sendable, Hashable {
        public let address: IPAddress
        /// For reverse questions.
        public let name: String?
        public let source: Resolution.Source
    }

    /// In the system's order (RFC 6724), at most 256; empty exactly where there is a ``failure``.
    public let entries: [Entry]
    public let failure: Resolution.FailureReason?
    /// Whether the resolver calls it temporary (`EAI_AGAIN`): no server has answered, or each of them failed.
    public var isTemporary = false
    public let duration: Duration
}
