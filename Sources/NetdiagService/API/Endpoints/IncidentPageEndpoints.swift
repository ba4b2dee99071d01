import HTTPTypes
import NetdiagConfiguration
import NetworkModel
import Translations

/// The list of incidents as a page.
struct IncidentListPageEndpoint: Endpoint {
    let store: StatusStore
    let path = "/incidents"
    let summary = "Incidents as a web page: open ones first, then the newest"
    let mediaType = "text/html; charset=utf-8"
    var audience: EndpointAudience { .page(store, handle) }

    private func handle(_ request: APIRequest) -> APIResponse {
        let page = DocumentPage(store, .incidents, Phrase.incidents.text, .incidents)
        let list = IncidentListPage(
            incidents: store.incidents.all, affected: IncidentTargets(store.document.targets))
        return page.response(list.content, request)
    }
}

/// The page of an incident.
struct IncidentPageEndpoint: Endpoint {
    let store: StatusStore
    let history: HistorySource
    let queriesHistory = true
    let path = "/incidents"
    let parameter: String? = "id"
    let summary =
        "An incident as a web page: cause, targets, changes before it, course, advice; or as a file to share"
    let mediaType = "text/html; charset=utf-8"
    let query = [(key: "share", meaning: "html or svg, as a self-contained file")]
    let otherMediaTypes = ["image/svg+xml"]
    var audience: EndpointAudience { .sharedPage(store, handle) }

    private func handle(_ request: APIRequest, as form: ShareForm?) async throws -> APIResponse {
        let text = request.parameter ?? ""
        let incident: StatusDocument.Incident? =
            if let id = Int(text) { try await find(id) } else { nil }
        guard let incident else {
            throw Problem(
                .notFound,
                "there is no incident \(SafeText.escaped(SafeText.cut(text, to: 40))), or it is no longer kept; all that are kept are at /incidents"
            )
        }
        var page = IncidentDetailPage(
            incident: incident, known: Set(store.targets.map(\.key)),
            affected: IncidentTargets(store.document.targets))
        switch form {
        case nil: break
        case .page:
            page.isShared = true
            return SharedFile(title: page.title, host: store.document.host, content: page.content).response
        case .image: return IncidentImage(incident: incident, host: store.document.host).drawing.response
        }
        return DocumentPage(store, .incidents, page.title, nil).response(page.content, request)
    }

    private func find(_ id: Int) async throws -> StatusDocument.Incident? {
        if let incident = store.incidents.all.first(where: { $0.id == id }) { return incident }
        // The newest 1,000 of the incidents in the history; none if there is no history.
        let all = try? await history.incidents(from: Timestamp(millisecondsSince1970: 0), to: Timestamp())
        return all?.first { $0.id == id }
    }
}
