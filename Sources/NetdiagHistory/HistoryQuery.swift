/// What is asked of the history: a span, cut into columns.
package struct HistoryQuery: Sendable, Hashable {
    /// The targets by their keys; `nil` for all that are configured.
    package var keys: [String]
    /// Seconds since 1970.
    package var from: Int
    package var to: Int
    /// The length of a column in seconds.
    package var step: Int

    /// Columns of all targets together.
    package static let maxCells = 20_000

    /// Lengths of columns that are chosen: those that clocks and calendars have.
    private static let steps = [
        10, 30, 60, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
    ]

    /// A span with as many columns as asked for, or a few less.
    package static func step(for span: Int, columns: Int) -> Int {
        let wanted = (span + columns - 1) / max(columns, 1)
        return steps.first { $0 >= wanted } ?? (wanted + 604_799) / 604_800 * 604_800
    }

    package init(keys: [String], from: Int, to: Int, step: Int) {
        self.keys = keys
        self.from = from
        self.to = to
        self.step = step
    }

    /// The query that can be answered: its columns begin at multiples of their length, and are no finer than what is kept.
    func answerable(_ settings: HistorySettings, now: Int) -> HistoryQuery {
        var query = self
        if query.from < now - settings.results || step >= 300 { query.step = Self.rounded(step, to: 300) }
        if query.from < now - settings.minutes { query.step = Self.rounded(step, to: 3_600) }
        query.from = from - ((from % query.step) + query.step) % query.step
        let rest = ((to - query.from) % query.step)
        query.to = rest == 0 ? to : to + query.step - rest
        return query
    }

    private static func rounded(_ step: Int, to unit: Int) -> Int { max((step + unit - 1) / unit, 1) * unit }

    var columns: Int { max((to - from) / step, 0) }
}
