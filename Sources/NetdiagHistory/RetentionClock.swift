/// The time for the deletion of old data. If the clock jumps ahead, this must not make all data old. A pure reducer.
struct RetentionClock: Sendable {
    /// The maximum jump that is accepted at once, in seconds, since clocks are set and machines are suspended.
    static let tolerance: Int64 = 3_600
    /// The time after which a clock that has jumped ahead is accepted, in seconds.
    static let patience: Int64 = 86_400

    /// The accepted time in seconds since 1970, and the monotonic time in seconds at which it was accepted.
    private var believed: Int64?
    private var at: Int64 = 0
    /// The monotonic time since which the clock has shown a time that is not accepted.
    private var doubtedSince: Int64?

    /// - Parameter newest: The time of the newest result in the database, in seconds since 1970; `nil` if there is
    ///   none.
    init(newest: Int64?) {
        believed = newest
    }

    /// The time for the deletion of old results. It is never later than that of the machine's clock.
    ///
    /// - Parameters:
    ///   - wall: The time of the machine's clock, in seconds since 1970.
    ///   - monotonic: Seconds on a clock that does not jump.
    mutating func now(wall: Int64, monotonic: Int64) -> Int64 {
        guard let last = believed else {
            (believed, at) = (wall, monotonic)
            return wall
        }
        // Before the first call, there is no reference, since the daemon may have been off for any time.
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
