import HTTPTypes
import NetworkDiagnostics
import NetworkModel

/// An OpenAPI 3.1 document, generated from the endpoints.
struct OpenAPIDocument: Encodable {
    struct Info: Encodable {
        let title = "netdiag"
        let version = Version.text
        let description =
            "Network diagnostics and service discovery. Hosts that may connect are told name, version and overall status; "
            + "the rest is for this machine, networks that may read, sessions and bearers of the token; what sends traffic "
            + "is for privileged users of the Unix socket and for bearers of the token. Members may be added to objects."
    }
    struct TextSchema: Encodable {
        let type = "string"
        var minLength: Int?
        var values: [String]?

        private enum CodingKeys: String, CodingKey {
            case type, minLength
            case values = "enum"
        }
    }
    struct Parameter: Encodable {
        let name: String
        let `in`: String
        let required: Bool
        let description: String
        let schema: TextSchema
        var example: String?
    }
    struct RequestMedia: Encodable {
        var schema: JSONSchema?
        var example: JSONValue?
    }
    struct Media: Encodable {
        var schema: APISchema?
        var example: JSONValue?
    }
    enum Response: Encodable {
        case described(String, content: [String: Media])
        case reference(String)

        private enum CodingKeys: String, CodingKey {
            case description, content
            case reference = "$ref"
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            switch self {
            case .reference(let name): try container.encode("#/components/responses/\(name)", forKey: .reference)
            case .described(let text, let content):
                try container.encode(text, forKey: .description)
                if !content.isEmpty { try container.encode(content, forKey: .content) }
            }
        }
    }
    struct RequestBody: Encodable {
        let required = true
        let content: [String: RequestMedia]
    }
    /// The audience of an operation; `security` cannot express addresses and local users.
    enum Audience: String, Encodable {
        case everyone, reduced, readers, extended, privileged
    }
    struct Operation: Encodable {
        let operationId: String
        let summary: String
        let parameters: [Parameter]
        let requestBody: RequestBody?
        let responses: [String: Response]
        let security: [[String: [String]]]
        let audience: Audience

        enum CodingKeys: String, CodingKey {
            case operationId, summary, parameters, requestBody, responses, security
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
        let schemas = APISchema.components
        let responses = OpenAPIDocument.problems
        let securitySchemes = [
            "token": Scheme(type: "http", scheme: "bearer"),
            "session": Scheme(type: "apiKey", in: "cookie", name: AccessRules.cookieName),
        ]
    }

    let openapi = "3.1.0"
    let info = Info()
    let paths: [String: [String: Operation]]
    let components = Components()

    init(_ endpoints: [any Endpoint]) {
        var paths: [String: [String: Operation]] = [:]
        for endpoint in endpoints {
            let path = endpoint.path + (endpoint.parameter.map { "/{\($0)}" } ?? "")
            paths[path, default: [:]][endpoint.method.rawValue.lowercased()] = Self.operation(endpoint)
        }
        self.paths = paths
    }

    // MARK: - Operations

    private static func operation(_ endpoint: any Endpoint) -> Operation {
        var parameters = endpoint.query.map {
            Parameter(
                name: $0.key, in: "query", required: endpoint.required.contains($0.key), description: $0.meaning,
                schema: TextSchema(minLength: 1, values: endpoint.words[$0.key] ?? words[$0.key]),
                example: endpoint.words[$0.key]?.first ?? examples[$0.key])
        }
        if let name = endpoint.parameter {
            parameters.append(
                Parameter(
                    name: name, in: "path", required: true, description: "percent-encoded",
                    schema: TextSchema(minLength: 1), example: examples[name]))
        }
        let id = operationID(endpoint)
        return Operation(
            operationId: id, summary: endpoint.summary, parameters: parameters,
            requestBody: endpoint.bodyType.map {
                .init(content: [$0: .init(schema: endpoint.bodySchema, example: APIExamples.shared.bodies[id])])
            },
            responses: responses(endpoint, example: APIExamples.shared.answers[id]),
            security: security(endpoint.audience),
            audience: audience(endpoint.audience))
    }

    private static let examples = [
        "target": "https://example.org/", "name": "example.org", "since": "2h", "from": "2026-11-23T08:00:00Z",
        "to": "1h",
        "type": "_http._tcp", "format": "json", "columns": "60", "module": "http_2xx",
    ]

    /// The values of parameters that take one of several words, by the parameter's name, which means the same everywhere.
    private static let words = [
        "share": ["html", "svg"], "format": ["json", "csv"], "family": AddressFamily.allCases.map(\.rawValue),
        "view": ["overview", "target", "incidents", "links", "services", "peers"],
        "check": flag, "follow": flag, "once": flag, "resolve": flag, "stale": flag,
    ]
    private static let flag = ["true", "false"]

    /// The id of an operation, as in `getReportsByTarget`. It is never changed, since generated clients use it as a
    /// name.
    private static func operationID(_ endpoint: any Endpoint) -> String {
        func capitalized(_ text: Substring) -> String { text.prefix(1).uppercased() + text.dropFirst() }
        let words = endpoint.path.split { "/_.-".contains($0) }.filter { $0 != "v1" }.map(capitalized)
        // Pages would have the same names as the documents that they show.
        let name = words.joined() + (isPage(endpoint) && endpoint.method == .get ? "Page" : "")
        return endpoint.method.rawValue.lowercased() + name
            + (endpoint.parameter.map { "By" + capitalized($0[...]) } ?? "")
    }

    /// Whether errors are pages for clients that accept HTML.
    private static func isPage(_ endpoint: any Endpoint) -> Bool {
        !endpoint.path.hasPrefix("/v1/") && endpoint.mediaType.hasPrefix("text/html")
    }

    private static func responses(_ endpoint: any Endpoint, example: JSONValue?) -> [String: Response] {
        let suffix = isPage(endpoint) ? "Page" : ""
        var responses: [String: Response] = ["default": .reference("Problem" + suffix)]
        var problems = [400, 403, 405, 414, 421, 429, 431, 500, 501, 503]
        if endpoint.parameter != nil || !endpoint.query.isEmpty { problems.append(404) }
        if endpoint.bodyType != nil { problems += [413, 415] }
        switch endpoint.audience {
        case .open: break
        case .reduced, .readers, .extended, .privileged: problems.append(401)
        }
        if endpoint.successes == [.switchingProtocols] { problems.append(426) }
        for status in problems { responses["\(status)"] = .reference("Problem\(status)\(suffix)") }
        for status in endpoint.successes {
            let isEmpty = [.noContent, .notModified, .switchingProtocols, .seeOther].contains(status)
            let types = isEmpty ? [] : [endpoint.mediaType] + endpoint.otherMediaTypes
            let content = types.map { type in
                let essence = String(type.prefix { $0 != ";" })
                let isJSON = essence == "application/json"
                return (
                    essence, Media(schema: isJSON ? endpoint.answerSchema : .text(), example: isJSON ? example : nil)
                )
            }
            responses["\(status.code)"] = .described(
                status == .ok ? endpoint.summary : status.reasonPhrase,
                content: Dictionary(content, uniquingKeysWith: { first, _ in first }))
        }
        // A page for readers reports a refusal as a page, on which the token can be entered.
        if case .reduced = endpoint.audience, endpoint.mediaType.hasPrefix("text/html") {
            for status in [401, 403] {
                responses["\(status)"] = .described(
                    "Where the token is entered, or why none is taken",
                    content: [
                        "text/html": Media(schema: .text()),
                        "application/problem+json": Media(
                            schema: .reference("Problem"),
                            example: problemExample(
                                HTTPResponse.Status(code: status), "this is for bearers of the token, and for sessions")
                        ),
                    ])
            }
        }
        return responses
    }

    /// The credentials of remote clients; an empty requirement means none.
    private static func security(_ answering: EndpointAudience) -> [[String: [String]]] {
        switch answering {
        case .open, .reduced: [[:]]
        case .readers, .extended: [[:], ["session": []], ["token": []]]
        case .privileged: [["token": []]]
        }
    }

    private static func audience(_ answering: EndpointAudience) -> Audience {
        switch answering {
        case .open: .everyone
        case .reduced: .reduced
        case .readers: .readers
        case .extended: .extended
        case .privileged: .privileged
        }
    }

    // MARK: - Problems

    private static let problems: [String: Response] = {
        let details: [(HTTPResponse.Status, String, String)] = [
            (.badRequest, "The request cannot be understood", "the query key \"tagret\" is unknown; known are: target"),
            (
                .unauthorized, "The token or a session is needed",
                "this is for bearers of the token: Authorization: Bearer TOKEN"
            ),
            (
                .forbidden, "Not for this client",
                "your address is in none of the networks that may ask (access: networks:)"
            ),
            (.notFound, "There is no such thing", "there is nothing at /nothing; see /openapi.json"),
            (
                .methodNotAllowed, "Another method is for this path, see Allow",
                "POST is not for this path; allowed are: GET, HEAD"
            ),
            (.contentTooLarge, "The body is too long", "the body has more than 65536 bytes"),
            (.uriTooLong, "The URL is too long", "the request target has more than 8192 bytes"),
            (
                .unsupportedMediaType, "The body is of another type",
                "the body is of no type; send it as Content-Type: application/json"
            ),
            (
                .misdirectedRequest, "The Host is not one of this daemon's",
                "\"evil.test\" is not a name of this host; add it to access: hosts:"
            ),
            (
                .upgradeRequired, "A WebSocket is spoken here",
                "this is a WebSocket: ask with Upgrade: websocket and Sec-WebSocket-Version: 13"
            ),
            (
                .tooManyRequests, "Too much at once, see Retry-After",
                "12 streams are open already for clients like you; close one of them"
            ),
            (
                .requestHeaderFieldsTooLarge, "The head of the request is too large",
                "the head of a request may have 16384 bytes and 64 fields"
            ),
            (.internalServerError, "The daemon failed", "the daemon failed to answer"),
            (.notImplemented, "A method that is not known", "the method BREW is not implemented"),
            (
                .serviceUnavailable, "What is asked for is not there now",
                "there is no history: it is switched off (history: off)"
            ),
        ]
        var responses: [String: Response] = [:]
        let type = "application/problem+json"
        for (status, description, detail) in details {
            let media = Media(schema: .reference("Problem"), example: problemExample(status, detail))
            responses["Problem\(status.code)"] = .described(description, content: [type: media])
            responses["Problem\(status.code)Page"] = .described(
                description + "; a page for clients that accept HTML",
                content: [type: media, "text/html": Media(schema: .text())])
        }
        let media = Media(
            schema: .reference("Problem"),
            example: problemExample(.internalServerError, "the daemon failed to answer"))
        responses["Problem"] = .described("What is wrong (RFC 9457)", content: [type: media])
        responses["ProblemPage"] = .described(
            "What is wrong (RFC 9457); a page for clients that accept HTML",
            content: [type: media, "text/html": Media(schema: .text())])
        return responses
    }()

    private static func problemExample(_ status: HTTPResponse.Status, _ detail: String) -> JSONValue {
        .object([
            "schema": .string(DocumentSchema.problem.rawValue), "type": .string("about:blank"),
            "title": .string(status.reasonPhrase), "status": .number(Double(status.code)), "detail": .string(detail),
        ])
    }
}
