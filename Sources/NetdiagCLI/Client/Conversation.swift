import Glibc

/// Something that is waited for at a descriptor: an exchange with the daemon, work of this process, a signal.
protocol Conversation: AnyObject {
    /// Opens the descriptor.
    func begin() throws(Failure)
    var descriptor: CInt { get }
    /// What poll(2) is to wait for; `nil` once it is over. Nobody waits for one that waits for nothing but errors (0).
    var interest: Int16? { get }
    var deadline: ContinuousClock.Instant? { get }
    /// The descriptor is ready, or may be.
    func proceed() throws(Failure)
    /// The deadline has passed.
    func expire() throws(Failure)
    /// What it was held beside is over: asked a last time, unless it has its own way.
    func conclude() throws(Failure)
}

extension Conversation {
    func conclude() throws(Failure) { try proceed() }
}

/// One loop of poll(2) for all that is waited for.
enum Conversations {
    /// Holds all of them, at most so many at once, and returns when the last is over.
    ///
    /// - Parameters:
    ///   - main: the one that the others are held beside: they end with it, and are
    ///     asked a last time.
    ///   - interval: how often `onTick` is called while nothing happens.
    static func hold(
        _ conversations: [any Conversation], until main: (any Conversation)? = nil, atOnce limit: Int = 32,
        interval: Duration? = nil, onTick: () -> Void = {}
    ) throws(Failure) {
        var waiting = conversations[...]
        var active: [any Conversation] = []
        while true {
            while active.count < limit, let next = waiting.popFirst() {
                try next.begin()
                if next.interest != nil { active.append(next) }
            }
            // One that is over as soon as it has begun would be waited for with nothing to wait for.
            let isOver = active.allSatisfy { $0.interest == 0 } || main.map { $0.interest == nil } == true
            if waiting.isEmpty, isOver { return }
            var descriptors = active.map { pollfd(fd: $0.descriptor, events: $0.interest ?? 0, revents: 0) }
            let timeout = Self.timeout(for: active, interval: interval)
            let count = poll(&descriptors, nfds_t(descriptors.count), timeout)
            guard count >= 0 || errno == EINTR else { throw .failed("poll: \(ErrorNumber.text())") }
            let now = ContinuousClock.now
            for (conversation, descriptor) in zip(active, descriptors) {
                if count > 0, descriptor.revents != 0 { try conversation.proceed() }
                // Also for what was ready: a peer that never stops talking is to end in time as well.
                if conversation.interest != nil, let deadline = conversation.deadline, deadline <= now {
                    try conversation.expire()
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

    /// Milliseconds until something is due, rounded up; -1 for ever.
    private static func timeout(for active: [any Conversation], interval: Duration?) -> CInt {
        let now = ContinuousClock.now
        let waits = active.compactMap { $0.deadline.map { now.duration(to: $0) } } + [interval].compactMap(\.self)
        guard let wait = waits.min() else { return -1 }
        let (seconds, attoseconds) = max(wait, .zero).components
        return CInt(clamping: seconds * 1_000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
