/// How much is kept.
package struct HistorySettings: Sendable, Hashable {
    /// Seconds for which each result is kept.
    package var results: Int
    /// Seconds for which five minutes together are kept.
    package var minutes: Int
    /// Seconds for which an hour together, and a day together, are kept.
    package var hours: Int
    /// Bytes of the database with its log.
    package var maxBytes: Int

    package init(results: Int = 172_800, minutes: Int = 2_592_000, hours: Int = 63_072_000, maxBytes: Int = 256 << 20) {
        self.results = results
        self.minutes = minutes
        self.hours = hours
        self.maxBytes = maxBytes
    }

    func seconds(of level: HistoryLevel) -> Int {
        switch level {
        case .fiveMinutes: minutes
        case .hour, .day: hours
        }
    }
}
