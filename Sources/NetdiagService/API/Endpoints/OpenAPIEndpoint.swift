import HTTPTypes
import NIOCore

/// The API's own description, made from the list of endpoints.
struct OpenAPIEndpoint: Endpoint {
    let endpoints: [any Endpoint]
    let path = "/openapi.json"
    let summary = "This description, OpenAPI 3.1"

    private struct Document: Encodable {
        struct Info: Encodable {
            let title = "netdiag"
            let version = Version.text
            let description =
                "Network diagnostics and service discovery. What sends traffic is for the Unix socket and for bearers of the token."
        }
        struct Schema: Encodable {
            let type: String
        }
        struct Parameter: Encodable {
            let name: String
            let `in`: String
            let required: Bool
            let description: String
            let schema = Schema(type: "string")
        }
        struct Media: Encodable {}
        struct Response: Encodable {
            let description: String
            let content: [String: Media]?
        }
        struct RequestBody: Encodable {
            let required = true
            let content: [String: Media]
        }
        struct Operation: Encodable {
            let summary: String
            let parameters: [Parameter]
            let requestBody: RequestBody?
            let responses: [String: Response]
            let security: [[String: [String]]]?
        }
        struct Components: Encodable {
            struct Scheme: Encodable {
                let type = "http"
                let scheme = "bearer"
            }
            let securitySchemes = ["token": Scheme()]
        }

        let openapi = "3.1.0"
        let info = Info()
        let paths: [String: [String: Operation]]
        let components = Components()
    }

    func answer(_ request: APIRequest) -> APIAnswer {
        var paths: [String: [String: Document.Operation]] = [:]
        for endpoint in endpoints + [self] {
            let path = endpoint.path + (endpoint.parameter.map { "/{\($0)}" } ?? "")
            paths[path, default: [:]][endpoint.method.rawValue.lowercased()] = operation(endpoint)
        }
        return APIAnswer(json: Document(paths: paths))
    }

    private func operation(_ endpoint: any Endpoint) -> Document.Operation {
        var parameters = endpoint.query.map {
            Document.Parameter(name: $0.key, in: "query", required: false, description: $0.meaning)
        }
        if let name = endpoint.parameter {
            parameters.append(.init(name: name, in: "path", required: true, description: "percent-encoded"))
        }
        let type = String(endpoint.mediaType.prefix { $0 != ";" })
        var responses = [
            "default": Document.Response(
                description: "what is wrong (RFC 9457)", content: ["application/problem+json": .init()])
        ]
        for status in endpoint.successes {
            responses[String(status.code)] = .init(
                description: status == .ok ? endpoint.summary : status.reasonPhrase,
                content: status == .noContent ? nil : [type: .init()])
        }
        return Document.Operation(
            summary: endpoint.summary, parameters: parameters,
            requestBody: endpoint.takesBody ? .init(content: ["application/json": .init()]) : nil,
            responses: responses, security: endpoint.sendsTraffic ? [["token": []]] : nil)
    }
}
