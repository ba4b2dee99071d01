extension FactPhrase {
    /// The name by which translations refer to it.
    package var name: String { String(describing: self) }

    /// The text of a phrase without placeholders.
    package var text: String { rawValue }

    /// The text with values. A placeholder without a value is kept.
    package func text(_ facts: [String: String]) -> String { Template.filled(rawValue, facts) ?? rawValue }
}
