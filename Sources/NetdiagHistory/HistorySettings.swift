/// The retention times and the size limit.
package struct HistorySettings: Sendable, Hashable {
    /// How long single results are kept, in seconds.
    package var results: Int
    /// How long aggregates of five minutes are kept, in seconds.
    package var minutes: Int
    /// How long aggregates of an hour and of a day are kept, in seconds.
    package var hours: Int
    /// The maximum size of the database with its log, in bytes.
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
