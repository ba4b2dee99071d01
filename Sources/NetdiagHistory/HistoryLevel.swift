/// How finely results are kept together: the older, the coarser.
package enum HistoryLevel: Int, Sendable, Hashable, CaseIterable {
    case fiveMinutes = 300
    case hour = 3_600
    case day = 86_400

    /// The length of a bucket in seconds. Buckets begin at multiples of it since 1970, in UTC.
    package var seconds: Int { rawValue }

    var table: String {
        switch self {
        case .fiveMinutes: "minutes"
        case .hour: "hours"
        case .day: "days"
        }
    }

    /// Seconds whose buckets lie together in the table: what is written at one time touches few pages, and what is old goes as
    /// a whole.
    var slotSeconds: Int {
        switch self {
        case .fiveMinutes: 3_600
        case .hour: 86_400
        case .day: 2_764_800
        }
    }

    /// The bucket that a moment belongs to, by its beginning; both in seconds since 1970.
    package func start(of seconds: Int) -> Int {
        // Rounded towards the past before 1970 too.
        let rest = seconds % rawValue
        return seconds - (rest < 0 ? rest + rawValue : rest)
    }
}
