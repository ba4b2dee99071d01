import HTTPTypes
import NIOCore
import NetworkDiagnostics

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
                "Network diagnostics and service discovery. Hosts that may connect are told name, version and overall status; "
                + "the rest is for this machine, networks that may read, sessions and bearers of the token; what sends traffic "
                + "is for privileged users of the Unix socket and for bearers of the token."
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
        struct Media: Encodable {
            var schema: JSONSchema?
        }
        struct Response: Encodable {
            let description: String
            let content: [String: Media]?
        }
        struct RequestBody: Encodable {
            let required = true
            let content: [String: Media]
        }
        /// Who is answered; `security` has no words for addresses and local users.
        enum Audience: String, Encodable {
            case everyone, reduced, readers, extended, privileged
        }
        struct Operation: Encodable {
            let summary: String
            let parameters: [Parameter]
            let requestBody: RequestBody?
            let responses: [String: Response]
            let security: [[String: [String]]]
            let audience: Audience

            enum CodingKeys: String, CodingKey {
                case summary, parameters, requestBody, responses, security
                case audience = "x-audience"
            }
        }
        struct Components: Encodable {
            struct Scheme: Encodable {
                var type: String
                var scheme: String?
                var `in`: String?
                var name: String?
            }
            let securitySchemes = [
                "token": Scheme(type: "http", scheme: "bearer"),
                "session": Scheme(type: "apiKey", in: "cookie", name: AccessRules.cookieName),
            ]
        }

        let openapi = "3.1.0"
        let info = Info()
        let paths: [String: [String: Operation]]
        let components = Components()
    }

    var answering: Answering { .readers(describe) }

    private func describe(_ request: APIRequest) -> APIAnswer {
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
            requestBody: endpoint.bodyType.map { .init(content: [$0: .init(schema: endpoint.bodySchema)]) },
            responses: responses, security: Self.security(endpoint.answering),
            audience: Self.audience(endpoint.answering))
    }

    /// What a client from elsewhere shows; an empty requirement is none.
    private static func security(_ answering: Answering) -> [[String: [String]]] {
        switch answering {
        case .open, .reduced: [[:]]
        case .readers, .extended: [[:], ["session": []], ["token": []]]
        case .privileged: [["token": []]]
        }
    }

    private static func audience(_ answering: Answering) -> Document.Audience {
        switch answering {
        case .open: .everyone
        case .reduced: .reduced
        case .readers: .readers
        case .extended: .extended
        case .privileged: .privileged
        }
    }
}
