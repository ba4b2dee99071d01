public import NetworkModel

/// Questions about multicast DNS on a link.
@frozen public enum MulticastFollowUp: Sendable, Hashable {
    /// Whether multicast passes in both directions on the links, and which hosts respond for a name: its labels, from
    /// the first on, and the record types to query.
    case query([String], types: [DNSRecordType])
}
