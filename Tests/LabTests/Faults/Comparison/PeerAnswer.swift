/// What another program reports about a fault.
struct PeerAnswer: Sendable {
    /// Its own words, on one line.
    var words: String
    /// Whether it reports a failure.
    var isFailure: Bool
    /// The time from the start of its command to its end.
    var time: Duration
}

extension String {
    /// The text on one line of a table.
    var inOneLine: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ")
        return line.replacing("|", with: "\\|").trimmingPrefix { $0.isWhitespace }.description
    }
}

extension Duration {
    var milliseconds: Double {
        Double(components.seconds) * 1_000 + Double(components.attoseconds) / 1e15
    }

    /// `0.012 s`.
    var shown: String {
        let milliseconds = Int(milliseconds.rounded())
        let fraction = String(milliseconds % 1_000 + 1_000).dropFirst()
        return "\(milliseconds / 1_000).\(fraction) s"
    }
}
