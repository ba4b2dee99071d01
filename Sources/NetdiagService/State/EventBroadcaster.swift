import Synchronization

/// Hands every event to every listener. A listener that does not keep up loses the oldest ones, and slows nobody.
final class EventBroadcaster: Sendable {
    /// Events kept for a listener that is busy.
    static let maxWaiting = 128
    /// Clients that listen at once; more are refused. More than all kinds of clients may have streams.
    static let maxListeners = 256

    private struct State {
        var lastID = 0
        var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
        var isOver = false
    }

    private let state = Mutex(State())

    /// A stream of what happens from now on, for a client; `nil` when there are too many already.
    func listenAsClient() -> AsyncStream<Event>? {
        listen(most: Self.maxListeners)
    }

    /// A stream of what happens from now on, for the daemon itself; `nil` when it is ending.
    func listen() -> AsyncStream<Event>? {
        // Its own are few, and never refused because of clients.
        listen(most: Self.maxListeners + 16)
    }

    private func listen(most: Int) -> AsyncStream<Event>? {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(Self.maxWaiting))
        let id = state.withLock { state -> Int? in
            guard state.listeners.count < most, !state.isOver else { return nil }
            state.lastID += 1
            state.listeners[state.lastID] = continuation
            return state.lastID
        }
        guard let id else { return nil }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.listeners.removeValue(forKey: id) }
        }
        return stream
    }

    /// - Parameter event: Made only where somebody listens.
    func send(_ event: @autoclosure () -> Event) {
        let listeners = state.withLock { Array($0.listeners.values) }
        guard !listeners.isEmpty else { return }
        let event = event()
        for listener in listeners { listener.yield(event) }
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
