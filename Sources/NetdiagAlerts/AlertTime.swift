package import NetworkModel

/// A moment on both clocks: durations are measured by the monotonic clock; quiet hours and messages use the wall clock.
package struct AlertTime: Sendable, Hashable {
    package var clock: ContinuousClock.Instant
    package var wall: Timestamp

    package init(clock: ContinuousClock.Instant, wall: Timestamp) {
        self.clock = clock
        self.wall = wall
    }

    package static var now: AlertTime { AlertTime(clock: .now, wall: Timestamp()) }

    /// The monotonic time of a moment in the past, which is given by the wall clock. That may have been set since.
    func instant(of past: Timestamp, atMost limit: Duration) -> ContinuousClock.Instant {
        let span = Duration.milliseconds(wall.millisecondsSince1970 - past.millisecondsSince1970)
        return clock - min(max(span, .zero), limit)
    }

    /// The time of day at a moment in the past, according to the current setting of the clock.
    func wall(of past: ContinuousClock.Instant) -> Timestamp {
        let span = Milliseconds(past.duration(to: clock)).value
        return Timestamp(millisecondsSince1970: wall.millisecondsSince1970 - Int64(span))
    }
}
