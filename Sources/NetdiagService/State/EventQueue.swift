import NIOCore
import Synchronization

/// The events in transit to one client, which are encoded when the client reads them.
///
/// A client that does not keep up loses the oldest ones. Only the latest status and the latest peers are queued, since
/// each replaces the earlier ones.
final class EventQueue: Sendable {
    private enum Entry {
        case event(Event)
        case message(Event.Kind?, ByteBuffer)
        /// The events that a client has missed. They are one entry, and so are lost together if the client does not
        /// keep up.
        case missed([Event])

        var replaces: Event.Kind? {
            let kind: Event.Kind? =
                switch self {
                case .event(let event): event.kind
                case .message(let kind, _): kind
                case .missed: nil
                }
            return switch kind {
            case .status?, .peers?: kind
            case .report?, .change?, .incident?, .service?, nil: nil
            }
        }

        var message: ByteBuffer {
            switch self {
            case .event(let event): event.message
            case .message(_, let buffer): buffer
            case .missed(let events):
                events.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1.message) }
            }
        }

        var batch: [SocketText] {
            switch self {
            case .event(let event): [.event(event)]
            case .message(_, let buffer): [.text(buffer)]
            case .missed(let events): events.map { .event($0) }
            }
        }
    }

    /// The content of one WebSocket message; encoded when it is sent.
    enum SocketText: Sendable {
        case event(Event)
        case text(ByteBuffer)

        var text: ByteBuffer {
            switch self {
            case .event(let event): event.socketMessage
            case .text(let text): text
            }
        }
    }

    private struct State {
        var entries: [Entry] = []
        var isOver = false
        var reader: CheckedContinuation<Entry?, Never>?
    }

    /// The maximum number of events that wait for a busy client.
    static let maxWaiting = EventBroadcaster.maxWaiting

    private let state = Mutex(State())

    /// The messages, for one reader; its cancellation ends the queue.
    var messages: AsyncStream<ByteBuffer> {
        AsyncStream(unfolding: { await self.next()?.message }, onCancel: { self.finish() })
    }

    /// The messages for a WebSocket, for one reader.
    var batches: AsyncStream<[SocketText]> {
        AsyncStream(unfolding: { await self.next()?.batch }, onCancel: { self.finish() })
    }

    func add(_ event: Event) { add(.event(event)) }

    func add(missed events: [Event]) {
        if !events.isEmpty { add(.missed(events)) }
    }

    /// - Parameter kind: The kind of a document that replaces a queued one; `nil` for other messages.
    func add(_ message: ByteBuffer, as kind: Event.Kind?) { add(.message(kind, message)) }

    /// Adds a comment, which keeps an idle connection open, if nothing else is queued.
    func addHeartbeat() {
        if state.withLock({ $0.entries.isEmpty }) { add(ByteBuffer(string: ":\n\n"), as: nil) }
    }

    /// Ends the queue; entries that were added before are still read.
    func finish() {
        let reader = state.withLock { state in
            state.isOver = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func add(_ entry: Entry) {
        let reader = state.withLock { state -> CheckedContinuation<Entry?, Never>? in
            guard !state.isOver else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if let kind = entry.replaces { state.entries.removeAll { $0.replaces == kind } }
            if state.entries.count >= Self.maxWaiting { state.entries.removeFirst() }
            state.entries.append(entry)
            return nil
        }
        reader?.resume(returning: entry)
    }

    private func next() async -> Entry? {
        await withCheckedContinuation { continuation in
            let entry = state.withLock { state -> Entry?? in
                if !state.entries.isEmpty { return state.entries.removeFirst() }
                if state.isOver { return .some(nil) }
                state.reader = continuation
                return nil
            }
            if let entry { continuation.resume(returning: entry) }
        }
    }
}
