import Synchronization

/// Counts calls.
final class Counter: Sendable {
    private let count = Mutex(0)

    /// 1 the first time.
    func next() -> Int {
        count.withLock { count in
            count += 1
            return count
        }
    }
}
