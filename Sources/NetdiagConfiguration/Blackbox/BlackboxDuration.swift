/// Durations in the format of Go's `time.ParseDuration`: `1m30s`, `1.5s`, `300ms`.
enum BlackboxDuration {
    private static let units: [(name: String, seconds: Double)] = [
        ("ns", 1e-9), ("us", 1e-6), ("µs", 1e-6), ("ms", 1e-3), ("s", 1), ("m", 60), ("h", 3_600),
    ]

    /// - Returns: `nil` if the text is not a duration, or if it is longer than a day.
    static func parse(_ text: String) -> Duration? {
        var rest = text[...]
        var seconds = 0.0
        guard !rest.isEmpty, rest.utf8.count <= 32 else { return nil }
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
            let unit = rest[digits.endIndex...].prefix { $0.isLetter }
            guard let number = Double(digits), let factor = units.first(where: { $0.name == unit })?.seconds else {
                return nil
            }
            seconds += number * factor
            rest = rest[unit.endIndex...]
        }
        return seconds <= 86_400 ? .seconds(seconds) : nil
    }
}
