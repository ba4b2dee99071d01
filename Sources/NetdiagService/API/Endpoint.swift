import HTTPTypes
import NetworkDiagnostics

/// One address of the API. A new one is a file with a type like this, and a line in ``API/endpoints(_:)``.
///
/// Who is answered, and whether packets are sent for it, has no default: ``answering`` says it.
protocol Endpoint: Sendable {
    /// The path; with ``parameter``, what stands behind it and a slash is the request's parameter.
    var path: String { get }
    /// What the parameter is called in `/openapi.json`; `nil`: none is taken.
    var parameter: String? { get }
    var method: HTTPRequest.Method { get }
    /// Who is answered, and with what.
    var answering: Answering { get }
    /// One line for `/openapi.json`.
    var summary: String { get }
    /// Query keys with a line each, for `/openapi.json`; others are refused.
    var query: [(key: String, meaning: String)] { get }
    /// The statuses of answers that are no problems.
    var successes: [HTTPResponse.Status] { get }
    /// Those of them that may stand there several times.
    var repeatable: Set<String> { get }
    /// The media type of the answer.
    var mediaType: String { get }
    /// Those that it has instead, by the request or what is asked for.
    var otherMediaTypes: [String] { get }
    /// What an answer in JSON holds; `nil`: it is of another type.
    var answerSchema: APISchema? { get }
    /// The media type of requests' bodies; `nil`: none is read.
    var bodyType: String? { get }
    /// What requests' bodies hold, for `/openapi.json`; `nil`: that is not described.
    var bodySchema: JSONSchema? { get }
    /// Bodies of requests are read up to this many bytes.
    var maxBodyBytes: Int { get }
    /// Whether an answer is a matter of microseconds, or is made elsewhere: it is then made on the loop of its connection, without
    /// a switch of threads. All other connections wait meanwhile.
    var isBrief: Bool { get }
}

extension Endpoint {
    var parameter: String? { nil }
    var method: HTTPRequest.Method { .get }
    var query: [(key: String, meaning: String)] { [] }
    var successes: [HTTPResponse.Status] { [.ok] }
    var repeatable: Set<String> { [] }
    var mediaType: String { "application/json" }
    var otherMediaTypes: [String] { [] }
    var answerSchema: APISchema? { nil }
    var bodyType: String? { nil }
    var bodySchema: JSONSchema? { nil }
    var maxBodyBytes: Int { 64 * 1_024 }
    var isBrief: Bool { false }
}
