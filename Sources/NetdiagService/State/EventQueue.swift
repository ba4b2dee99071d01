import NIOCore
import Synchronization

/// The events in transit to one client, which are encoded when the client reads them.
///
/// A client that does not keep up loses the oldest ones. Of the status and the peers only the last one waits: each is all
/// that there is to say.
final class EventQueue: Sendable {
    private enum Entry {
        case event(Event)
        case message(Event.Kind?, ByteBuffer)
        /// What a client has missed: however many, they are one entry, and so are lost together if the client does not keep up.
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

    /// What becomes one message of a WebSocket; encoded when it is sent.
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

    /// Events kept for a client that is busy.
    static let maxWaiting = EventBroadcaster.maxWaiting

    private let state = Mutex(State())

    /// For one reader; one that goes ends it.
    var messages: AsyncStream<ByteBuffer> {
        AsyncStream(unfolding: { await self.next()?.message }, onCancel: { self.finish() })
    }

    /// The same as messages of a WebSocket; for one reader.
    var batches: AsyncStream<[SocketText]> {
        AsyncStream(unfolding: { await self.next()?.batch }, onCancel: { self.finish() })
    }

    func add(_ event: Event) { add(.event(event)) }

    func add(missed events: [Event]) {
        if !events.isEmpty { add(.missed(events)) }
    }

    /// - Parameter kind: Of a document that takes the place of one that waits; `nil` for what is none.
    func add(_ message: ByteBuffer, as kind: Event.Kind?) { add(.message(kind, message)) }

    /// A comment, which keeps a quiet connection, where nothing else waits.
    func addHeartbeat() {
        if state.withLock({ $0.entries.isEmpty }) { add(ByteBuffer(string: ":\n\n"), as: nil) }
    }

    /// What was added by now is still read.
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
