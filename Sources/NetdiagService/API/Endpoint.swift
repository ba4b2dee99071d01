import HTTPTypes

/// One address of the API. A new one is a file with a type like this, and a line in ``API/endpoints(_:)``.
protocol Endpoint: Sendable {
    /// The path; with ``parameter``, what stands behind it and a slash is the request's parameter.
    var path: String { get }
    /// What the parameter is called in `/openapi.json`; `nil`: none is taken.
    var parameter: String? { get }
    var method: HTTPRequest.Method { get }
    /// Whether answering sends packets: then it is for the Unix socket and for bearers of the token.
    var sendsTraffic: Bool { get }
    /// One line for `/openapi.json`.
    var summary: String { get }
    /// Whether answering this query does, where only some do.
    func sendsTraffic(for query: [String: String]) -> Bool
    /// Query keys with a line each, for `/openapi.json`; others are refused.
    var query: [(key: String, meaning: String)] { get }
    /// The statuses of answers that are no problems.
    var successes: [HTTPResponse.Status] { get }
    /// Those of them that may stand there several times.
    var repeatable: Set<String> { get }
    /// The media type of the answer.
    var mediaType: String { get }

    /// - Throws: ``Problem``, which becomes the answer; `CancellationError`.
    func answer(_ request: APIRequest) async throws -> APIAnswer
}

extension Endpoint {
    var parameter: String? { nil }
    var method: HTTPRequest.Method { .get }
    var sendsTraffic: Bool { false }
    func sendsTraffic(for query: [String: String]) -> Bool { sendsTraffic }
    var query: [(key: String, meaning: String)] { [] }
    var successes: [HTTPResponse.Status] { [.ok] }
    var repeatable: Set<String> { [] }
    var mediaType: String { "application/json" }
    /// Whether requests have a body, which is JSON.
    var takesBody: Bool { method == .post || method == .put }
}
