import FoundationEssentials

/// Parses and formats times of archives (ISO 8601).
enum ISODate {
    /// Parses a time. The result is in whole seconds since 1970, and `nil` if the text is invalid.
    static func seconds(_ text: String) -> Int? {
        guard text.utf8.count <= 64 else { return nil }
        var plain = text
        if let dot = plain.firstIndex(of: ".") {
            let fraction = plain[plain.index(after: dot)...].prefix { ("0"..."9").contains($0) }
            guard !fraction.isEmpty else { return nil }
            plain = String(plain[..<dot] + plain[fraction.endIndex...])
        }
        guard let date = try? Date(plain, strategy: .iso8601),
            (-62_135_596_800.0...253_402_300_799.0).contains(date.timeIntervalSince1970)
        else { return nil }
        return Int(date.timeIntervalSince1970.rounded(.down))
    }

    /// Formats a time with milliseconds, in UTC.
    static func text(_ date: Date) -> String {
        date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    }
}
