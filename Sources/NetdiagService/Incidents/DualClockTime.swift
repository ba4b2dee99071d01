import NetworkModel

/// A moment by both clocks: durations are measured by the monotonic clock, people read the other.
struct DualClockTime: Sendable, Hashable {
    var clock: ContinuousClock.Instant
    var wall: Timestamp

    static var now: DualClockTime { DualClockTime(clock: .now, wall: Timestamp()) }

    /// The same moment as the wall clock would show it now, which may have been set since.
    func restated(at now: DualClockTime) -> DualClockTime { now - clock.duration(to: now.clock) }

    static func - (moment: DualClockTime, span: Duration) -> DualClockTime {
        let milliseconds = Int64(Milliseconds(span).value.rounded())
        return DualClockTime(
            clock: moment.clock - span,
            wall: Timestamp(millisecondsSince1970: moment.wall.millisecondsSince1970 - milliseconds))
    }
}
