/// What time it is for deleting: a clock that jumps ahead must not take all that is kept for old. A pure reducer.
struct RetentionClock: Sendable {
    /// A jump up to this is none: clocks are set, machines sleep.
    static let tolerance: Int64 = 3_600
    /// After so many seconds of running on, a clock that has jumped ahead is believed.
    static let patience: Int64 = 86_400

    /// Seconds since 1970 that are believed, and the monotonic seconds at which they were.
    private var believed: Int64?
    private var at: Int64 = 0
    /// Since when, by the monotonic clock, another time is told.
    private var doubtedSince: Int64?

    /// - Parameter newest: The newest result that is kept, in seconds since 1970; `nil` if none is.
    init(newest: Int64?) {
        believed = newest
    }

    /// The time by which old results are deleted; never later than the clock of the machine.
    ///
    /// - Parameters:
    ///   - wall: Seconds since 1970 as the machine has them.
    ///   - monotonic: Seconds of a clock that does not jump.
    mutating func now(wall: Int64, monotonic: Int64) -> Int64 {
        guard let last = believed else {
            (believed, at) = (wall, monotonic)
            return wall
        }
        // Before the first call there is no moment to count from: the daemon may have been off for any time.
        let expected = at == 0 ? last : last + max(monotonic - at, 0)
        if wall <= expected + Self.tolerance {
            (believed, at, doubtedSince) = (wall, max(monotonic, 1), nil)
            return wall
        }
        let since = doubtedSince ?? monotonic
        doubtedSince = since
        if monotonic - since >= Self.patience {
            (believed, at, doubtedSince) = (wall, max(monotonic, 1), nil)
            return wall
        }
        (believed, at) = (expected, max(monotonic, 1))
        return expected
    }
}
