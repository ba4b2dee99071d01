import HTTPTypes
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import Translations

/// The page of a target.
struct TargetPageEndpoint: Endpoint {
    let store: StatusStore
    let history: HistorySource
    let queriesHistory = true
    let path = "/targets"
    let parameter: String? = "name"
    let summary =
        "A target as a web page: cause and advice, layers, times, incidents; or as a file to share"
    let mediaType = "text/html; charset=utf-8"
    let query =
        [(key: "share", meaning: "html or svg, as a self-contained file with the period between from and to")]
        + RequestSpan.keys
    let otherMediaTypes = ["image/svg+xml"]
    var audience: EndpointAudience { .sharedPage(store, handle) }

    private func handle(_ request: APIRequest, as form: ShareForm?) async throws -> APIResponse {
        let span = try RequestSpan(request)
        guard form != nil || span.from == nil && span.to == nil else {
            throw Problem(
                .badRequest,
                "from: is for share=html and share=svg; the page shows \(SmokeRange.allCases.map(\.since).joined(separator: ", "))"
            )
        }
        // Read before the page is generated, so that a later change reloads it.
        let version = PageVersion(store)
        let name = request.parameter ?? ""
        let document = store.document
        guard let place = store.targets.firstIndex(where: { $0.key == name }), document.targets.indices.contains(place),
            document.targets[place].key == name
        else { throw Problem(.notFound, "\(SafeText.shown(name)) is not a configured target; the targets are at /") }
        let settings = store.targets[place]
        var charts: [SmokeChart] = []
        var reason: String?
        do throws(HistoryStore.Unavailable) {
            for query in Self.queries(settings, span) {
                let document = try await history.history(query.query, of: [settings])
                guard let target = document.targets.first else { continue }
                charts.append(
                    SmokeChart(
                        title: query.title, label: query.label, document: document, history: target,
                        span: query.query.to - query.query.from))
            }
        } catch {
            reason = error.description
        }
        if form == .image {
            let status = document.targets[place]
            return TargetImage(
                title: "\(status.key): \(TargetState(status).word)", host: document.host, status: status,
                results: store.recent.results(of: name),
                // Without a span, the chart of 30 hours.
                chart: charts.count > 1 ? charts[1] : charts.first
            ).drawing.response
        }
        var page = TargetDetailPage(
            status: document.targets[place], report: store.report(on: name)?.report,
            results: store.recent.results(of: name), charts: charts, reason: reason,
            incidents: store.incidents.all.filter { $0.targets.contains(name) })
        if form == .page {
            page.isShared = true
            return SharedFile(title: page.title, host: document.host, content: page.content).response
        }
        let frame = PageFrame(
            mark: page.mark, host: document.host, title: page.title,
            live: .init(path: PageView.target(name).path(since: version)), content: page.content,
            footer: PageFrame.footer(hasSession: request.admission.hasSession))
        return APIResponse(page: frame.text)
    }

    static func queries(_ target: Configuration.TargetSettings, _ span: RequestSpan) -> [(
        title: String, label: String, query: HistoryQuery
    )] {
        let now = Timestamp().millisecondsSince1970 / 1_000
        if span.from != nil || span.to != nil {
            // The limits keep sums from overflowing; nothing is older or later.
            let to = Int(min(max((span.to.map { $0.millisecondsSince1970 / 1_000 } ?? now), 86_400), now))
            let from = Int(max(span.from.map { $0.millisecondsSince1970 / 1_000 } ?? Int64(to) - 10_800, 0))
            guard from < to else { return [] }
            let query = HistoryQuery(
                keys: [target.key], from: from, to: to, step: HistoryQuery.step(for: to - from, columns: 120))
            let title = Phrase.fromTo.text([
                "from": PageTime.text(Timestamp(millisecondsSince1970: Int64(from) * 1_000)),
                "to": PageTime.text(Timestamp(millisecondsSince1970: Int64(to) * 1_000)),
            ])
            let label = Phrase.wordAndDetail.text(["word": Phrase.timesOfTarget.text, "detail": title])
            return [(title, label, query)]
        }
        return SmokeRange.allCases.map { range in
            (
                range.title, range.heading,
                HistoryQuery(keys: [target.key], from: Int(now) - range.span, to: Int(now) + 1, step: range.step)
            )
        }
    }
}
