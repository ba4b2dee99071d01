/// A pattern for the texts of a field or a schema. The module that compiles patterns provides the matching.
package struct TextPattern: Sendable {
    /// The result of matching one text.
    package struct Outcome: Sendable {
        /// Whether the text matches; `nil` if this would take more steps than allowed.
        let matches: Bool?
        /// The processor time that it took.
        let cost: Duration

        package init(matches: Bool?, cost: Duration) {
            self.matches = matches
            self.cost = cost
        }
    }

    /// The expression as it was written.
    package let text: String
    /// Matches a text.
    let outcome: @Sendable (String) -> Outcome

    package init(_ text: String, outcome: @escaping @Sendable (String) -> Outcome) {
        self.text = text
        self.outcome = outcome
    }

    /// Whether a text matches; `nil` if this would take more steps than allowed.
    package func matches(_ value: String) -> Bool? { outcome(value).matches }
}
