import HTTPTypes
import NetworkModel
import ServiceDiscovery
import Synchronization

/// Services on the link as targets of a Prometheus (`http_sd_configs`).
final class ScrapeTargetsEndpoint: Endpoint {
    private let known: KnownServices
    private let addresses = Mutex(ScrapeTargetAddresses())
    let path = "/v1/targets/http_sd"
    let summary = "Services on the link in the format of Prometheus's HTTP service discovery"
    let query = [
        (
            key: "type",
            meaning: "a service type such as _http._tcp, once or several times; by default, the configured ones; "
                + "others require the Unix socket or the token"
        ),
        (key: "family", meaning: "ipv4 or ipv6, the family of the addresses; by default, the best one of both"),
        (key: "stale", meaning: "false: without services that do not respond"),
    ]
    let repeatable: Set<String> = ["type"]
    /// The maximum number of types in one request.
    private static let maxTypes = 16

    init(known: KnownServices) {
        self.known = known
    }

    var answerSchema: APISchema? { .reference("ScrapeTargets") }
    var audience: EndpointAudience {
        .extended(
            readers: { [self] request in try await handle(request) { [known] in try await known.knownInstances($0) } },
            privileged: { [self] request, senders in
                try await handle(request) { try await senders.directory.knownInstances($0) }
            })
    }

    private func handle(
        _ request: APIRequest,
        _ services: @escaping @Sendable (BrowsableType) async throws -> ServiceDirectory.KnownInstances
    ) async throws -> APIResponse {
        let types = try types(of: request)
        let (families, stale) = (try request.families(), try request.flag("stale", default: true))
        let answers = try await withThrowingTaskGroup(of: ServiceDirectory.KnownInstances.self) { group in
            for type in types { group.addTask { try await services(type) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let instances = answers.flatMap(\.instances)
        // An empty list would cause Prometheus to drop its targets; after an error it keeps them.
        if instances.isEmpty, let reason = answers.lazy.compactMap(\.unavailable).first {
            throw Problem(.serviceUnavailable, "nothing is known of the services on the link: \(reason)")
        }
        let recent = answers.reduce(into: [:]) { $0.merge($1.recent) { one, _ in one } }
        let targets = addresses.withLock { $0.targets(of: instances, recent: recent, families: families, stale: stale) }
        return APIResponse(json: targets)
    }

    private func types(of request: APIRequest) throws(Problem) -> Set<BrowsableType> {
        guard let texts = request.values["type"] else {
            let configured = known.configured
            guard !configured.isEmpty else {
                throw Problem(
                    .badRequest,
                    "type: is missing; add ?type=_http._tcp, or set discovery: types: in the configuration")
            }
            return Set(configured)
        }
        var types: Set<BrowsableType> = []
        for text in texts {
            do {
                types.insert(try BrowsableType(text))
            } catch {
                throw Problem(.badRequest, "type: \(error)")
            }
        }
        guard types.count <= Self.maxTypes else {
            throw Problem(.badRequest, "type: \(types.count) types are too many; \(Self.maxTypes) are the most")
        }
        return types
    }
}
