import HTTPTypes
import NetworkDiagnostics

/// An endpoint of the API. A new one is a file with a type like this, and a line in ``API/endpoints(_:)``.
///
/// The audience, and whether packets are sent for it, has no default: ``answering`` defines both.
protocol Endpoint: Sendable {
    /// The path; with ``parameter``, the remainder after the path and a slash is the request's parameter.
    var path: String { get }
    /// The name of the parameter in `/openapi.json`; `nil` if there is none.
    var parameter: String? { get }
    var method: HTTPRequest.Method { get }
    /// The audience, and the response.
    var audience: EndpointAudience { get }
    /// The summary in `/openapi.json`, one line.
    var summary: String { get }
    /// The query keys with one line each, for `/openapi.json`; others are refused.
    var query: [(key: String, meaning: String)] { get }
    /// The values of query keys that take one of several words only at this endpoint, for `/openapi.json`.
    var words: [String: [String]] { get }
    /// The query keys without which every request is refused.
    var required: Set<String> { get }
    /// The statuses of successful responses.
    var successes: [HTTPResponse.Status] { get }
    /// The query keys that may be repeated.
    var repeatable: Set<String> { get }
    /// The media type of the response.
    var mediaType: String { get }
    /// Alternative media types, which depend on the request or the resource.
    var otherMediaTypes: [String] { get }
    /// The schema of a JSON response; `nil` for other types.
    var answerSchema: APISchema? { get }
    /// The media type of request bodies; `nil` if none is read.
    var bodyType: String? { get }
    /// The schema of request bodies, for `/openapi.json`; `nil` if it is not described.
    var bodySchema: JSONSchema? { get }
    /// The maximum size of request bodies, in bytes.
    var maxBodyBytes: Int { get }
    /// Whether the response takes only microseconds, or is generated elsewhere. It is then handled on the loop of its
    /// connection, without a switch of threads, while all other connections of that loop wait.
    var isBrief: Bool { get }
    /// Whether readers' requests query the history. They then wait for their turn (``QueryTurns``), and end with their
    /// connection.
    var queriesHistory: Bool { get }
}

extension Endpoint {
    var parameter: String? { nil }
    var method: HTTPRequest.Method { .get }
    var query: [(key: String, meaning: String)] { [] }
    var words: [String: [String]] { [:] }
    var required: Set<String> { [] }
    var successes: [HTTPResponse.Status] { [.ok] }
    var repeatable: Set<String> { [] }
    var mediaType: String { "application/json" }
    var otherMediaTypes: [String] { [] }
    var answerSchema: APISchema? { nil }
    var bodyType: String? { nil }
    var bodySchema: JSONSchema? { nil }
    var maxBodyBytes: Int { 64 * 1_024 }
    var isBrief: Bool { false }
    var queriesHistory: Bool { false }
}
