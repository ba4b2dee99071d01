import HTTPTypes
import NIOCore
import NetworkModel

/// The incidents that are kept, open ones first.
struct IncidentsEndpoint: Endpoint {
    let store: StatusStore
    let path = "/v1/incidents"
    let summary = "What went wrong, when, why, and what it took down: open ones first, then the newest"
    let query = [
        (
            key: "since",
            meaning:
                "those that were open at that time or later: an RFC 3339 time, or how long ago as in 45s, 30m, 2h, 7d"
        )
    ]

    var answering: Answering { .readers(list) }

    private func list(_ request: APIRequest) throws -> APIAnswer {
        let all = store.incidents.all
        func answer(_ incidents: [StatusDocument.Incident]) -> APIAnswer {
            let stream = DocumentStream(count: incidents.count) {
                (try? JSON.line(incidents[$0])).map { ByteBuffer(bytes: $0) }
            }
            return APIAnswer(.array(stream), type: mediaType)
        }
        // In a query, a plus sign stands for a blank.
        guard let text = request.query["since"]?.replacing(" ", with: "+") else { return answer(all) }
        guard let since = Timestamp(since: text) else {
            throw Problem(
                .badRequest,
                "since: \(SafeText.shown(text)) is no RFC 3339 time as in 2026-11-21T12:00:00Z, nor a time ago as in 2h"
            )
        }
        return answer(all.filter { $0.closed.map { $0 >= since } ?? true })
    }
}
