import Glibc
import Translations

/// A task that waits for a descriptor: an exchange with the daemon, work of this process, a signal.
protocol DescriptorTask: AnyObject {
    /// Opens the descriptor.
    func begin() throws(Failure)
    var descriptor: CInt { get }
    /// The events for poll(2); `nil` after the end. With 0, which only reports errors, it does not keep the loop running.
    var interest: Int16? { get }
    var deadline: ContinuousClock.Instant? { get }
    /// Called when the descriptor is ready, or may be.
    func proceed() throws(Failure)
    /// Called when the deadline has passed.
    func expire() throws(Failure)
    /// Called when the main conversation is over. By default, it proceeds a last time.
    func conclude() throws(Failure)
}

extension DescriptorTask {
    func conclude() throws(Failure) { try proceed() }
}

/// Runs all conversations in one loop of poll(2).
enum DescriptorTasks {
    /// Runs all conversations, and returns after the end of the last one.
    ///
    /// - Parameters:
    ///   - main: The conversation with which the others end, after each of them has been concluded.
    ///   - limit: The maximum number of concurrent conversations.
    ///   - interval: The interval at which `onTick` is called while nothing happens.
    static func run(
        _ tasks: [any DescriptorTask], until main: (any DescriptorTask)? = nil, atOnce limit: Int = 32,
        interval: Duration? = nil, onTick: () -> Void = {}
    ) throws(Failure) {
        var waiting = tasks[...]
        var active: [any DescriptorTask] = []
        while true {
            while active.count < limit, let next = waiting.popFirst() {
                try next.begin()
                if next.interest != nil { active.append(next) }
            }
            // A conversation may be over as soon as it has begun, so that there is nothing left to wait for.
            let isOver = active.allSatisfy { $0.interest == 0 } || main.map { $0.interest == nil } == true
            if waiting.isEmpty, isOver { return }
            var descriptors = active.map { pollfd(fd: $0.descriptor, events: $0.interest ?? 0, revents: 0) }
            let timeout = Self.timeout(for: active, interval: interval)
            let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
            guard count >= 0 || errno == EINTR else { throw .failed("poll: \(FactWords.local(ErrorNumber.text()))") }
            let now = ContinuousClock.now
            for (task, descriptor) in zip(active, descriptors) {
                if count > 0, descriptor.revents != 0 { try task.proceed() }
                // This also applies to ready descriptors, so that a peer that sends without end is stopped in time.
                if task.interest != nil, let deadline = task.deadline, deadline <= now {
                    try task.expire()
                }
            }
            active.removeAll { $0.interest == nil }
            onTick()
            guard let main, main.interest == nil else { continue }
            // A signal may have come at the same time.
            for companion in active { try companion.conclude() }
            return
        }
    }

    /// The time until the next deadline in milliseconds, rounded up; -1 if there is none.
    private static func timeout(for active: [any DescriptorTask], interval: Duration?) -> CInt {
        let now = ContinuousClock.now
        let waits = active.compactMap { $0.deadline.map { now.duration(to: $0) } } + [interval].compactMap(\.self)
        guard let wait = waits.min() else { return -1 }
        let (seconds, attoseconds) = max(wait, .zero).components
        return CInt(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
