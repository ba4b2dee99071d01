import HTTPTypes
import NetworkModel

/// The receivers of alerts, messages that were sent, and messages that are queued with the reason.
struct AlertsEndpoint: Endpoint {
    let alerts: AlertService
    let path = "/v1/alerts"
    let summary =
        "The receivers of alerts (schema \(AlertsDocument.schema)), the queued messages with their reasons, and the last delivered ones"
    var answerSchema: APISchema? { .reference("Alerts") }
    var audience: EndpointAudience { .readers { _ in APIResponse(json: await alerts.document) } }
}

/// Sends a test message to a configured receiver.
struct AlertTestEndpoint: Endpoint {
    let path = "/v1/alerts"
    let parameter: String? = "receiver"
    let method = HTTPRequest.Method.post
    let summary = "Sends a test message to a configured receiver, and returns its response"
    var answerSchema: APISchema? { .reference("AlertTest") }
    var audience: EndpointAudience { .privileged(test) }

    private func test(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
        APIResponse(json: try await senders.alerts.test(request.parameter ?? ""))
    }
}
