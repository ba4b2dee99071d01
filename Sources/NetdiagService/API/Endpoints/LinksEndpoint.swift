import LinkFacts
import NetworkDiagnostics

/// Interfaces, addresses, routes, neighbours and resolvers from the kernel and resolv.conf.
struct LinksEndpoint: Endpoint {
    let links: LinkMonitor
    let path = "/v1/links"
    let summary = "Interfaces, addresses, routes, neighbours and resolvers"
    var answerSchema: APISchema? { .reference("Links") }
    var audience: EndpointAudience {
        .readers { [links] _ in APIResponse(json: try await links.snapshot(), as: .links) }
    }
}
