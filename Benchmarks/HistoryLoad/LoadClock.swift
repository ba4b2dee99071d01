import NetdiagHistory
import NetworkModel
import Synchronization

/// A clock that advances with the work.
final class LoadClock: Sendable {
    private let seconds: Mutex<Int64>

    init(_ seconds: Int64) { self.seconds = Mutex(seconds) }

    var second: Int64 { seconds.withLock { $0 } }

    func set(_ second: Int64) { seconds.withLock { $0 = second } }

    var now: HistoryStore.Clock {
        let second = second
        return .init(wall: Timestamp(millisecondsSince1970: second * 1_000), monotonic: second)
    }
}
