import Glibc
import Synchronization

/// Returns memory to the system after bursts of checks. glibc keeps freed memory between blocks that are still in use, which is
/// most of it after thousands of checks have failed at once.
final class HeapTrim: Sendable {
    /// The minimum number of checks and the minimum time between two trims, each of which takes some milliseconds.
    /// Thousands of failing checks reach this number at once, a few healthy ones in minutes.
    static let checks = 100
    static let pause = Duration.seconds(10)

    private struct State {
        var ended = 0
        var last = ContinuousClock.now
    }

    private let state = Mutex(State())

    func countCheck() {
        let isDue = state.withLock { state in
            state.ended += 1
            guard state.ended >= Self.checks, state.last + Self.pause <= .now else { return false }
            state = State()
            return true
        }
        if isDue { _ = Self.trim?(0) }
    }

    /// malloc_trim(3) of glibc, whose header is in no module.
    private static let trim: (@convention(c) (Int) -> CInt)? = dlsym(nil, "malloc_trim").map {
        unsafeBitCast($0, to: (@convention(c) (Int) -> CInt).self)
    }
}
