/// Durations in the syntax of other programs, such as `1h30m` or `500ms` (Go's time.ParseDuration).
enum ImportDuration {
    private static let units: [(name: String, milliseconds: Double)] = [
        ("ms", 1), ("us", 0.001), ("µs", 0.001), ("ns", 0.000_001), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000),
        ("s", 1_000),
    ]

    /// The duration in milliseconds, finite and not negative; `nil` if the text is not a duration.
    static func milliseconds(_ text: String) -> Double? {
        guard text.utf8.count <= 40 else { return nil }
        var rest = text.filter { $0 != " " }[...]
        guard !rest.isEmpty else { return nil }
        var total = 0.0
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isNumber || $0 == "." }
            guard let number = Double(digits) else { return nil }
            rest = rest[digits.endIndex...]
            guard let unit = units.first(where: { rest.hasPrefix($0.name) }) else { return nil }
            total += number * unit.milliseconds
            rest = rest.dropFirst(unit.name.count)
        }
        return total.isFinite ? total : nil
    }

    /// The duration for netdiag.yaml, within bounds in milliseconds.
    static func setting(_ milliseconds: Double, in bounds: ClosedRange<Int>) -> ImportedValue {
        .duration(milliseconds: Int(milliseconds, within: bounds))
    }

    static let interval = 1_000...86_400_000
    static let timeout = 100...300_000
}

extension Int {
    /// Creates the nearest integer within bounds. For NaN, it is the lower bound.
    init(_ number: Double, within bounds: ClosedRange<Int>) {
        guard number > Double(bounds.lowerBound) else {
            self = bounds.lowerBound
            return
        }
        self = number < Double(bounds.upperBound) ? Int(number.rounded()) : bounds.upperBound
    }
}
