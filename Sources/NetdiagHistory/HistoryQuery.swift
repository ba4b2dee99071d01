/// A query of the history: a period that is divided into columns.
package struct HistoryQuery: Sendable, Hashable {
    /// The keys of the targets.
    package var keys: [String]
    /// The start, in seconds since 1970.
    package var from: Int
    package var to: Int
    /// The length of a column in seconds.
    package var step: Int

    /// The maximum number of columns of all targets together.
    package static let maxCells = 20_000

    /// The lengths of columns, as used by clocks and calendars.
    private static let steps = [
        10, 30, 60, 300, 600, 900, 1_800, 3_600, 7_200, 10_800, 21_600, 43_200, 86_400, 172_800, 604_800,
    ]

    /// The length of a column with which a period has at most the given number of columns.
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

    /// The query with columns that begin at multiples of their length, and are not shorter than the stored data
    /// permits. Columns of an hour or a day and more consist of whole ones: otherwise a month of all targets would be read
    /// from the aggregates of five minutes, which takes seconds.
    func answerable(_ settings: HistorySettings, now: Int) -> HistoryQuery {
        var query = self
        if query.from < now - settings.results || step >= 300 { query.step = Self.rounded(step, to: 300) }
        if query.from < now - settings.minutes || step >= 3_600 { query.step = Self.rounded(step, to: 3_600) }
        if step >= 86_400 { query.step = Self.rounded(step, to: 86_400) }
        query.from = from - ((from % query.step) + query.step) % query.step
        let rest = ((to - query.from) % query.step)
        query.to = rest == 0 ? to : to + query.step - rest
        return query
    }

    private static func rounded(_ step: Int, to unit: Int) -> Int { max((step + unit - 1) / unit, 1) * unit }

    var columns: Int { max((to - from) / step, 0) }
}
