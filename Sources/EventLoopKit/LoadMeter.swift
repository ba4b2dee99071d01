import CEpoll
import Glibc
import Synchronization

/// How long a thread has kept waiting what it was to serve: while it worked on something else, and while it waited for a processor.
final class LoadMeter: Sendable {
    /// What the kernel said of the thread's waiting, and when.
    private struct Reading {
        var waited: UInt64 = 0
        var at: UInt64
    }

    /// `/proc/self/task/…/schedstat` of the thread.
    private enum Statistics {
        /// Opened by the first reading. A program that ends soon is better off without: once anything below its `/proc` was
        /// looked at, the kernel takes milliseconds to clear up after several threads that end at the same time.
        case closed(thread: pid_t)
        case open(CInt)
        case absent
    }

    private struct State {
        var statistics = Statistics.absent
        var last = Reading(at: 0)
    }

    /// How old a reading may be that stands for now where something begins, in nanoseconds: a system call for each check would be
    /// a twentieth of its cost.
    static let lifetime: UInt64 = 50_000_000
    /// How old one may be where something ends: what checks that end with each other would learn anew is below what counts.
    static let resolution: UInt64 = 1_000_000

    /// Nanoseconds between one wait and the next, as far as they have ended.
    private let worked = Atomic<UInt64>(0)
    /// When it began to work; 0 while it waits.
    private let begun = Atomic<UInt64>(0)
    private let state = Mutex(State())

    deinit {
        state.withLock { if case .open(let fd) = $0.statistics { close(fd) } }
    }

    /// Called once, by the thread itself.
    func start() {
        // A thread has waited for nothing when it begins.
        state.withLock { $0 = State(statistics: .closed(thread: gettid()), last: Reading(at: LoopClock.now())) }
        resume()
    }

    /// The thread is about to wait for events.
    func pause() {
        let since = begun.exchange(0, ordering: .relaxed)
        if since > 0 { worked.wrappingAdd(LoopClock.now() &- since, ordering: .relaxed) }
    }

    /// An event, or a time limit, has ended the wait.
    func resume() { begun.store(LoopClock.now(), ordering: .relaxed) }

    func mark() -> LoadMark {
        let now = LoopClock.now()
        let waited = state.withLock { state in
            if now &- state.last.at > Self.lifetime { Self.read(&state, now) }
            return state.last.waited
        }
        return LoadMark(at: now, worked: total(now), waited: waited)
    }

    /// In nanoseconds.
    func occupied(since mark: LoadMark) -> UInt64 {
        let now = LoopClock.now()
        let waited = state.withLock { state in
            if now &- state.last.at > Self.resolution { Self.read(&state, now) }
            return state.last.waited
        }
        return min(total(now) &- mark.worked &+ waited &- mark.waited, now &- mark.at)
    }

    /// What was worked since ``start()``, in nanoseconds.
    private func total(_ now: UInt64) -> UInt64 {
        let since = begun.load(ordering: .relaxed)
        return worked.load(ordering: .relaxed) &+ (since > 0 && now > since ? now &- since : 0)
    }

    /// The second number of the file: nanoseconds on the run queue (Documentation/scheduler/sched-stats.rst of Linux).
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
            state.last.waited = fields[1].reduce(0) { $0 &* 10 &+ UInt64($1 &- UInt8(ascii: "0")) }
        }
    }
}
