import NIOCore
import NetworkModel
import Synchronization

/// Passes every event to every listener. A listener that does not keep up loses the oldest ones, and slows down no
/// other.
///
/// Each event has an id, `RUN-NUMBER`. The last ones are kept for clients that lost their connection, and reconnect
/// with the id of the last event that they received (WHATWG HTML section 9.2.4, `Last-Event-ID`).
final class EventBroadcaster: Sendable {
    /// The maximum number of events that wait for a busy listener.
    static let maxWaiting = 128
    /// The maximum number of simultaneous listeners, which is more than all kinds of clients together may have streams.
    static let maxListeners = 512
    /// The maximum number of events, and of their bytes, that are kept for reconnecting clients.
    static let maxKept = 1_000
    static let maxKeptBytes = 4 << 20
    /// How long events are kept after the last client has disconnected.
    private static let memory = Duration.seconds(300)

    /// The stream for a client, and the events before it.
    struct Subscription: Sendable {
        /// The events from now on.
        let events: AsyncStream<Event>
        /// The events that the client has missed, oldest first; `nil` if they are no longer known.
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
        /// The listeners that are clients, which may reconnect.
        var clients: Set<Int> = []
        /// Until when events are kept if no client listens; `nil` before the first client.
        var keepsUntil: ContinuousClock.Instant?
        /// The number of the last event that is no longer kept.
        var lastForgotten: UInt64 = 0

        mutating func store(_ event: Event) {
            guard !clients.isEmpty || keepsUntil.map({ .now < $0 }) == true else {
                discard(to: lastNumber)
                return
            }
            kept.append(event)
            keptBytes += event.message.readableBytes
            // Half of the events are removed at a time, since removing the first elements of an array is expensive.
            guard kept.count > EventBroadcaster.maxKept * 2 || keptBytes > EventBroadcaster.maxKeptBytes else { return }
            let rest = kept.suffix(min(EventBroadcaster.maxKept, kept.count / 2))
            if let last = kept.dropLast(rest.count).last { lastForgotten = last.number }
            kept = Array(rest)
            keptBytes = kept.reduce(0) { $0 + $1.message.readableBytes }
        }

        mutating func discard(to number: UInt64) {
            lastForgotten = number
            (kept, keptBytes) = ([], 0)
        }
    }

    private let state = Mutex(State())
    private let delivery = Mutex(())
    /// Identifies this run of the daemon, since each run numbers its events from 1.
    let run = String(Timestamp().millisecondsSince1970, radix: 36)

    /// The number of events so far.
    var lastNumber: UInt64 { state.withLock { $0.lastNumber } }

    /// The number of the last event of these kinds; 0 if there was none.
    func lastNumber(of kinds: Set<Event.Kind>) -> UInt64 {
        state.withLock { state in kinds.compactMap { state.lastNumbers[$0] }.max() ?? 0 }
    }

    /// A stream of the events from now on for a client; `nil` if there are too many already.
    func listenAsClient() -> AsyncStream<Event>? {
        state.withLock { subscribe(&$0, maxListeners: Self.maxListeners) }
    }

    /// The events from now on, and those that a client has missed since the event with the id.
    ///
    /// - Parameter id: `nil` if the client has received none, and misses none.
    /// - Returns: `nil` if there are too many listeners already.
    func resume(after id: String?) -> Subscription? {
        state.withLock { state in
            guard let events = subscribe(&state, maxListeners: Self.maxListeners) else { return nil }
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

    /// A stream of the events from now on for the daemon itself; `nil` if it is shutting down.
    func listen() -> AsyncStream<Event>? {
        // The daemon's own listeners are few, and are never refused because of clients.
        state.withLock { subscribe(&$0, maxListeners: Self.maxListeners + 16) }
    }

    private func id(_ number: UInt64) -> String { "\(run)-\(number)" }

    private func number(_ id: String) -> UInt64? {
        let parts = id.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard id.utf8.count <= 64, parts.count == 2, parts[0] == run else { return nil }
        return UInt64(parts[1])
    }

    private func subscribe(_ state: inout State, maxListeners: Int) -> AsyncStream<Event>? {
        guard state.listeners.count < maxListeners, !state.isOver else { return nil }
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.maxWaiting))
        state.lastListener += 1
        let listener = state.lastListener
        state.listeners[listener] = continuation
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { state in
                // A disconnected client may reconnect for the events from now on.
                if state.clients.remove(listener) != nil { state.keepsUntil = .now + Self.memory }
                return state.listeners.removeValue(forKey: listener)
            }
        }
        return stream
    }

    /// - Parameter event: Created only if something listens.
    func send(_ event: @autoclosure () -> Event) {
        guard state.withLock({ !$0.listeners.isEmpty || $0.keepsUntil != nil }) else { return }
        let event = event()
        // Events are delivered one after the other, so that all listeners receive them in the order of their ids. This
        // is not done under the lock of the state, which a cancelled task takes while it holds the lock that resuming
        // it requires.
        delivery.withLock { _ in
            let listeners = state.withLock { state in
                state.lastNumber += 1
                state.lastNumbers[event.kind] = state.lastNumber
                event.number(state.lastNumber, as: id(state.lastNumber))
                if event.isKept { state.store(event) }
                return Array(state.listeners.values)
            }
            for listener in listeners { listener.yield(event) }
        }
    }

    /// Ends all streams; later listeners get none.
    func finish() {
        let listeners = state.withLock { state in
            state.isOver = true
            defer { state.listeners = [:] }
            return Array(state.listeners.values)
        }
        // Not under the lock, which ending a stream takes.
        for listener in listeners { listener.finish() }
    }
}
