import HTTPTypes
import NIOCore
import NetworkModel

/// The updates of open pages, as server-sent events.
struct PageUpdatesEndpoint: Endpoint {
    let store: StatusStore
    let renderings: OverviewRenderings
    let path = "/page/live"
    let summary =
        "Updates of an open page for its script, as server-sent events: parts of the page as HTML, or a notice that it has changed"
    let mediaType = "text/event-stream"
    let required: Set = ["view"]
    let query = [
        (key: "view", meaning: "overview, target, incidents, links, services or peers"),
        (key: "name", meaning: "the target of view=target"),
        (key: "page", meaning: "the page of view=overview; 1 by default"),
        (key: "since", meaning: "the state of the page, as it was received"),
    ]
    var audience: EndpointAudience { .readers(follow) }
    private static let heartbeat = Duration.seconds(15)

    private func follow(_ request: APIRequest) throws -> APIResponse {
        let view = try PageView(request)
        let lastID = HTTPField.Name("Last-Event-ID").flatMap { request.fields[$0] }
        let since = (lastID ?? request.query["since"]).flatMap { PageVersion($0) } ?? PageVersion(store)
        guard let events = store.events.listenAsClient() else {
            throw Problem(
                .serviceUnavailable, "\(EventBroadcaster.maxListeners) clients are listening already",
                fields: [.retryAfter: "10"])
        }
        let feed = PageFeed(view, in: request.language, since: since, store: store, renderings: renderings)
        let flag = feed.flag
        let kinds = view.kinds
        let task = Task {
            await withTaskGroup { group in
                group.addTask {
                    for await event in events where kinds.contains(event.kind) { flag.raise(.news) }
                }
                group.addTask {
                    while (try? await Task.sleep(for: Self.heartbeat)) != nil { flag.raise(.heartbeat) }
                }
                await group.next()
                group.cancelAll()
            }
            flag.raise(.over)
        }
        let end: @Sendable () -> Void = {
            task.cancel()
            flag.raise(.over)
        }
        let messages = AsyncStream<ByteBuffer>(unfolding: { await feed.next() }, onCancel: end)
        return APIResponse(.stream(messages, end: end), type: mediaType)
    }
}
