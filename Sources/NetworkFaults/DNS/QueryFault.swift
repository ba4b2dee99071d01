/// A fault for some queries to a zone.
package struct QueryFault: Sendable {
    /// The cause that the fault leads to; `none` if the queries are answered from the zone.
    package let name: String
    package let behaviour: DNSBehaviour
    /// The queries that the fault matches. Only those are counted.
    package var match: QueryMatch
    /// The further conditions, without a match for HTTP requests.
    package var when: FaultConditions
    /// Whether the fault is off at first.
    package var beginsOff = false
    /// The fault with its arguments, as in `dns.slow=2s`.
    package var setting: String

    package init(
        _ name: String, _ behaviour: DNSBehaviour, match: QueryMatch, when: FaultConditions, setting: String? = nil
    ) {
        (self.name, self.behaviour, self.match, self.when) = (name, behaviour, match, when)
        self.setting = setting ?? name
    }

    /// Whether a later fault can never apply, since this fault handles all of its queries, or the first ones, up to a
    /// number that the later fault does not exceed. Each fault counts the queries that it matches, even if another one
    /// handles them.
    package func hides(_ other: QueryFault) -> Bool {
        guard !beginsOff, match.covers(other.match) else { return false }
        var rest = when
        rest.first = nil
        guard rest == .always else { return false }
        guard let first = when.first else { return true }
        // If the queries differ, the counts of the two faults differ.
        guard other.match.covers(match) else { return false }
        return [other.when.first, other.when.between?.upperBound].compactMap(\.self).contains { $0 <= first }
    }
}
