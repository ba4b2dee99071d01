import CEpoll
import Glibc
import HeapModule
import Synchronization

/// A thread that waits for file descriptors and timers, and runs the jobs of actors.
///
/// C libraries (Avahi, c-ares, libcurl) are confined to actors whose `unownedExecutor` is a loop, so that the compiler keeps
/// every call into them on this thread. Handlers run there too, and may use `assumeIsolated` with their actor.
///
/// It is a task executor too: work that switches between such actors can run on this thread as a whole
/// (`withTaskExecutorPreference(_:operation:)`), without switching threads.
///
/// The thread retains the loop until ``shutdown()``.
public final class EventLoop: SerialExecutor, TaskExecutor, Sendable {
    /// The kinds of readiness to wait for, and those that occurred.
    public struct Interest: OptionSet, Sendable, Hashable {
        /// The bits of `epoll_event.events` (epoll_ctl(2)).
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }

        /// There is data to read, or a connection to accept (`EPOLLIN`).
        public static let readable = Interest(rawValue: EPOLLIN.rawValue)
        /// There is room to write, or a connection attempt has ended (`EPOLLOUT`).
        public static let writable = Interest(rawValue: EPOLLOUT.rawValue)
        /// An error occurred (`EPOLLERR`). It is always reported.
        public static let error = Interest(rawValue: EPOLLERR.rawValue)
        /// The connection was closed (`EPOLLHUP`). It is always reported.
        public static let hangup = Interest(rawValue: EPOLLHUP.rawValue)
    }

    typealias WatchHandler = @Sendable (Interest) -> Void
    typealias TimerHandler = @Sendable () -> Void

    private enum Work {
        case job(UnownedJob)
        case closure(@Sendable () -> Void)
    }

    private struct Deadline: Comparable {
        /// The time of ``LoopClock``: instants of the standard library are opaque to the compiler, and each comparison would
        /// be a call.
        let at: UInt64
        let id: UInt64
        static func < (left: Deadline, right: Deadline) -> Bool { (left.at, left.id) < (right.at, right.id) }
    }

    private struct State {
        var work: [Work] = []
        var registrations = DescriptorTable<Registration>()
        var deadlines = Heap<Deadline>()
        var timers: [UInt64: TimerHandler] = [:]
        var lastID: UInt64 = 0
        var lastGeneration: UInt32 = 0
        /// Whether the thread may be inside `epoll_wait`, and must be woken for new work.
        var isWaiting = false
        var isStopping = false
        var thread: pthread_t?

        mutating func nextID() -> UInt64 {
            lastID += 1
            return lastID
        }
    }

    private let state = Mutex(State())
    let meter = LoadMeter()
    private let name: String
    private let epoll: CInt
    private let wakeUp: CInt

    /// Starts the thread of a loop.
    ///
    /// - Parameter name: The name of the thread, at most 15 bytes.
    /// - Throws: ``EventLoopError`` if no descriptor or no thread is available.
    public init(name: String = "netdiag-loop") throws(EventLoopError) {
        self.name = String(name.prefix(15))
        let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
        guard epoll >= 0 else { throw EventLoopError("epoll_create1") }
        let wakeUp = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
        guard wakeUp >= 0 else {
            let error = EventLoopError("eventfd")
            close(epoll)
            throw error
        }
        // From here on, an error runs deinit, which closes both.
        (self.epoll, self.wakeUp) = (epoll, wakeUp)
        var event = epoll_event(events: EPOLLIN.rawValue, data: epoll_data_t(u64: UInt64(UInt32(bitPattern: wakeUp))))
        guard epoll_ctl(epoll, EPOLL_CTL_ADD, wakeUp, &event) == 0 else {
            throw EventLoopError("epoll_ctl")
        }
        try DetachedThread.start { [self] in run() }
    }

    deinit {
        close(epoll)
        close(wakeUp)
    }

    /// Ends the thread after the work that is already queued. Watches and timers are dropped without a call.
    public func shutdown() {
        state.withLock { $0.isStopping = true }
        wake()
    }

    // MARK: Executor

    /// Runs a job on the loop's thread, after work that was submitted before it.
    public func enqueue(_ job: consuming ExecutorJob) {
        submit(.job(UnownedJob(job)))
    }

    /// Runs a closure on the loop's thread, after work that was submitted before it.
    public func execute(_ work: @escaping @Sendable () -> Void) {
        submit(.closure(work))
    }

    /// This loop, as the executor that actors return as their `unownedExecutor`.
    public func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Stops the program if the caller does not run on the loop's thread: the check of `assumeIsolated`.
    public func checkIsolated() {
        precondition(isOnLoop, "must be called on the event loop's thread")
    }

    /// Whether the caller runs on the loop's thread; never `nil`.
    public func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    /// Whether the caller runs on the loop's thread.
    public var isOnLoop: Bool {
        state.withLock { $0.thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
    }

    private func submit(_ work: Work) {
        let mustWake = state.withLock { state in
            state.work.append(work)
            defer { state.isWaiting = false }
            return state.isWaiting
        }
        if mustWake { wake() }
    }

    private func wake() {
        var one: UInt64 = 1
        _ = write(wakeUp, &one, MemoryLayout<UInt64>.size)
    }

    // MARK: The thread

    private func run() {
        state.withLock { $0.thread = pthread_self() }
        // Set by the thread itself: the name of another thread is written to a file below /proc, which takes time at the end
        // (``LoadMeter``).
        pthread_setname_np(pthread_self(), name)
        meter.start()
        var events = [epoll_event](repeating: epoll_event(), count: 256)
        while true {
            let (work, timers) = takeDue()
            for item in work {
                switch item {
                case .job(let job):
                    job.runSynchronously(
                        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
                case .closure(let closure): closure()
                }
            }
            for id in timers {
                // Looked up one by one, so that a timer may cancel another one that is due at the same moment.
                let handler = state.withLock { $0.timers.removeValue(forKey: id) }
                handler?()
            }
            guard let timeout = timeoutBeforeWaiting() else { break }
            meter.pause()
            let count = epoll_wait(epoll, &events, CInt(events.count), timeout)
            meter.resume()
            state.withLock { $0.isWaiting = false }
            guard count > 0 else { continue }
            for event in events.prefix(Int(count)) { dispatch(event) }
        }
        state.withLock { state in
            state.registrations = DescriptorTable()
            state.timers = [:]
            state.deadlines = Heap()
        }
    }

    private func takeDue() -> (work: [Work], timers: [UInt64]) {
        state.withLock { state in
            let work = state.work
            state.work = []
            var due: [UInt64] = []
            guard !state.deadlines.isEmpty else { return (work, due) }
            let now = LoopClock.now()
            while let first = state.deadlines.min, first.at <= now {
                state.deadlines.removeMin()
                if state.timers[first.id] != nil { due.append(first.id) }
            }
            return (work, due)
        }
    }

    /// The milliseconds to wait, -1 for no limit; `nil` if the loop must end.
    private func timeoutBeforeWaiting() -> CInt? {
        state.withLock { state in
            guard state.work.isEmpty else { return 0 }
            if state.isStopping { return nil }
            state.isWaiting = true
            while let first = state.deadlines.min, state.timers[first.id] == nil { state.deadlines.removeMin() }
            guard let first = state.deadlines.min else { return -1 }
            let now = LoopClock.now()
            guard first.at > now else { return 0 }
            // Rounded up: an early wake-up would spin until the deadline.
            return CInt(min((first.at - now + 999_999) / 1_000_000, 3_600_000))
        }
    }

    private func dispatch(_ event: epoll_event) {
        let data = event.data.u64
        let fd = CInt(bitPattern: UInt32(truncatingIfNeeded: data))
        if fd == wakeUp {
            var count: UInt64 = 0
            _ = read(wakeUp, &count, MemoryLayout<UInt64>.size)
            return
        }
        let generation = UInt32(truncatingIfNeeded: data >> 32)
        let came = Interest(rawValue: event.events)
        // Looked up one by one, so that a handler may cancel another watch of the same descriptor.
        var last: UInt64 = 0
        while let watch = nextWatch(of: fd, generation, after: last) {
            last = watch.id
            let told = came.intersection(watch.interest.union([.error, .hangup]))
            if !told.isEmpty { watch.handler(told) }
        }
        renew(fd, generation)
    }

    /// Has all further events of a descriptor reported, if a watch is left after the first one.
    private func renew(_ fd: CInt, _ generation: UInt32) {
        state.withLock { state in
            guard let registration = state.registrations[fd], registration.generation == generation,
                registration.arming == .spent
            else { return }
            state.registrations[fd]?.arming = .always
            _ = control(EPOLL_CTL_MOD, fd, registration.interest, generation, .always)
        }
    }

    /// The oldest watch of a registration that is newer than another one: IDs are ascending, and never reused.
    private func nextWatch(
        of fd: CInt, _ generation: UInt32, after last: UInt64
    ) -> (id: UInt64, interest: Interest, handler: WatchHandler)? {
        state.withLock { state in
            guard let registration = state.registrations[fd], registration.generation == generation else { return nil }
            if registration.arming == .once { state.registrations[fd]?.arming = .spent }
            return registration.watches.first { $0.id > last }
        }
    }

    // MARK: Descriptors and timers

    /// Calls the handler on the loop's thread whenever the descriptor is ready (level-triggered).
    ///
    /// Several watches of a descriptor are merged. The watch must be cancelled before the descriptor is closed.
    ///
    /// - Throws: ``EventLoopError`` if the descriptor cannot be watched.
    public func watch(
        _ fd: CInt, for interest: Interest, _ handler: @escaping @Sendable (Interest) -> Void
    ) throws(EventLoopError) -> Watch {
        let outcome: Result<UInt64, EventLoopError> = state.withLock { state in
            let id = state.nextID()
            let isNew = state.registrations[fd] == nil
            if isNew { state.lastGeneration &+= 1 }
            var registration = state.registrations[fd] ?? Registration(generation: state.lastGeneration, watches: [])
            registration.watches.append((id, interest, handler))
            guard isNew ? add(fd, registration) : modify(fd, registration) else {
                return .failure(EventLoopError("epoll_ctl"))
            }
            state.registrations[fd] = registration
            return .success(id)
        }
        return Watch(loop: self, fd: fd, id: try outcome.get())
    }

    func update(fd: CInt, id: UInt64, interest: Interest) {
        state.withLock { state in
            guard var registration = state.registrations[fd],
                let index = registration.watches.firstIndex(where: { $0.id == id }),
                registration.watches[index].interest != interest
            else { return }
            registration.watches[index].interest = interest
            _ = modify(fd, registration)
            state.registrations[fd] = registration
        }
    }

    func cancelWatch(fd: CInt, id: UInt64) {
        state.withLock { state in
            guard var registration = state.registrations[fd],
                let index = registration.watches.firstIndex(where: { $0.id == id })
            else { return }
            registration.watches.remove(at: index)
            // A descriptor that was closed has left the set already, so that both calls may fail.
            if registration.watches.isEmpty {
                state.registrations[fd] = nil
                // After its only event, the kernel reports nothing of it until it is closed or watched again.
                if registration.arming != .spent { _ = control(EPOLL_CTL_DEL, fd, [], 0, .always) }
            } else {
                state.registrations[fd] = registration
                _ = modify(fd, registration)
            }
        }
    }

    private func add(_ fd: CInt, _ new: Registration) -> Bool {
        if control(EPOLL_CTL_ADD, fd, new.interest, new.generation, new.arming) { return true }
        // An earlier watch ended with its only event.
        return errno == EEXIST && control(EPOLL_CTL_MOD, fd, new.interest, new.generation, new.arming)
    }

    private func modify(_ fd: CInt, _ changed: Registration) -> Bool {
        changed.arming == .spent
            || control(EPOLL_CTL_MOD, fd, changed.interest, changed.generation, changed.arming)
    }

    private func control(
        _ operation: CInt, _ fd: CInt, _ interest: Interest, _ generation: UInt32, _ arming: Arming
    ) -> Bool {
        let data = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: fd))
        let events = interest.rawValue | (arming == .once ? EPOLLONESHOT.rawValue : 0)
        var event = epoll_event(events: events, data: epoll_data_t(u64: data))
        return epoll_ctl(epoll, operation, fd, &event) == 0
    }

    /// Calls the handler once on the loop's thread, no earlier than after the delay (resolution: a millisecond).
    public func schedule(after delay: Duration, _ handler: @escaping @Sendable () -> Void) -> Timer {
        let at = LoopClock.now() &+ LoopClock.nanoseconds(delay)
        let (id, mustWake) = state.withLock { state in
            let id = state.nextID()
            let isEarlier = state.deadlines.min.map { at < $0.at } ?? true
            state.timers[id] = handler
            state.deadlines.insert(Deadline(at: at, id: id))
            // Cancelled timers stay in the heap until they are due, which must not accumulate.
            if state.deadlines.count > 2 * state.timers.count + 1024 {
                state.deadlines = Heap(state.deadlines.unordered.filter { state.timers[$0.id] != nil })
            }
            defer { if isEarlier { state.isWaiting = false } }
            return (id, isEarlier && state.isWaiting)
        }
        if mustWake { wake() }
        return Timer(loop: self, id: id)
    }

    func cancelTimer(id: UInt64) {
        _ = state.withLock { $0.timers.removeValue(forKey: id) }
    }
}
