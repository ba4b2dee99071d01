public import NetworkModel

/// Formats numbers with units in the language of the reader. `Quantity`, which is English, is for output that programs read.
public enum LocalQuantity {
    /// The precision of a time span.
    public enum Detail: Sendable {
        /// One unit, as in `12 min`, `47 h` or `5 d`: the smaller unit up to two of the larger one.
        case one
        /// The two largest units, as in `45 s`, `12 min`, `3 h 5 min` or `8 d 2 h`.
        case two
    }

    /// Formats a duration, as in `25 µs`, `0.3 ms`, `1204 ms` or `12.3 s`; in German `0,3 ms`.
    public static func text(_ duration: Milliseconds) -> String { formatted(Quantity.text(duration)) }

    /// Formats a duration.
    ///
    /// - Parameter milliseconds: The duration; 0 or more.
    public static func text(milliseconds: Double) -> String {
        text(Milliseconds(.microseconds(Int64(milliseconds * 1_000))))
    }

    /// Formats a recorded duration. The history keeps tenths of a millisecond, so that 0 is a shorter time: `< 0.1 ms`.
    ///
    /// - Parameter milliseconds: The duration; 0 or more.
    public static func text(recorded milliseconds: Double) -> String {
        milliseconds > 0 ? text(milliseconds: milliseconds) : "< " + text(milliseconds: 0.1)
    }

    /// Formats a speed, as in `10 Gbit/s`, `2.5 Gbit/s` or `100 Mbit/s`.
    public static func speed(megabits: Int) -> String { formatted(Quantity.speed(megabits: megabits)) }

    /// Formats a count, as in `12345`; in German `12.345`.
    public static func text(_ count: Int) -> String { formatted("\(count)") }

    /// Formats a share, as in `99.98 %`. It is rounded down: a target that failed once was not up all the time.
    ///
    /// - Parameters:
    ///   - share: The share, 0 to 1.
    ///   - places: The number of digits after the decimal point, 0 to 6.
    public static func percent(_ share: Double, places: Int) -> String {
        let scale = (0..<places).reduce(1) { power, _ in power * 10 }
        let parts = Int((share * Double(100 * scale)).rounded(.down))
        let rest = places > 0 ? "." + String("\(scale + parts % scale)".dropFirst()) : ""
        return Phrase.percent.text(["percent": formatted("\(parts / scale)\(rest)")])
    }

    /// Formats a time span in whole units, rounded down. A negative span counts as zero.
    public static func span(from start: Timestamp, to end: Timestamp, _ detail: Detail) -> String {
        span(seconds: (end.millisecondsSince1970 - start.millisecondsSince1970) / 1_000, detail)
    }

    /// Formats a time span in whole units, rounded down. A negative span counts as zero.
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
            case ..<600: both(.countMinutes, seconds / 60, .countSeconds, seconds % 60)
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

    /// Translates a quantity of the model: `6.4 ms` is `6,4 ms` in German. Text other than a number with a unit stays as it is:
    /// versions, addresses, names, sentences.
    public static func local(_ english: String) -> String { isQuantity(english) ? formatted(english) : english }

    /// Whether the text is a number with a unit.
    static func isQuantity(_ english: String) -> Bool {
        let number = english.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        let rest = english[number.endIndex...]
        return rest.first == " " && units.contains(rest.dropFirst()) && isNumber(number)
    }

    private static let units: Set<Substring> = [
        "µs", "ms", "s", "min", "h", "d", "%", "bit/s", "kbit/s", "Mbit/s", "Gbit/s", "kB", "MB", "GB", "KiB", "MiB",
        "GiB", "MHz", "GHz", "dBm",
    ]

    /// Whether the text consists of digits with at most one point between them.
    private static func isNumber(_ text: Substring) -> Bool {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
    }

    /// - Parameter english: A number, and the text after it.
    private static func formatted(_ english: String) -> String {
        let number = english.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        return NumberFormat(of: .current).text(of: number) + english[number.endIndex...]
    }
}
