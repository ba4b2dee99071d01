import FoundationEssentials
import HTTPTypes
import NIOCore
import NetworkModel

/// Events as server-sent events (WHATWG HTML section 9.2): the status and the peers immediately, then every change.
struct EventsEndpoint: Endpoint {
    let store: StatusStore
    let peers: PeerWatch
    let path = "/v1/events"
    let summary =
        "Server-sent events: status, report, change, incident, service, peers; with Last-Event-ID, also those of the last "
        + "1,000 that were missed"
    let mediaType = "text/event-stream"
    var audience: EndpointAudience { .readers(follow) }
    /// The interval of comments, which keep proxies from closing a quiet connection, and detect clients that have
    /// disconnected.
    private static let heartbeat = Duration.seconds(15)

    private func follow(_ request: APIRequest) throws -> APIResponse {
        let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.fields[$0] }
        guard let subscription = store.events.resume(after: lastID) else {
            throw Problem(
                .serviceUnavailable, "\(EventBroadcaster.maxListeners) clients are listening already",
                fields: [.retryAfter: "10"])
        }
        let queue = EventQueue()
        queue.add(missed: subscription.missed ?? [])
        // The id comes after the missed events, since the following events have none and leave it unchanged.
        queue.add(Event.beginning(after: subscription.lastID), as: nil)
        queue.add(Event.status(store))
        queue.add(Event.peers(peers.document))
        let task = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await event in subscription.events { queue.add(event) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil { queue.addHeartbeat() }
                }
                await group.next()
                group.cancelAll()
            }
            queue.finish()
        }
        let end: @Sendable () -> Void = {
            task.cancel()
            queue.finish()
        }
        return APIResponse(.stream(queue.messages, end: end), type: mediaType)
    }
}
