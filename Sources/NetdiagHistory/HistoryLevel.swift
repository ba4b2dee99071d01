/// The levels of aggregation. Older data is kept at coarser levels.
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

    /// The length of a slot in seconds. The buckets of a slot are stored together, so that writing touches few pages,
    /// and old data is deleted in one piece.
    var slotSeconds: Int {
        switch self {
        case .fiveMinutes: 3_600
        case .hour: 86_400
        case .day: 2_764_800
        }
    }

    /// The start of the bucket that contains a moment; both in seconds since 1970.
    package func start(of seconds: Int) -> Int {
        // Times before 1970 are rounded down as well.
        let rest = seconds % rawValue
        return seconds - (rest < 0 ? rest + rawValue : rest)
    }
}
