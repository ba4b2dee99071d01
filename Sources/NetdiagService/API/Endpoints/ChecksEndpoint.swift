import HTTPTypes
import NIOCore
import NetworkDiagnostics
import NetworkModel

/// Runs a check now and responds with its report.
struct ChecksEndpoint: Endpoint {
    let path = "/v1/checks"
    let method = HTTPRequest.Method.post
    let bodyType: String? = "application/json"
    var bodySchema: JSONSchema? { CheckRequest.schema }
    var answerSchema: APISchema? { .reference("Report") }
    var audience: EndpointAudience { .privileged(check) }
    let summary = "Runs a check now: \(CheckRequest.jsonExample)"

    private func check(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
        APIResponse(json: try await senders.checks.check(request.body.readableBytesView))
    }
}
