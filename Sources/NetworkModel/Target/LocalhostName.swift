/// A name that denotes the machine that resolves it (RFC 6761 section 6.3). A final dot makes no difference.
public enum LocalhostName: Sendable, Hashable {
    /// `localhost`, which the hosts file contains.
    case localhost
    /// A name below it, as in `app.localhost`, which some resolvers do not know.
    case subdomain

    /// Parses a name.
    ///
    /// - Returns: `nil` if it may denote another machine.
    public init?(_ name: String) {
        // By byte: a combining mark would be a part of the character before it.
        var labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if labels.last?.isEmpty == true { labels.removeLast() }
        let isLocalhost = labels.last.map { $0.count == 9 && $0.elementsEqual("localhost".utf8) { $0 | 0x20 == $1 } }
        guard isLocalhost == true else { return nil }
        self = labels.count == 1 ? .localhost : .subdomain
    }
}
