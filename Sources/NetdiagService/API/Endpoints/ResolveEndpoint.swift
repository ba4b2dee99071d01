import HostResolution
import HTTPTypes
import LinkFacts
import NetworkDiagnostics
import NetworkModel

/// Resolves a name, or an address back to its name.
struct ResolveEndpoint: Endpoint {
    let path = "/v1/resolve"
    var answerSchema: APISchema? { .reference("Resolution") }
    var audience: EndpointAudience { .privileged(resolve) }
    let summary = "Resolves a name, or an address back to its name"
    let required: Set = ["name"]
    let query = [
        (key: "name", meaning: "the name or address"), (key: "family", meaning: "ipv4 or ipv6; both by default"),
        (key: "server", meaning: "the only DNS server to query: ADDRESS or ADDRESS:PORT"),
        (key: "type", meaning: "a record type such as MX instead of addresses"),
    ]
    let words = ["type": DNSRecordType.allCases.map(\.rawValue)]

    private func resolve(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIResponse {
        guard let name = request.query["name"], !name.isEmpty else { throw Problem(.badRequest, "name: is missing") }
        let resolveRequest: ResolveRequest
        do {
            resolveRequest = try ResolveRequest(
                name: name, families: request.families(), server: request.query["server"], type: request.query["type"])
        } catch let error as ResolveRequest.Error {
            throw Problem(.badRequest, error.description)
        }
        do {
            return APIResponse(json: try await resolveRequest.resolve(by: senders.engine), as: .resolution)
        } catch let error as HostResolutionError {
            throw Problem(.badRequest, "name: \(error)")
        }
    }
}
