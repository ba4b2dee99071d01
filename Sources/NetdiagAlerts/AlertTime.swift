package import NetworkModel

/// One moment by both clocks: spans are measured on the monotonic one, quiet hours and messages go by the other.
package struct AlertTime: Sendable, Hashable {
    package var clock: ContinuousClock.Instant
    package var wall: Timestamp

    package init(clock: ContinuousClock.Instant, wall: Timestamp) {
        self.clock = clock
        self.wall = wall
    }

    package static var now: AlertTime { AlertTime(clock: .now, wall: Timestamp()) }

    /// The monotonic clock's moment for one in the past by the wall clock, which may have been set since.
    func instant(of past: Timestamp, atMost limit: Duration) -> ContinuousClock.Instant {
        let span = Duration.milliseconds(wall.millisecondsSince1970 - past.millisecondsSince1970)
        return clock - min(max(span, .zero), limit)
    }
}
