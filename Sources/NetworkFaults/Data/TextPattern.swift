/// A regular expression that a text must match. Its creator provides the engine, since this module links none.
package struct TextPattern: Sendable {
    /// The expression as it was written.
    package let text: String
    /// Whether a text matches; `nil` if this would take more steps than allowed.
    package let matches: @Sendable (String) -> Bool?

    package init(_ text: String, matches: @escaping @Sendable (String) -> Bool?) {
        self.text = text
        self.matches = matches
    }

    /// Returns the reason why a text is refused, as a clause; `nil` if it matches.
    package func refusal(of value: String) -> String? {
        switch matches(value) {
        case true: nil
        case false: "does not match the pattern \(text)"
        case nil: "takes too many steps to be matched with the pattern \(text)"
        }
    }
}
