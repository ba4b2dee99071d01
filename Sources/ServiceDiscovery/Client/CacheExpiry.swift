import EventLoopKit

/// Schedules when to give up what a browser saw before avahi-daemon disappeared, and has not seen since.
final class CacheExpiry {
    /// The maximum time without the daemon, after which nothing counts as present.
    static let maxAbsence = Duration.seconds(30)
    /// The time after the daemon's return and the end of its first search, which takes a second. In this time the services of
    /// this host, and of another one whose daemon restarted at the same time, are claimed, announced and, if a packet was
    /// lost, queried again.
    static let patience = Duration.seconds(5)

    private let giveUp: () -> Void
    private var timer: EventLoopKit.Timer?

    init(_ giveUp: @escaping () -> Void) { self.giveUp = giveUp }

    /// Begins when the daemon disappears, or is back: in both cases there is no new information yet.
    func begin(_ loop: EventLoop) { schedule(Self.maxAbsence, loop) }

    /// Continues when the daemon is back and has listed what it knows.
    func drained(_ loop: EventLoop) { schedule(Self.patience, loop) }

    func end() {
        timer?.cancel()
        timer = nil
    }

    private func schedule(_ delay: Duration, _ loop: EventLoop) {
        timer?.cancel()
        let this = OnLoop(self, loop)
        timer = loop.schedule(after: delay) {
            let holdover = this.value
            holdover.timer = nil
            holdover.giveUp()
        }
    }
}
