import EventLoopKit

/// Schedules when to give up what a browser saw before avahi-daemon went and has not seen since.
final class Holdover {
    /// Who is not there for so long is not there.
    static let longestAbsence = Duration.seconds(30)
    /// After the daemon's return and the end of its first search, which takes a second: the services of this host and of
    /// another whose daemon went at the same time are claimed, announced and, where a packet was lost, asked for again.
    static let patience = Duration.seconds(5)

    private let giveUp: () -> Void
    private var timer: EventLoopKit.Timer?

    init(_ giveUp: @escaping () -> Void) { self.giveUp = giveUp }

    /// The daemon has gone, or is back: in both cases nothing is known anew yet.
    func begin(_ loop: EventLoop) { schedule(Self.longestAbsence, loop) }

    /// The daemon is back and has listed what it knows.
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
