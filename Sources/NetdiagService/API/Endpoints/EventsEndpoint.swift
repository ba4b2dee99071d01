import FoundationEssentials
import HTTPTypes
import NIOCore
import NetworkModel

/// What happens, as server-sent events (WHATWG HTML section 9.2): the status and the peers at once, then every change.
struct EventsEndpoint: Endpoint {
    let store: StatusStore
    let peers: PeerWatch
    let path = "/v1/events"
    let summary = "Server-sent events: status, report, change, incident, peers"
    let mediaType = "text/event-stream"
    /// A comment as often as this keeps proxies from closing a quiet connection, and finds clients that have gone.
    private static let heartbeat = Duration.seconds(15)

    func answer(_ request: APIRequest) throws -> APIAnswer {
        guard let events = store.events.listenAsClient() else {
            throw Problem(
                .serviceUnavailable, "\(EventBroadcaster.mostListeners) clients are listening already",
                fields: [.retryAfter: "10"])
        }
        // What waits for a slow client are the events: each becomes text when the client takes it, and not before.
        let (waiting, continuation) = AsyncStream.makeStream(
            of: (@Sendable () -> ByteBuffer).self, bufferingPolicy: .bufferingNewest(EventBroadcaster.mostWaiting))
        let (store, peers) = (store, peers)
        continuation.yield { Event.message(.status, store.encodedDocument) }
        continuation.yield { Event.peers(peers.document).message }
        let task = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await event in events { continuation.yield { event.message } }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil {
                        continuation.yield { ByteBuffer(string: ":\n\n") }
                    }
                }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        let stream = AsyncStream<ByteBuffer>(
            unfolding: {
                var next = waiting.makeAsyncIterator()
                return await next.next()?()
            }, onCancel: { continuation.finish() })
        return APIAnswer(.stream(stream, end: { continuation.finish() }), type: mediaType)
    }
}
