import HTTPTypes
import NIOCore
import NetworkDiagnostics
import NetworkModel

/// The response of an endpoint.
struct APIResponse: Sendable {
    enum Body: Sendable {
        case bytes(ByteBuffer)
        /// A JSON array whose size depends on the configuration or on what was found; generated while it is sent.
        case array(DocumentStream)
        /// Metrics, whose size depends on the configuration; generated while they are sent.
        case metrics(MetricStream)
        /// A stream, until it ends or the client disconnects.
        ///
        /// - Parameter end: Called when the client has disconnected; ends the stream.
        case stream(AsyncStream<ByteBuffer>, end: @Sendable () -> Void)
        /// The connection continues as a WebSocket.
        case socket(SocketUpgrade)
    }

    var status: HTTPResponse.Status = .ok
    var fields: HTTPFields = [:]
    var body: Body

    /// Ends an open-ended response when its client has disconnected; `nil` for responses that end by themselves.
    var end: (@Sendable () -> Void)? {
        switch body {
        case .stream(_, let end): end
        case .socket(let upgrade): { upgrade.session.end() }
        case .bytes, .array, .metrics: nil
        }
    }

    init(_ body: Body, type: String?, status: HTTPResponse.Status = .ok) {
        self.body = body
        self.status = status
        fields[.contentType] = type
    }

    /// A JSON document on one line.
    init(json value: some Encodable, status: HTTPResponse.Status = .ok) {
        // Only a non-finite number cannot be encoded, and documents contain none.
        let buffer = ByteBuffer(jsonLine: value) ?? ByteBuffer(string: "null\n")
        self.init(.bytes(buffer), type: "application/json", status: status)
    }

    /// A JSON document on one line, with the schema for a type that does not contain its own.
    init(json value: some Encodable, as schema: DocumentSchema, status: HTTPResponse.Status = .ok) {
        self.init(json: VersionedDocument(value, schema), status: status)
    }

    /// An empty response for a completed action.
    static let noContent = APIResponse(.bytes(ByteBuffer()), type: nil, status: .noContent)

    init(text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok) {
        self.init(.bytes(ByteBuffer(string: text)), type: type, status: status)
    }
}
