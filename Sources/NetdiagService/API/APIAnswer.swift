import HTTPTypes
import NIOCore
import NetworkDiagnostics
import NetworkModel

/// The response of an endpoint.
struct APIAnswer: Sendable {
    enum Body: Sendable {
        case bytes(ByteBuffer)
        /// A JSON array that grows with what is configured or found: made while it is sent.
        case array(DocumentStream)
        /// Metrics of what is configured: made while they are sent.
        case metrics(MetricStream)
        /// Sent as it comes, until the stream ends or the client goes.
        ///
        /// - Parameter end: Called when the client has gone; the stream ends by it.
        case stream(AsyncStream<ByteBuffer>, end: @Sendable () -> Void)
        /// The connection goes on as a WebSocket.
        case socket(SocketUpgrade)
    }

    var status: HTTPResponse.Status = .ok
    var fields: HTTPFields = [:]
    var body: Body

    /// Ends what goes on, when its client has gone; `nil` for what ends by itself.
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
        // Only a non-finite number cannot be encoded, and no document has one.
        let buffer = ByteBuffer(jsonLine: value) ?? ByteBuffer(string: "null\n")
        self.init(.bytes(buffer), type: "application/json", status: status)
    }

    /// A JSON document on one line, of a type that does not name its form.
    init(json value: some Encodable, as schema: DocumentSchema, status: HTTPResponse.Status = .ok) {
        self.init(json: VersionedDocument(value, schema), status: status)
    }

    /// Nothing: it was done.
    static let noContent = APIAnswer(.bytes(ByteBuffer()), type: nil, status: .noContent)

    init(text: String, type: String = "text/plain; charset=utf-8", status: HTTPResponse.Status = .ok) {
        self.init(.bytes(ByteBuffer(string: text)), type: type, status: status)
    }
}
