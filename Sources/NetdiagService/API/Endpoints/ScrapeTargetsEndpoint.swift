import HTTPTypes
import NetworkModel
import ServiceDiscovery

/// Services on the link as targets of a Prometheus (`http_sd_configs`).
struct ScrapeTargetsEndpoint: Endpoint {
    let directory: ServiceDirectory
    let path = "/v1/targets/http_sd"
    let summary = "Services on the link in the format of Prometheus's HTTP service discovery"
    let query = [
        (key: "type", meaning: "a service type such as _http._tcp, once or several times; those of the configuration"),
        (key: "family", meaning: "ipv4 or ipv6: targets have an address of it; the best of both without it"),
        (key: "stale", meaning: "false: without those that do not answer"),
    ]
    let repeatable: Set<String> = ["type"]
    /// In one request.
    private static let mostTypes = 16

    func answer(_ request: APIRequest) async throws -> APIAnswer {
        let types = try types(of: request)
        let (families, stale) = (try request.families(), try request.flag("stale", default: true))
        let answers = try await withThrowingTaskGroup(of: ServiceDirectory.Answer.self) { group in
            for type in types { group.addTask { [directory] in try await directory.answer(type) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        let instances = answers.flatMap(\.instances)
        // An empty list would have Prometheus forget its targets; after an error it keeps them.
        if instances.isEmpty, let reason = answers.lazy.compactMap(\.unavailable).first {
            throw Problem(.serviceUnavailable, "nothing is known of the services on the link: \(reason)")
        }
        return APIAnswer(json: ScrapeTarget.all(of: instances, families: families, stale: stale))
    }

    private func types(of request: APIRequest) throws(Problem) -> Set<BrowsableType> {
        guard let texts = request.values["type"] else {
            let configured = directory.configured
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
        guard types.count <= Self.mostTypes else {
            throw Problem(.badRequest, "type: \(types.count) types are too many; \(Self.mostTypes) are the most")
        }
        return types
    }
}
