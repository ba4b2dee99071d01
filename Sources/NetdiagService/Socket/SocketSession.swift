import NIOCore
import NetworkDiagnostics
import NetworkModel
import Synchronization

/// The subscriptions of one WebSocket client, and the events in transit to it.
final class SocketSession: Sendable {
    /// A message that is not an event.
    private enum Notice: Encodable {
        case subscribed(topics: [SocketTopic], id: String, hasAllMissed: Bool)
        case error(String)

        private enum CodingKeys: String, CodingKey {
            case event, id, topics, complete, detail
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .subscribed(let topics, let id, let hasAllMissed):
                try container.encode("subscribed", forKey: .event)
                try container.encode(id, forKey: .id)
                try container.encode(topics.map(\.rawValue), forKey: .topics)
                try container.encode(hasAllMissed, forKey: .complete)
            case .error(let detail):
                try container.encode("error", forKey: .event)
                try container.encode(detail, forKey: .detail)
            }
        }

        var message: ByteBuffer { ByteBuffer(bytes: (try? JSON.line(VersionedDocument(self, .event))) ?? []) }
    }

    /// The number of invalid requests after which the connection is closed.
    private static let maxMistakes = 8

    let queue = EventQueue()
    private let store: StatusStore
    private let peers: PeerWatch

    private struct State {
        var task: Task<Void, Never>?
        var mistakes = 0
        var isOver = false
    }

    private let state = Mutex(State())

    init(store: StatusStore, peers: PeerWatch) {
        self.store = store
        self.peers = peers
        // A client without a subscription must also be told when the daemon ends.
        guard let events = store.events.listen() else { return }
        follow(events, of: [])
    }

    /// Handles a message of the client.
    ///
    /// - Returns: Whether the connection continues.
    func receive(_ text: ByteBuffer) -> Bool {
        do throws(BodyError) {
            subscribe(try SocketRequest.read(text.readableBytesView))
            return true
        } catch {
            queue.add(Notice.error(error.description).message, as: nil)
            return state.withLock { state in
                state.mistakes += 1
                return state.mistakes < Self.maxMistakes
            }
        }
    }

    /// Ends the session; messages that were added before are still sent.
    func end() {
        let task = state.withLock { state in
            state.isOver = true
            defer { state.task = nil }
            return state.task
        }
        task?.cancel()
        queue.finish()
    }

    /// Replaces the previous subscription.
    private func subscribe(_ request: SocketRequest) {
        guard let subscription = store.events.resume(after: request.after) else {
            let detail = "\(EventBroadcaster.maxListeners) clients are listening already; try again later"
            queue.add(Notice.error(detail).message, as: nil)
            return
        }
        let kinds = Set(request.topics.map(\.kind))
        let notice = Notice.subscribed(
            topics: request.topics, id: subscription.lastID, hasAllMissed: subscription.missed != nil)
        queue.add(notice.message, as: nil)
        queue.add(missed: (subscription.missed ?? []).filter { kinds.contains($0.kind) })
        if kinds.contains(.status) { queue.add(Event.status(store)) }
        if kinds.contains(.peers) { queue.add(Event.peers(peers.document)) }
        follow(subscription.events, of: kinds)
    }

    private func follow(_ events: AsyncStream<Event>, of kinds: Set<Event.Kind>) {
        let task = Task { [queue] in
            for await event in events where kinds.contains(event.kind) { queue.add(event) }
            // The daemon is shutting down, unless another subscription has replaced this one.
            if !Task.isCancelled { queue.finish() }
        }
        let (old, isOver) = state.withLock { state in
            defer { if !state.isOver { state.task = task } }
            return (state.task, state.isOver)
        }
        old?.cancel()
        if isOver { task.cancel() }
    }
}
