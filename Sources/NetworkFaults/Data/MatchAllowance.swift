/// Limits the processor time of all patterns of one request or file. A single match has a limit of its own, but a request can
/// contain any number of texts, and other clients wait while they are matched.
package struct MatchAllowance: Sendable {
    /// The limit for a request.
    package static let ofRequest = Duration.milliseconds(100)
    /// The limit for a file of the user who serves it, which may have many rows.
    package static let ofFile = Duration.seconds(10)

    private let limit: Duration
    private var spent = Duration.zero
    /// The reason why no more texts are matched, which names the pattern; `nil` as long as the limit is kept.
    private(set) var refusal: String?

    package init(_ limit: Duration = Self.ofRequest) { self.limit = limit }

    /// Returns the reason why a text is refused, as a clause; `nil` if it matches. After the first result that is too costly,
    /// nothing is matched any more.
    mutating func refusal(of text: String, by pattern: TextPattern) -> String? {
        if let refusal { return refusal }
        if spent < limit {
            let outcome = pattern.outcome(text)
            spent += outcome.cost
            if let matches = outcome.matches { return matches ? nil : "does not match the pattern \(pattern.text)" }
        }
        refusal = "takes too many steps to be matched with the pattern \(pattern.text), which is too costly"
        return refusal
    }
}
