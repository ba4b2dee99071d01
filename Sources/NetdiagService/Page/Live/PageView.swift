import HTTPTypes
import NetworkModel

/// The open page, which determines its updates.
enum PageView: Sendable, Hashable {
    case overview(page: Int)
    case target(String)
    case incidents, links, services, peers

    /// The events after which the page may have changed.
    var kinds: Set<Event.Kind> {
        switch self {
        case .overview: [.status, .report, .incident]
        case .target: [.report, .incident]
        case .incidents: [.status, .incident]
        case .links: [.status, .change]
        case .services: [.status, .service]
        case .peers: [.status, .peers]
        }
    }

    /// The path of the page's updates.
    func path(since version: PageVersion) -> String {
        let view =
            switch self {
            case .overview(let page): "overview&page=\(page)"
            case .target(let key): "target&name=\(PercentEncoding.encoded(key))"
            case .incidents: "incidents"
            case .links: "links"
            case .services: "services"
            case .peers: "peers"
            }
        return "/page/live?view=\(view)&since=\(version.text)"
    }

    /// - Throws: 400 for an invalid view.
    init(_ request: APIRequest) throws(Problem) {
        switch request.query["view"] {
        case "overview":
            let text = request.query["page"] ?? "1"
            guard let page = Int(text), 1...100_000 ~= page else {
                throw Problem(.badRequest, "page: \(SafeText.shown(text)) is not a valid number; expected 1 to 100000")
            }
            self = .overview(page: page)
        case "target":
            guard let name = request.query["name"] else { throw Problem(.badRequest, "name: is missing") }
            self = .target(name)
        case "incidents": self = .incidents
        case "links": self = .links
        case "services": self = .services
        case "peers": self = .peers
        case nil, _?:
            throw Problem(.badRequest, "view: is one of overview, target, incidents, links, services and peers")
        }
    }
}
