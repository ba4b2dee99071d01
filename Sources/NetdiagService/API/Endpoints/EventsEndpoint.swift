import FoundationEssentials
import HTTPTypes
import NIOCore
import NetworkModel

/// What happens, as server-sent events (WHATWG HTML section 9.2): the status at once, then every change.
struct EventsEndpoint: Endpoint {
    let store: StatusStore
    let path = "/v1/events"
    let summary = "Server-sent events: status, report, change"
    let mediaType = "text/event-stream"
    /// A comment as often as this keeps proxies from closing a quiet connection, and finds clients that have gone.
    private static let heartbeat = Duration.seconds(15)

    func answer(_ request: APIRequest) throws -> APIAnswer {
        guard let events = store.events.listen() else {
            throw Problem(
                .serviceUnavailable, "\(EventBroadcaster.mostListeners) clients are listening already",
                fields: [.retryAfter: "10"])
        }
        let first = Self.message("status", store.encodedDocument)
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self, bufferingPolicy: .bufferingNewest(256))
        let task = Task {
            continuation.yield(first)
            await withTaskGroup { group in
                group.addTask {
                    for await event in events { continuation.yield(Self.message(event)) }
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
        return APIAnswer(.stream(stream), type: mediaType)
    }

    private static func message(_ event: Event) -> ByteBuffer {
        let data =
            switch event {
            case .status(let document): try? JSON.line(document)
            case .report(let report): try? JSON.line(report)
            case .change(let change): try? JSON.line(change)
            }
        return message(event.name, ByteBuffer(bytes: data ?? .init()))
    }

    /// JSON on one line needs no splitting into several `data:` lines.
    private static func message(_ name: String, _ data: ByteBuffer) -> ByteBuffer {
        var buffer = ByteBuffer(string: "event: \(name)\ndata: ")
        var data = data
        buffer.writeBuffer(&data)
        buffer.writeString(buffer.readableBytesView.last == UInt8(ascii: "\n") ? "\n" : "\n\n")
        return buffer
    }
}
