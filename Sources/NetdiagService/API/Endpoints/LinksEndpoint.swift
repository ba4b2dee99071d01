import LinkFacts
import NetworkDiagnostics

/// Interfaces, addresses, routes, neighbours and resolvers as the kernel and resolv.conf tell them.
struct LinksEndpoint: Endpoint {
    let engine: DiagnosticEngine
    let path = "/v1/links"
    let summary = "Interfaces, addresses, routes, neighbours and resolvers"

    func answer(_ request: APIRequest) async throws -> APIAnswer {
        APIAnswer(json: try await engine.links.snapshot())
    }
}
