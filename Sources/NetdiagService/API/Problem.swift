import HTTPTypes
import NetworkDiagnostics
import NetworkModel

/// An error response: `application/problem+json` (RFC 9457).
struct Problem: Error, Sendable {
    var status: HTTPResponse.Status
    var detail: String
    var fields = HTTPFields()

    init(_ status: HTTPResponse.Status, _ detail: String, fields: HTTPFields = [:]) {
        self.status = status
        self.detail = detail
        self.fields = fields
    }

    private struct Body: Encodable {
        let type = "about:blank"
        let title: String
        let status: Int
        let detail: String
    }

    var response: APIResponse {
        let body = Body(title: status.reasonPhrase, status: status.code, detail: detail)
        var response = APIResponse(json: body, as: .problem, status: status)
        response.fields.append(contentsOf: fields)
        response.fields[.contentType] = "application/problem+json"
        return response
    }
}
