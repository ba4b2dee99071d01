import NetworkModel

/// The DNS queries that a fault matches. All given conditions must hold.
package struct QueryMatch: Sendable, Hashable {
    /// A name in lower case without the final dot, `*.example.test` for all names below one, or `*` for all names.
    package var name: String?
    package var type: UInt16?

    package init() {}

    /// Whether all queries that the other one matches are matched by this one as well.
    func covers(_ other: QueryMatch) -> Bool {
        guard type == nil || type == other.type else { return false }
        guard let name, name != "*" else { return true }
        guard let inner = other.name, inner != name else { return other.name == name }
        return name.hasPrefix("*.") && inner.hasSuffix(name.dropFirst())
    }

    func fits(_ query: DNSQuery) -> Bool {
        if let type, type != query.type { return false }
        guard let name, name != "*" else { return true }
        return name.hasPrefix("*.") ? query.name.hasSuffix(name.dropFirst()) : query.name == name
    }
}
