import HTTPTypes
import NIOCore
import NetworkDiagnostics
import NetworkModel

/// The stored incidents, open ones first.
struct IncidentsEndpoint: Endpoint {
    let store: StatusStore
    let history: HistorySource
    let queriesHistory = true
    let path = "/v1/incidents"
    let summary = "Incidents with times, causes and affected targets: open ones first, then the newest"
    let query =
        [
            (
                key: "since",
                meaning:
                    "those that were open at or after this time: an RFC 3339 time, or a duration before now, as in 45s, 30m, 2h, 7d"
            )
        ] + RequestSpan.keys + [ResponseFormat.key]

    var answerSchema: APISchema? { .array(.reference("IncidentDocument")) }
    let otherMediaTypes = ["text/csv"]
    var audience: EndpointAudience { .readers(list) }

    private func list(_ request: APIRequest) async throws -> APIResponse {
        let format = try ResponseFormat(request)
        let all = store.incidents.all
        func response(_ incidents: [StatusDocument.Incident]) -> APIResponse {
            guard format == .json else { return APIResponse(text: Self.csv(incidents), type: ResponseFormat.csvType) }
            let stream = DocumentStream(count: incidents.count) {
                (try? JSON.line(VersionedDocument(incidents[$0], .incident))).map { ByteBuffer(bytes: $0) }
            }
            return APIResponse(.array(stream), type: mediaType)
        }
        let span = try RequestSpan(request)
        if span.from != nil || span.to != nil {
            guard request.query["since"] == nil else {
                throw Problem(.badRequest, "since: and from: are synonyms; use one of them")
            }
            // At most 1,000 of the incidents in the history. Without an end, this includes incidents in the future, which exist
            // after the clock was set back.
            return response(
                try await history.incidents(
                    from: span.from ?? Timestamp(millisecondsSince1970: 0),
                    to: span.to ?? Timestamp(millisecondsSince1970: .max)))
        }
        guard let since = try RequestSpan.moment("since", request) else { return response(all) }
        return response(all.filter { $0.closed.map { $0 >= since } ?? true })
    }

    private static func csv(_ incidents: [StatusDocument.Incident]) -> String {
        var text = ResponseFormat.row(["id", "cause", "severity", "opened", "closed", "targets", "summary"])
        for incident in incidents {
            text += ResponseFormat.row([
                "\(incident.id)", incident.cause.id.rawValue, incident.cause.severity.rawValue, "\(incident.opened)",
                incident.closed.map { "\($0)" }, "\(incident.targetCount)", SafeText.escaped(incident.cause.summary),
            ])
        }
        return text
    }
}
