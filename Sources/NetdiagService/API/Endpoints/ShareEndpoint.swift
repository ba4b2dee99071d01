import EventLoopKit
import HTTPTypes
import NetworkModel

/// A period as a file to share.
struct ShareEndpoint: Endpoint {
    let store: StatusStore
    let history: HistorySource
    let queriesHistory = true
    let path = "/share"
    let summary = "A report about a period as a file to share: incidents, and targets, worst first"
    let mediaType = "text/html; charset=utf-8"
    let otherMediaTypes = ["image/svg+xml"]
    let query =
        [(key: "share", meaning: "html or svg, as a self-contained file; html by default")]
        + RequestSpan.keys
    var audience: EndpointAudience {
        .page(store) { request in try await SharedMask.sharing(store) { try await handle(request) } }
    }

    /// The default period: one day, in milliseconds.
    private static let span: Int64 = 86_400_000

    /// One file is generated at a time, since the results of a thousand targets take a megabyte until it is written.
    private let turn = Limiter(1)

    private func handle(_ request: APIRequest) async throws -> APIResponse {
        let form = try ShareForm(request) ?? .page
        let asked = try RequestSpan(request)
        // No incident ends in the future, and nothing is older than the stored results.
        let now = Timestamp().millisecondsSince1970
        let to = max(min(asked.to?.millisecondsSince1970 ?? now, now), Self.span)
        let from = max(asked.from?.millisecondsSince1970 ?? to - Self.span, to - TimeRange.maxSpan * 1_000, 0)
        guard to - from >= 1_000 else { throw Problem(.badRequest, "from: is later than to:, or in the future") }
        return try await turn.withPermit {
            let range = await TimeRange(
                from: Timestamp(millisecondsSince1970: from), to: Timestamp(millisecondsSince1970: to),
                host: store.document.host, targets: store.targets, history: history,
                recentIncidents: store.incidents.all)
            switch form {
            case .page:
                return SharedFile(
                    title: range.title, host: range.host, content: TimeRangePage(range: range).content
                ).response
            case .image: return TimeRangeImage(range: range).drawing.response
            }
        }
    }
}
