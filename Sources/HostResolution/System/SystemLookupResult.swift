public import NetworkModel

/// The result of the system resolver.
public struct SystemLookupResult: Sendable, Hashable {
    /// An address of a name, or a name of an address, with its source.
    public struct Entry: Sendable, Hashable {
        /// The address: that of the name, or the one in a reverse query.
        public let address: IPAddress
        /// The name, for reverse queries.
        public let name: String?
        /// The source: the hosts file, multicast DNS, or the resolver (getaddrinfo(3), getnameinfo(3)).
        public let source: Resolution.Source
    }

    /// The entries in the system's order (RFC 6724), at most 256; empty exactly if there is a ``failure``.
    public let entries: [Entry]
    /// Why there are no entries; `nil` if there are some.
    public let failure: Resolution.FailureReason?
    /// Whether the failure is temporary (`EAI_AGAIN`): no server responded, or each of them failed.
    public var isTemporary = false
    /// The duration of the call.
    public let duration: Duration
}
