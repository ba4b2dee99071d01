import NetworkModel

/// A moment by both clocks: durations are measured by the monotonic clock, people read the other.
struct Moment: Sendable, Hashable {
    var clock: ContinuousClock.Instant
    var wall: Timestamp

    static var now: Moment { Moment(clock: .now, wall: Timestamp()) }

    static func - (moment: Moment, span: Duration) -> Moment {
        let milliseconds = Int64(Milliseconds(span).value.rounded())
        return Moment(
            clock: moment.clock - span,
            wall: Timestamp(millisecondsSince1970: moment.wall.millisecondsSince1970 - milliseconds))
    }
}
