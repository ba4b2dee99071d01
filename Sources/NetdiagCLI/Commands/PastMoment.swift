import NetworkModel

/// A moment in the past as it is typed.
struct PastMoment: Sendable, Hashable {
    let text: String

    /// - Throws: Why it is none.
    init(_ text: String) throws(Timestamp.TextProblem) {
        _ = try Timestamp.past(text)
        self.text = text
    }

    /// What is safe in a query as it stands is all but the plus sign of an offset.
    var query: String { text.replacing("+", with: "%2B") }
}
