public import NetworkModel

/// Questions about multicast DNS on a link.
@frozen public enum MulticastQuestion: Sendable, Hashable {
    /// Whether multicast gets out and back in on the links, and who answers there for a name.
    ///
    /// - Parameters:
    ///   - labels: Of the name, from the first on.
    ///   - types: The records that it is asked for.
    case query([String], types: [DNSRecordType])
}
