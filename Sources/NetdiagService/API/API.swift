import HTTPTypes
import LinkFacts
import NetworkModel

/// The endpoints, and the lookup of the endpoint for a request.
struct API: Sendable {
    /// The sources of the endpoints' responses, none of which sends packets on behalf of clients.
    struct ResponseSources: Sendable {
        let store: StatusStore
        /// The kernel's network state.
        let links: LinkMonitor
        let services: KnownServices
        let peers: PeerWatch
        let access: AccessRules
        let history: HistorySource
        let alerts: AlertService
        /// Whether the first observation is complete and the listeners are up.
        let isReady: @Sendable () -> Bool
    }

    private let exact: [String: [HTTPRequest.Method: any Endpoint]]
    private let prefixed: [(prefix: String, methods: [HTTPRequest.Method: any Endpoint])]

    /// All endpoints.
    static func endpoints(_ knowledge: ResponseSources) -> [any Endpoint] {
        let uptimes = UptimeCache(history: knowledge.history, store: knowledge.store)
        let endpoints: [any Endpoint] = [
            PageEndpoint(store: knowledge.store, uptimes: uptimes),
            PageAssetEndpoint(),
            PageUpdatesEndpoint(
                store: knowledge.store, renderings: OverviewRenderings(store: knowledge.store, uptimes: uptimes)),
            TargetPageEndpoint(store: knowledge.store, history: knowledge.history),
            IncidentListPageEndpoint(store: knowledge.store),
            IncidentPageEndpoint(store: knowledge.store, history: knowledge.history),
            ListPageEndpoint(subject: .links, store: knowledge.store, peers: knowledge.peers),
            ListPageEndpoint(subject: .services, store: knowledge.store, peers: knowledge.peers),
            ListPageEndpoint(subject: .peers, store: knowledge.store, peers: knowledge.peers),
            ShareEndpoint(store: knowledge.store, history: knowledge.history),
            BadgeEndpoint(store: knowledge.store, access: knowledge.access),
            SignInEndpoint(store: knowledge.store, access: knowledge.access),
            SignOutEndpoint(access: knowledge.access),
            StatusEndpoint(store: knowledge.store),
            ReportsEndpoint(store: knowledge.store),
            ReportEndpoint(store: knowledge.store),
            RecentEndpoint(store: knowledge.store),
            IncidentsEndpoint(store: knowledge.store, history: knowledge.history),
            HistoryEndpoint(store: knowledge.store, history: knowledge.history),
            AlertsEndpoint(alerts: knowledge.alerts),
            AlertTestEndpoint(),
            LinksEndpoint(links: knowledge.links),
            ResolveEndpoint(),
            ServicesEndpoint(known: knowledge.services),
            RegistrationEndpoint(),
            DeregistrationEndpoint(),
            ScrapeTargetsEndpoint(known: knowledge.services),
            PeersEndpoint(peers: knowledge.peers),
            EventsEndpoint(store: knowledge.store, peers: knowledge.peers),
            SocketEndpoint(store: knowledge.store, peers: knowledge.peers),
            ChecksEndpoint(),
            ProbeEndpoint(),
            MetricsEndpoint(store: knowledge.store),
            HealthEndpoint(),
            ReadyEndpoint(isReady: knowledge.isReady),
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

    /// The methods that the server recognises; others result in 501 (RFC 9110 section 15.6.2).
    private static let methods: Set<HTTPRequest.Method> = [
        .get, .head, .post, .put, .delete, .options, .patch, .trace, .connect, .init("QUERY")!,
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
        // Every resource with GET also has HEAD (RFC 9110 section 9.3.2).
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

    /// Whether a path is one of the pages, or leads nowhere, so that a browser shows a page there. Paths below `/v1/` are
    /// for programs, whether they lead somewhere or not.
    func isPage(_ path: String) -> Bool {
        let methods =
            exact[path] ?? prefixed.first { path.utf8.starts(with: $0.prefix.utf8) && path != $0.prefix }?.methods
        guard let methods else { return !path.utf8.starts(with: "/v1/".utf8) }
        return methods.values.contains { $0.mediaType.hasPrefix("text/html") && !$0.path.hasPrefix("/v1/") }
    }

    /// Whether a request is handled on the loop of its connection.
    func isBrief(_ method: HTTPRequest.Method, _ target: String) -> Bool {
        exact[String(target.prefix { $0 != "?" })]?[method == .head ? .get : method]?.isBrief == true
    }

    private static func notAllowed(_ method: HTTPRequest.Method, _ allowed: [String]) -> Problem {
        let list = (allowed + (allowed.contains("GET") ? ["HEAD"] : [])).sorted().joined(separator: ", ")
        return Problem(
            .methodNotAllowed, "\(method.rawValue) is not for this path; allowed are: \(list)", fields: [.allow: list])
    }
}
