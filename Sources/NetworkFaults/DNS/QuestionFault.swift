/// What goes wrong with some questions that a zone is asked.
package struct QuestionFault: Sendable {
    /// The cause that it leads to; `none` where questions are answered as the zone has it.
    package let name: String
    package let behaviour: DNSBehaviour
    /// Which questions it is about; those alone are counted.
    package var match: QuestionMatch
    /// Without a match for requests of HTTP.
    package var when: When

    package init(_ name: String, _ behaviour: DNSBehaviour, match: QuestionMatch, when: When) {
        (self.name, self.behaviour, self.match, self.when) = (name, behaviour, match, when)
    }

    /// Whether nothing is left for those behind it.
    package var takesAll: Bool { when == .always && match.type == nil && [nil, "*"].contains(match.name) }
}
