import NetworkModel

/// A time in the past, as given on the command line.
struct PastMoment: Sendable, Hashable {
    let text: String

    /// - Throws: The reason if it is not a time in the past.
    init(_ text: String) throws(Timestamp.TextProblem) {
        _ = try Timestamp.past(text)
        self.text = text
    }

    /// The text for a query. Only the plus sign of an offset must be encoded.
    var query: String { text.replacing("+", with: "%2B") }
}
