import Glibc
import Synchronization

/// How long a thread has kept waiting what it was to serve: while it worked on something else, and while it waited for a processor.
final class LoadMeter: Sendable {
    /// Nanoseconds between one wait and the next, as far as they have ended.
    private let worked = Atomic<UInt64>(0)
    /// When it began to work; 0 while it waits.
    private let begun = Atomic<UInt64>(0)
    /// `/proc/thread-self/schedstat` of the thread; -1 where there is none.
    private let statistics = Atomic<CInt>(-1)

    deinit {
        let fd = statistics.load(ordering: .relaxed)
        if fd >= 0 { close(fd) }
    }

    /// Called once, by the thread itself.
    func start() {
        statistics.store(open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC), ordering: .relaxed)
        resume()
    }

    /// The thread is about to wait for events.
    func pause() {
        let since = begun.exchange(0, ordering: .relaxed)
        if since > 0 { worked.wrappingAdd(Self.now() &- since, ordering: .relaxed) }
    }

    /// An event, or a time limit, has ended the wait.
    func resume() { begun.store(Self.now(), ordering: .relaxed) }

    /// The sum since ``start()``, in nanoseconds.
    var total: UInt64 {
        let since = begun.load(ordering: .relaxed)
        let current = since > 0 ? Self.now() &- since : 0
        return worked.load(ordering: .relaxed) &+ current &+ waitedForProcessor
    }

    /// The second number of the file: nanoseconds on the run queue (Documentation/scheduler/sched-stats.rst of Linux).
    private var waitedForProcessor: UInt64 {
        let fd = statistics.load(ordering: .relaxed)
        guard fd >= 0 else { return 0 }
        return withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { buffer in
            let count = pread(fd, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { return 0 }
            let fields = buffer.prefix(count).split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard fields.count == 3 else { return 0 }
            return fields[1].reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
        }
    }

    private static let origin = ContinuousClock.now

    /// Nanoseconds since the first call, never 0.
    private static func now() -> UInt64 {
        let since = origin.duration(to: .now).components
        return UInt64(since.seconds) &* 1_000_000_000 &+ UInt64(since.attoseconds / 1_000_000_000) &+ 1
    }
}

extension EventLoop {
    /// How long, since its start, this loop has kept waiting whatever came: the time in which its thread worked, and in which the
    /// kernel let it wait for a processor.
    ///
    /// Of a time that was measured on this loop, the difference of two readings is at most what the loop itself added to it.
    public var occupiedTime: Duration { .nanoseconds(Int64(clamping: meter.total)) }
}
