import HTTPTypes
import NetworkDiagnostics
import NetworkModel

/// The endpoints, and how a request finds its own.
struct API: Sendable {
    /// What endpoints work with.
    struct Resources: Sendable {
        let store: StatusStore
        let engine: DiagnosticEngine
        let services: ServiceSource
        let checks: CheckDesk
        let registrations: ServiceDesk
        let ports: PortCheck
        let directory: ServiceDirectory
        let peers: PeerWatch
        /// Whether the first observation has been made and the listeners are up.
        let isReady: @Sendable () -> Bool
    }

    private let exact: [String: [HTTPRequest.Method: any Endpoint]]
    private let prefixed: [(prefix: String, methods: [HTTPRequest.Method: any Endpoint])]

    /// Every endpoint there is.
    static func endpoints(_ resources: Resources) -> [any Endpoint] {
        let endpoints: [any Endpoint] = [
            PageEndpoint(store: resources.store, peers: resources.peers),
            StatusEndpoint(store: resources.store),
            ReportsEndpoint(store: resources.store),
            ReportEndpoint(store: resources.store),
            IncidentsEndpoint(store: resources.store),
            LinksEndpoint(engine: resources.engine),
            ResolveEndpoint(engine: resources.engine),
            ServicesEndpoint(services: resources.services, ports: resources.ports),
            RegistrationEndpoint(desk: resources.registrations),
            DeregistrationEndpoint(desk: resources.registrations),
            ScrapeTargetsEndpoint(directory: resources.directory),
            PeersEndpoint(peers: resources.peers),
            EventsEndpoint(store: resources.store, peers: resources.peers),
            ChecksEndpoint(desk: resources.checks),
            HealthEndpoint(),
            ReadyEndpoint(isReady: resources.isReady),
        ]
        return endpoints + [OpenAPIEndpoint(endpoints: endpoints)]
    }

    init(_ endpoints: [any Endpoint]) {
        func byPath(_ endpoints: [any Endpoint]) -> [String: [HTTPRequest.Method: any Endpoint]] {
            endpoints.reduce(into: [:]) { $0[$1.path, default: [:]][$1.method] = $1 }
        }
        exact = byPath(endpoints.filter { $0.parameter == nil })
        prefixed = byPath(endpoints.filter { $0.parameter != nil }).map { ($0 + "/", $1) }
    }

    /// The methods that the server knows at all; others are 501 (RFC 9110 section 15.6.2).
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .options, .patch, .trace, .connect,
    ]

    /// The endpoint for a method and a path, with its parameter.
    ///
    /// - Throws: 404, 405 with `Allow`, 501.
    func find(_ method: HTTPRequest.Method, _ path: String) throws(Problem) -> (
        endpoint: any Endpoint, parameter: String?
    ) {
        guard Self.methods.contains(method) else {
            throw Problem(.notImplemented, "the method \(SafeText.escaped(method.rawValue)) is not implemented")
        }
        // HEAD is answered wherever GET is (RFC 9110 section 9.3.2).
        let wanted = method == .head ? .get : method
        if let methods = exact[path] {
            if let endpoint = methods[wanted] { return (endpoint, nil) }
            throw Self.notAllowed(method, methods.keys.map(\.rawValue))
        }
        if let (prefix, methods) = prefixed.first(where: {
            path.utf8.starts(with: $0.prefix.utf8) && path.utf8.count > $0.prefix.utf8.count
        }) {
            guard let endpoint = methods[wanted] else { throw Self.notAllowed(method, methods.keys.map(\.rawValue)) }
            return (endpoint, String(path.utf8.dropFirst(prefix.utf8.count)))
        }
        throw Problem(
            .notFound, "there is nothing at \(SafeText.escaped(SafeText.cut(path, to: 200))); see /openapi.json")
    }

    private static func notAllowed(_ method: HTTPRequest.Method, _ allowed: [String]) -> Problem {
        let list = (allowed + (allowed.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
        return Problem(
            .methodNotAllowed, "\(method.rawValue) is not for this path; allowed are: \(list)", fields: [.allow: list])
    }
}
