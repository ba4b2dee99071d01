package import NIOHTTP1

/// Shifts the dates of a response, so that a response that was fresh when it was recorded is fresh when it is replayed.
package enum ShiftedDates {
    private static let names = ["date", "expires", "last-modified"]

    /// Shifts the dates in header fields.
    ///
    /// - Parameter seconds: The time since the recording.
    package static func shift(_ headers: inout HTTPHeaders, by seconds: Int) {
        guard seconds != 0 else { return }
        let fields = headers.map { (name: $0.name, value: $0.value) }
        headers = HTTPHeaders(
            fields.map { name, value in
                if names.contains(name.lowercased()) { return (name, shifted(value, seconds) ?? value) }
                if name.lowercased() == "set-cookie" { return (name, cookie(value, seconds)) }
                return (name, value)
            })
    }

    /// Returns the shifted date; `nil` if the text is not a date, as in `Expires: 0`.
    private static func shifted(_ text: String, _ seconds: Int) -> String? {
        guard let time = HTTPDate.seconds(text) else { return nil }
        let moved = time + seconds
        // A year has four digits (RFC 9110 section 5.6.7).
        return (0...253_402_300_799).contains(moved) ? HTTPDate.text(moved) : nil
    }

    private static func cookie(_ value: String, _ seconds: Int) -> String {
        value.split(separator: ";", omittingEmptySubsequences: false).map { part in
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = pair[0].drop { $0 == " " }.lowercased()
            guard pair.count == 2, name == "expires" else { return String(part) }
            // Older servers write dates with hyphens, as in `21-Oct-2026`.
            let date = String(pair[1].map { $0 == "-" ? " " : $0 })
            return shifted(date, seconds).map { "\(pair[0])=\($0)" } ?? String(part)
        }.joined(separator: ";")
    }
}
