import NetworkModel
import Synchronization

@testable import NetdiagHistory

/// A clock that only moves when it is set.
final class SetClock: Sendable {
    private let value: Mutex<HistoryStore.Clock>

    init(_ seconds: Int64) {
        value = Mutex(.init(wall: Timestamp(millisecondsSince1970: seconds * 1_000), monotonic: 1_000))
    }

    var now: HistoryStore.Clock { value.withLock { $0 } }

    /// Advances both clocks.
    func advance(_ seconds: Int64) {
        value.withLock {
            $0.wall = Timestamp(millisecondsSince1970: $0.wall.millisecondsSince1970 + seconds * 1_000)
            $0.monotonic += seconds
        }
    }

    /// Changes only the wall clock.
    func jump(_ seconds: Int64) {
        value.withLock {
            $0.wall = Timestamp(millisecondsSince1970: $0.wall.millisecondsSince1970 + seconds * 1_000)
        }
    }

    var second: Int { Int(now.wall.millisecondsSince1970 / 1_000) }
}
