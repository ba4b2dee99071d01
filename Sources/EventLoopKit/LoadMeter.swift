import CEpoll
import Glibc
import Synchronization

/// Measures how long a thread has delayed its events: while it worked on something else, and while it waited for a processor.
final class LoadMeter: Sendable {
    /// The kernel's value of the thread's waiting time, and when it was read.
    private struct Reading {
        var waited: UInt64 = 0
        var at: UInt64
    }

    /// `/proc/self/task/…/schedstat` of the thread.
    private enum Statistics {
        /// Not opened yet. The first reading opens it. A program that ends soon is better off without it: once anything below
        /// its `/proc` was read, the kernel needs milliseconds to clean up after several threads that end at the same time.
        case closed(thread: pid_t)
        case open(CInt)
        case absent
    }

    /// A time in which no event was handled, by when it ended.
    private struct Stall {
        var end: UInt64
        var length: UInt64
    }

    private struct State {
        var statistics = Statistics.absent
        var last = Reading(at: 0)
        /// Whether ``last`` was read.
        var isRead = false
        /// The longest stalls since each moment: each one is shorter than those before it.
        var stalls: [Stall] = []

        mutating func record(_ length: UInt64, until end: UInt64) {
            guard length >= LoadMeter.shortestStall else { return }
            while let last = stalls.last, last.length <= length { stalls.removeLast() }
            // Without room, the longest ones count for later moments as well.
            if stalls.count >= LoadMeter.maxStalls {
                stalls[stalls.count - 1].end = end
            } else {
                stalls.append(Stall(end: end, length: length))
            }
        }
    }

    /// The minimum length of a stall that is remembered, in nanoseconds.
    private static let shortestStall: UInt64 = 5_000_000
    /// The maximum number of remembered stalls.
    private static let maxStalls = 64

    /// The maximum age of a reading at the beginning of a measurement, in nanoseconds: a system call for each check would be
    /// a twentieth of its cost.
    static let lifetime: UInt64 = 50_000_000
    /// The maximum age of a reading at the end of a measurement, in nanoseconds. What concurrent checks would learn by
    /// reading again is negligible.
    static let resolution: UInt64 = 1_000_000
    /// The minimum time between readings while the thread works, in nanoseconds.
    static let sampling: UInt64 = 10_000_000

    /// The nanoseconds of work between waits, as far as they are complete.
    private let worked = Atomic<UInt64>(0)
    /// When the work began; 0 while the thread waits.
    private let begun = Atomic<UInt64>(0)
    private let state = Mutex(State())

    deinit {
        state.withLock { if case .open(let fd) = $0.statistics { close(fd) } }
    }

    /// Starts to measure. Called once, by the thread itself.
    func start() {
        // At its beginning, a thread has not waited.
        state.withLock { $0 = State(statistics: .closed(thread: gettid()), last: Reading(at: LoopClock.now())) }
        resume()
    }

    /// Records that the thread is about to wait for events.
    func pause() {
        let since = begun.exchange(0, ordering: .relaxed)
        guard since > 0 else { return }
        let now = LoopClock.now()
        let length = now &- since
        worked.wrappingAdd(length, ordering: .relaxed)
        if length >= Self.shortestStall { state.withLock { $0.record(length, until: now) } }
    }

    /// Records that an event, or a time limit, has ended the wait.
    func resume() {
        let now = LoopClock.now()
        begun.store(now, ordering: .relaxed)
        // So that a long wait for a processor is told from many short ones.
        state.withLock { state in
            if case .open = state.statistics, now &- state.last.at > Self.sampling { Self.read(&state, now) }
        }
    }

    /// The nanoseconds of the longest time since a mark in which no event was handled: of one piece of work, or of waiting for a
    /// processor.
    func longestStall(since mark: LoadMark) -> UInt64 {
        let now = LoopClock.now()
        let since = begun.load(ordering: .relaxed)
        let current = since > 0 && now > since ? now &- max(since, mark.at) : 0
        return state.withLock { state in
            if now &- state.last.at > Self.resolution { Self.read(&state, now) }
            let first = state.stalls.first { $0.end > mark.at }
            return max(current, Self.shortestStall, first?.length ?? 0)
        }
    }

    func currentMark() -> LoadMark {
        let now = LoopClock.now()
        let waited = state.withLock { state in
            if now &- state.last.at > Self.lifetime { Self.read(&state, now) }
            return state.last.waited
        }
        return LoadMark(at: now, worked: total(now), waited: waited)
    }

    /// The nanoseconds in which events were delayed.
    func occupied(since mark: LoadMark) -> UInt64 {
        let now = LoopClock.now()
        let waited = state.withLock { state in
            if now &- state.last.at > Self.resolution { Self.read(&state, now) }
            return state.last.waited
        }
        return min(total(now) &- mark.worked &+ waited &- mark.waited, now &- mark.at)
    }

    /// The nanoseconds of work since ``start()``.
    private func total(_ now: UInt64) -> UInt64 {
        let since = begun.load(ordering: .relaxed)
        return worked.load(ordering: .relaxed) &+ (since > 0 && now > since ? now &- since : 0)
    }

    /// Reads the second number of the file: the nanoseconds on the run queue (Documentation/scheduler/sched-stats.rst of
    /// Linux).
    private static func read(_ state: inout State, _ now: UInt64) {
        if case .closed(let thread) = state.statistics {
            let fd = open("/proc/self/task/\(thread)/schedstat", O_RDONLY | O_CLOEXEC)
            state.statistics = fd < 0 ? .absent : .open(fd)
        }
        state.last.at = now
        guard case .open(let fd) = state.statistics else { return }
        withUnsafeTemporaryAllocation(byteCount: 96, alignment: 1) { buffer in
            let count = pread(fd, buffer.baseAddress, buffer.count, 0)
            guard count > 0 else { return }
            let fields = buffer.prefix(count).split(separator: UInt8(ascii: " "), maxSplits: 2)
            guard fields.count == 3 else { return }
            let waited = fields[1].reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
            // The first reading tells nothing about single times.
            if state.isRead { state.record(waited &- state.last.waited, until: now) }
            (state.last.waited, state.isRead) = (waited, true)
        }
    }
}
