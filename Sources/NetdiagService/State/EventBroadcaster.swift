import NIOCore
import NetworkModel
import Synchronization

/// Hands every event to every listener. A listener that does not keep up loses the oldest ones, and slows nobody.
///
/// Each event has an id, `RUN-NUMBER`. The last ones are kept for clients that lost their connection, and come back with the id
/// of the last event that they have had (WHATWG HTML section 9.2.4, `Last-Event-ID`).
final class EventBroadcaster: Sendable {
    /// Events kept for a listener that is busy.
    static let maxWaiting = 128
    /// Clients that listen at once; more are refused. More than all kinds of clients may have streams.
    static let maxListeners = 512
    /// Events, and bytes of them, that are kept for clients that come back.
    static let maxKept = 1_000
    static let maxKeptBytes = 4 << 20
    /// Nothing is kept while no client has listened for this long: nobody would come back for it.
    private static let memory = Duration.seconds(300)

    /// What a client gets.
    struct Subscription: Sendable {
        /// What happens from now on.
        let events: AsyncStream<Event>
        /// What it has missed, the oldest first; `nil` if that is not known any more.
        let missed: [Event]?
        /// The id of the last event before the stream.
        let lastID: String
    }

    private struct State {
        var lastListener = 0
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var isOver = false
        var lastNumber: UInt64 = 0
        var lastNumbers: [Event.Kind: UInt64] = [:]
        var kept: [Event] = []
        var keptBytes = 0
        /// Clients that listen, and may come back.
        var clients: Set<Int> = []
        /// Until when events are kept where none of them listens; `nil` before the first.
        var keepsUntil: ContinuousClock.Instant?
        /// The last event that is not kept any more.
        var lastForgotten: UInt64 = 0

        mutating func keep(_ event: Event) {
            guard !clients.isEmpty || keepsUntil.map({ .now < $0 }) == true else {
                forget(to: lastNumber)
                return
            }
            kept.append(event)
            keptBytes += event.message.readableBytes
            // Cut in halves, since an array loses its first elements at a cost.
            guard kept.count > EventBroadcaster.maxKept * 2 || keptBytes > EventBroadcaster.maxKeptBytes else { return }
            let rest = kept.suffix(min(EventBroadcaster.maxKept, kept.count / 2))
            if let last = kept.dropLast(rest.count).last { lastForgotten = last.number }
            kept = Array(rest)
            keptBytes = kept.reduce(0) { $0 + $1.message.readableBytes }
        }

        mutating func forget(to number: UInt64) {
            lastForgotten = number
            (kept, keptBytes) = ([], 0)
        }
    }

    private let state = Mutex(State())
    private let delivery = Mutex(())
    /// Tells this run of the daemon from others, whose numbers began anew.
    let run = String(Timestamp().millisecondsSince1970, radix: 36)

    /// How many events there were.
    var lastNumber: UInt64 { state.withLock { $0.lastNumber } }

    /// The number of the last event of these kinds; 0 where there was none.
    func lastNumber(of kinds: Set<Event.Kind>) -> UInt64 {
        state.withLock { state in kinds.compactMap { state.lastNumbers[$0] }.max() ?? 0 }
    }

    /// A stream of what happens from now on, for a client; `nil` when there are too many already.
    func listenAsClient() -> AsyncStream<Event>? {
        state.withLock { subscribe(&$0, most: Self.maxListeners) }
    }

    /// What happens from now on, and what a client has missed since the event with the id.
    ///
    /// - Parameter id: `nil`: it has had none, and misses nothing.
    /// - Returns: `nil` when there are too many already.
    func resume(after id: String?) -> Subscription? {
        state.withLock { state in
            guard let events = subscribe(&state, most: Self.maxListeners) else { return nil }
            state.clients.insert(state.lastListener)
            if state.keepsUntil == nil { state.lastForgotten = state.lastNumber }
            state.keepsUntil = .now + Self.memory
            let lastID = self.id(state.lastNumber)
            guard let id else { return Subscription(events: events, missed: [], lastID: lastID) }
            guard let number = number(id), number >= state.lastForgotten, number <= state.lastNumber else {
                return Subscription(events: events, missed: nil, lastID: lastID)
            }
            let missed = state.kept.filter { $0.number > number }
            return Subscription(events: events, missed: missed, lastID: lastID)
        }
    }

    /// A stream of what happens from now on, for the daemon itself; `nil` when it is ending.
    func listen() -> AsyncStream<Event>? {
        // Its own are few, and never refused because of clients.
        state.withLock { subscribe(&$0, most: Self.maxListeners + 16) }
    }

    private func id(_ number: UInt64) -> String { "\(run)-\(number)" }

    private func number(_ id: String) -> UInt64? {
        let parts = id.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard id.utf8.count <= 64, parts.count == 2, parts[0] == run else { return nil }
        return UInt64(parts[1])
    }

    private func subscribe(_ state: inout State, most: Int) -> AsyncStream<Event>? {
        guard state.listeners.count < most, !state.isOver else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.maxWaiting))
        state.lastListener += 1
        let listener = state.lastListener
        state.listeners[listener] = continuation
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { state in
                // Whoever was cut off may come back for what is told from now on.
                if state.clients.remove(listener) != nil { state.keepsUntil = .now + Self.memory }
                return state.listeners.removeValue(forKey: listener)
            }
        }
        return stream
    }

    /// - Parameter event: Made only where somebody listens.
    func send(_ event: @autoclosure () -> Event) {
        guard state.withLock({ !$0.listeners.isEmpty || $0.keepsUntil != nil }) else { return }
        let event = event()
        // One after the other, so that all hear of everything in the order of its ids. Not within the lock of the state: a task
        // that is cancelled takes that while it holds what resuming it takes.
        delivery.withLock { _ in
            let listeners = state.withLock { state in
                state.lastNumber += 1
                state.lastNumbers[event.kind] = state.lastNumber
                event.number(state.lastNumber, as: id(state.lastNumber))
                if event.isKept { state.keep(event) }
                return Array(state.listeners.values)
            }
            for listener in listeners { listener.yield(event) }
        }
    }

    /// Ends every stream; later listeners get none.
    func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        // Outside the lock, which ending a stream takes.
        for listener in listeners { listener.finish() }
    }
}
