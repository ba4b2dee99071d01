extension Duration {
    /// The units of a duration in the configuration, in nanoseconds.
    private static let units: [(name: String, nanoseconds: Int64)] = [
        ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000),
        ("ms", 1_000_000),
    ]

    /// Parses `500ms`, `30s`, `1.5m`, `1h`, `1d`. A number without a unit is in seconds, and durations beyond 292 years are
    /// clamped.
    package init(setting text: String) throws(SettingsError) {
        let isNegative = text.hasPrefix("-")
        let digits = text.utf8.dropFirst(isNegative ? 1 : 0).prefix {
            Self.isDigit($0) || $0 == UInt8(ascii: ".")
        }
        let unit = text.utf8.dropFirst(digits.count + (isNegative ? 1 : 0))
        let parts = digits.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard
            let scale = unit.isEmpty
                ? 1_000_000_000 : Self.units.first(where: { $0.name.utf8.elementsEqual(unit) })?.nanoseconds,
            parts.count <= 2, parts.allSatisfy({ !$0.isEmpty })
        else {
            throw SettingsError(
                "\(SafeText.shown(text)) is not a duration; write a number and ms, s, m, h or d, as in 30s")
        }
        var nanoseconds: Int64 = 0
        var place = scale
        for digit in parts.dropFirst().joined() {
            place /= 10
            nanoseconds += Int64(digit - UInt8(ascii: "0")) * place
        }
        let whole = Int64(String(decoding: parts[0], as: UTF8.self))?.multipliedReportingOverflow(by: scale)
        let sum = whole.map { $0.partialValue.addingReportingOverflow(nanoseconds) }
        guard let whole, let sum, !whole.overflow, !sum.overflow else {
            self = .nanoseconds(isNegative ? Int64.min : Int64.max)
            return
        }
        self = .nanoseconds(isNegative ? -sum.partialValue : sum.partialValue)
    }

    /// The shortest text that ``init(setting:)`` parses as this duration, in the largest unit that divides it.
    package var settingText: String {
        let (seconds, attoseconds) = components
        guard seconds < 1_000_000_000 else { return "\(seconds)s" }
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        for unit in Self.units where nanoseconds != 0 && nanoseconds % unit.nanoseconds == 0 {
            return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
        }
        return nanoseconds == 0 ? "0s" : "\(Double(nanoseconds) / 1e6)ms"
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
