/// A regular expression that a text has to match, by the engine of whoever read it: this module links none.
package struct TextPattern: Sendable {
    /// As it was written.
    package let text: String
    /// Whether a text matches; `nil` if to find out would take more steps than are allowed.
    package let matches: @Sendable (String) -> Bool?

    package init(_ text: String, matches: @escaping @Sendable (String) -> Bool?) {
        self.text = text
        self.matches = matches
    }

    /// Why a text is refused, to complete a sentence; `nil` if it matches.
    package func refusal(of value: String) -> String? {
        switch matches(value) {
        case true: nil
        case false: "does not match the pattern \(text)"
        case nil: "takes too many steps to be matched with the pattern \(text)"
        }
    }
}
