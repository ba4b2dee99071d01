import NetdiagConfiguration
import NetworkModel

/// The last results of each target in a compact form, for drawing bars.
struct RecentEndpoint: Endpoint {
    let store: StatusStore
    let path = "/v1/recent"
    let summary =
        "The last results of each target, oldest first, with a letter each: u up, w up with a warning, d down, c indeterminate, "
        + "m maintenance"
    var answerSchema: APISchema? { .reference("Recent") }
    var audience: EndpointAudience { .readers(list) }

    private struct Document: Encodable {
        struct TargetResults: Encodable {
            let target: String
            let name: String?
            let results: String
        }

        let schema = "netdiag.recent/1"
        let targets: [TargetResults]
    }

    private func list(_ request: APIRequest) -> APIResponse {
        let targets = store.targets.map { settings in
            Document.TargetResults(
                target: settings.target.text, name: settings.name,
                results: String(store.recent.results(of: settings.key).map { Self.letter($0.mark) }))
        }
        return APIResponse(json: Document(targets: targets))
    }

    private static func letter(_ mark: TargetState) -> Character {
        switch mark {
        case .up: "u"
        case .degraded: "w"
        case .down: "d"
        case .unknown, .idle: "c"
        case .maintenance: "m"
        }
    }
}
