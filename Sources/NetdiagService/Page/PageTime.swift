import NetworkModel
import Translations

/// Times and durations on pages, in UTC; the script converts them to the reader's time zone.
enum PageTime {
    /// A time in the form of `2026-11-21 04:46:59 UTC`.
    static func text(_ moment: Timestamp) -> String {
        "\(moment)".prefix(19).replacing("T", with: " ") + " UTC"
    }

    static func html(_ moment: Timestamp) -> HTML { "<time datetime=\"\(moment)\">\(text(moment))</time>" }

    /// The start of a span. In French, its preposition depends on whether a date follows, so that the script keeps the date.
    static func start(_ moment: Timestamp) -> HTML {
        guard Language.current == .french else { return html(moment) }
        return "<time datetime=\"\(moment)\" data-dated>\(text(moment))</time>"
    }

    /// A time of day in the form of `04:46:59`.
    static func clock(_ moment: Timestamp) -> String { String("\(moment)".dropFirst(11).prefix(8)) }

    /// A duration in the form of `40 s`, `1 min 20 s`, `12 min`, `3 h 5 min`, `5 d 2 h`.
    static func span(from: Timestamp, to: Timestamp) -> String { LocalQuantity.span(from: from, to: to, .two) }
    static func span(seconds: Int) -> String { LocalQuantity.span(seconds: Int64(seconds), .two) }

    /// A percentage in the form of `99.98 %`, rounded down; `100 %` only for a share of 1.
    static func percent(_ share: Double) -> String {
        share < 1 ? LocalQuantity.percent(share, places: 2) : LocalQuantity.percent(1, places: 0)
    }
}
