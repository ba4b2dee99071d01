import HostResolution
import HTTPTypes
import LinkFacts
import NetworkDiagnostics
import NetworkModel

/// Resolves a name, or an address back to its name.
struct ResolveEndpoint: Endpoint {
    let path = "/v1/resolve"
    var answerSchema: APISchema? { .reference("Resolution") }
    var answering: EndpointAudience { .privileged(resolve) }
    let summary = "Resolves a name, or an address back to its name"
    let required: Set = ["name"]
    let query = [
        (key: "name", meaning: "the name or address"), (key: "family", meaning: "ipv4 or ipv6; both by default"),
        (key: "server", meaning: "the only DNS server to query: ADDRESS or ADDRESS:PORT"),
        (key: "type", meaning: "a record type such as MX instead of addresses"),
    ]

    private func resolve(_ request: APIRequest, with senders: PrivilegedActions) async throws -> APIAnswer {
        guard let name = request.query["name"], !name.isEmpty else { throw Problem(.badRequest, "name: is missing") }
        let question: ResolveQuestion
        do {
            question = try ResolveQuestion(
                name: name, families: request.families(), server: request.query["server"], type: request.query["type"])
        } catch let error as ResolveQuestion.Error {
            throw Problem(.badRequest, error.description)
        }
        do {
            return APIAnswer(json: try await question.answer(by: senders.engine), as: .resolution)
        } catch let error as HostResolutionError {
            throw Problem(.badRequest, "name: \(error)")
        }
    }
}
