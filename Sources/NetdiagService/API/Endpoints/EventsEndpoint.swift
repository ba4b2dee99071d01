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
    var answering: Answering { .readers(follow) }
    /// A comment as often as this keeps proxies from closing a quiet connection, and finds clients that have gone.
    private static let heartbeat = Duration.seconds(15)

    private func follow(_ request: APIRequest) throws -> APIAnswer {
        guard let events = store.events.listenAsClient() else {
            throw Problem(
                .serviceUnavailable, "\(EventBroadcaster.mostListeners) clients are listening already",
                fields: [.retryAfter: "10"])
        }
        let first = [Event.message(.status, store.encodedDocument), Event.peers(peers.document).message]
        // Waiting for a slow client happens in the events' own buffer; here, what is on its way.
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(128))
        let task = Task {
            for message in first { continuation.yield(message) }
            await withTaskGroup { group in
                group.addTask {
                    for await event in events { continuation.yield(event.message) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil {
                        continuation.yield(ByteBuffer(string: ":\n\n"))
                    }
                }
                await group.next()
                group.cancelAll()
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return APIAnswer(.stream(stream, end: { continuation.finish() }), type: mediaType)
    }
}
