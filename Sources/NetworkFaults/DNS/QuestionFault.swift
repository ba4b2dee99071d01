/// What goes wrong with some questions that a zone is asked.
package struct QuestionFault: Sendable {
    /// The cause that it leads to; `none` where questions are answered as the zone has it.
    package let name: String
    package let behaviour: DNSBehaviour
    /// Which questions it is about; those alone are counted.
    package var match: QuestionMatch
    /// Without a match for requests of HTTP.
    package var when: When
    /// Whether it is off until somebody switches it on.
    package var beginsOff = false

    package init(_ name: String, _ behaviour: DNSBehaviour, match: QuestionMatch, when: When) {
        (self.name, self.behaviour, self.match, self.when) = (name, behaviour, match, when)
    }

    /// Whether nothing is left for another one behind it: all of its questions are answered here, or the first of them, beyond which
    /// that one does not reach. Each counts the questions that it matches, whichever of them it answers.
    package func hides(_ other: QuestionFault) -> Bool {
        guard !beginsOff, match.covers(other.match) else { return false }
        var rest = when
        rest.first = nil
        guard rest == .always else { return false }
        guard let first = when.first else { return true }
        // Of other questions the two have other counts.
        guard other.match.covers(match) else { return false }
        return [other.when.first, other.when.between?.upperBound].compactMap(\.self).contains { $0 <= first }
    }
}
