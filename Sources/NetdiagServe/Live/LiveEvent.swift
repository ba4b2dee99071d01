import NIOCore
import NetworkFaults

/// A request as a server-sent event (WHATWG HTML section 9.2).
enum LiveEvent {
    /// JSON escapes line endings, so that the data is one line.
    @Sendable static func bytes(_ entry: RequestLog.Entry) -> ByteBuffer {
        ByteBuffer(string: "id: \(entry.number)\ndata: \(entry.json)\n\n")
    }
}
