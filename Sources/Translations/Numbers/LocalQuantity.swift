public import NetworkModel

/// Numbers with their units in the language of the reader. What programs read has `Quantity`, which is English.
public enum LocalQuantity {
    /// How much of a span is said.
    public enum Detail: Sendable {
        /// `12 min`, `47 h`, `5 d`: one unit, which is the smaller one up to two of the larger.
        case one
        /// `45 s`, `12 min`, `3 h 5 min`, `8 d 2 h`: the two largest units.
        case two
    }

    /// `25 µs`, `0.3 ms`, `1204 ms`, `12.3 s`; in German `0,3 ms`.
    public static func text(_ duration: Milliseconds) -> String { formatted(Quantity.text(duration)) }

    /// - Parameter milliseconds: 0 or more.
    public static func text(milliseconds: Double) -> String {
        text(Milliseconds(.microseconds(Int64(milliseconds * 1_000))))
    }

    /// `10 Gbit/s`, `2.5 Gbit/s`, `100 Mbit/s`.
    public static func speed(megabits: Int) -> String { formatted(Quantity.speed(megabits: megabits)) }

    /// `12345`; in German `12.345`.
    public static func text(_ count: Int) -> String { formatted("\(count)") }

    /// `99.98 %`, rounded down: what failed once was not up all the time.
    ///
    /// - Parameters:
    ///   - share: 0 to 1.
    ///   - places: Digits behind the decimal point, 0 to 6.
    public static func percent(_ share: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1) { power, _ in power * 10 }
        let parts = Int((share * Double(100 * scale)).rounded(.down))
        let rest = places > 0 ? "." + String("\(scale + parts % scale)".dropFirst()) : ""
        return Phrase.percent.text(["percent": formatted("\(parts / scale)\(rest)")])
    }

    /// A span of time in whole units, rounded down; one that is negative is none.
    public static func span(from start: Timestamp, to end: Timestamp, _ detail: Detail) -> String {
        span(seconds: (end.millisecondsSince1970 - start.millisecondsSince1970) / 1_000, detail)
    }

    /// A span of time in whole units, rounded down; one that is negative is none.
    public static func span(seconds: Int64, _ detail: Detail) -> String {
        let seconds = Int(max(seconds, 0))
        return switch detail {
        case .one:
            switch seconds {
            case ..<120: Phrase.countSeconds.text(seconds)
            case ..<7_200: Phrase.countMinutes.text(seconds / 60)
            case ..<172_800: Phrase.countHours.text(seconds / 3_600)
            default: Phrase.countDays.text(seconds / 86_400)
            }
        case .two:
            switch seconds {
            case ..<60: Phrase.countSeconds.text(seconds)
            case ..<3_600: Phrase.countMinutes.text(seconds / 60)
            case ..<86_400: both(.countHours, seconds / 3_600, .countMinutes, seconds % 3_600 / 60)
            default: both(.countDays, seconds / 86_400, .countHours, seconds % 86_400 / 3_600)
            }
        }
    }

    private static func both(_ large: Phrase, _ count: Int, _ small: Phrase, _ rest: Int) -> String {
        let first = large.text(count)
        return rest == 0 ? first : Phrase.twoUnits.text(["large": first, "small": small.text(rest)])
    }

    /// A quantity of the model's English in the language of the reader: `6.4 ms` in German is `6,4 ms`. What is no number of one or
    /// several digits with a unit behind it stays as it is: versions, addresses, names, sentences.
    public static func local(_ english: String) -> String {
        let number = english.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let rest = english[number.endIndex...]
        guard rest.first == " ", units.contains(rest.dropFirst()) else { return english }
        return isNumber(number) ? formatted(english) : english
    }

    private static let units: Set<Substring> = [
        "µs", "ms", "s", "min", "h", "d", "%", "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "kB", "MB", "GB", "KiB", "MiB",
        "GiB", "MHz", "GHz", "dBm",
    ]

    /// Digits, with one point between them perhaps.
    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
    }

    /// - Parameter english: A number, and what stands behind it.
    private static func formatted(_ english: String) -> String {
        let number = english.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return NumberFormat(of: .current).text(of: number) + english[number.endIndex...]
    }
}
