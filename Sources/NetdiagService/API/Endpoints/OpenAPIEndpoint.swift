import HTTPTypes
import NetworkDiagnostics

/// The description of the API, generated from the list of endpoints.
struct OpenAPIEndpoint: Endpoint {
    let endpoints: [any Endpoint]
    let path = "/openapi.json"
    let summary = "This description, in OpenAPI 3.1"
    var answerSchema: APISchema? { .object(["openapi": .text(), "info": .anything, "paths": .map(.anything)]) }
    var answering: EndpointAudience { .readers { _ in APIAnswer(json: OpenAPIDocument(endpoints + [self])) } }
}
