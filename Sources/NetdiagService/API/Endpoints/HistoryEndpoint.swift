import HTTPTypes
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

/// The history of targets.
struct HistoryEndpoint: Endpoint {
    let store: StatusStore
    let history: HistorySource
    let queriesHistory = true
    let path = "/v1/history"
    let summary =
        "The history of targets (schema netdiag.history/1): arrays with an element for each column of step_s seconds from "
        + "`from` on, and a total; uptime is a share of the known seconds, and time with faults outside the target is unknown"
    var query: [(key: String, meaning: String)] {
        [
            (
                key: "target",
                meaning:
                    "a current or former target, by its name or its URL; by default, all configured ones"
            )
        ]
            + RequestSpan.keys + [
                (
                    key: "step",
                    meaning: "the length of a column, as in 60s, 5m, 1h, 1d; longer if the stored data is coarser"
                ),
                (key: "columns", meaning: "1 to 1000, if step is not given; 100 by default"), ResponseFormat.key,
            ]
    }

    var answerSchema: APISchema? { .reference("History") }
    let otherMediaTypes = ["text/csv"]
    var audience: EndpointAudience { .readers(handle) }

    /// The default period: a year would be too much, and a day would hide what happens every week.
    private static let span: Int64 = 7 * 86_400

    private func handle(_ request: APIRequest) async throws -> APIResponse {
        let format = try ResponseFormat(request)
        let span = try RequestSpan(request)
        let (keys, targets) = try await targets(request)
        // Includes the current second.
        let to = span.to.map { Self.second($0) } ?? Self.second(Timestamp()) + 1
        let from = span.from.map { Self.second($0) } ?? to - Int(Self.span)
        let step = try step(request, span: to - from)
        guard from < to, (to - from + step - 1) / step <= HistoryDocument.maxColumns else {
            throw Problem(
                .badRequest,
                "step: \(step) s makes more than \(HistoryDocument.maxColumns) columns; name a longer one, or a shorter time"
            )
        }
        guard keys.count * ((to - from + step - 1) / step) <= max(HistoryQuery.maxCells, keys.count) else {
            throw Problem(
                .badRequest,
                "\(keys.count) targets make more than \(HistoryQuery.maxCells) values; name a target=, or a longer step="
            )
        }
        let document = try await history.history(
            HistoryQuery(keys: keys, from: from, to: to, step: step), of: targets)
        switch format {
        case .json: return APIResponse(json: document)
        case .csv: return APIResponse(text: document.csv, type: ResponseFormat.csvType)
        }
    }

    private static func second(_ moment: Timestamp) -> Int {
        // The years 1600 to 9999, the last one of RFC 3339, so that sums do not overflow.
        Int(max(-11_676_096_000, min(moment.millisecondsSince1970 / 1_000, 253_402_300_799)))
    }

    /// - Returns: The keys in the history, and the settings of those that are configured.
    private func targets(
        _ request: APIRequest
    ) async throws -> (keys: [String], settings: [Configuration.TargetSettings]) {
        let all = store.targets
        guard let name = request.query["target"] else { return (all.map(\.key), all) }
        if let target = all.first(where: { $0.key == name }) ?? all.first(where: { $0.target.text == name }) {
            return ([target.key], [target])
        }
        // Results of targets that are no longer configured are kept as long as all others.
        guard try await history.knows(name) else {
            throw Problem(.notFound, Self.unknown(name, among: all.map(\.key)))
        }
        return ([name], [])
    }

    private static func unknown(_ name: String, among keys: [String]) -> String {
        let meant = NearestName.of(name, among: keys).map { " did you mean \(SafeText.shown($0))?" } ?? ""
        let first = keys.prefix(5).map { SafeText.shown($0) }.joined(separator: ", ")
        let more = keys.count > 5 ? " and \(keys.count - 5) more, which /v1/status lists" : ""
        let list = keys.isEmpty ? "there are none in the configuration" : "there are: \(first)\(more)"
        return
            "\(SafeText.shown(name)) is not a configured target;\(meant) \(list); no results are kept under that name"
    }

    private func step(_ request: APIRequest, span: Int) throws(Problem) -> Int {
        if let text = request.query["step"] {
            guard let step = try? Duration(setting: text), step >= .seconds(1), step <= .seconds(36_500 * 86_400) else {
                throw Problem(
                    .badRequest,
                    "step: \(SafeText.shown(text)) is not a valid duration; expected at least 1s, as in 5m or 1h")
            }
            return Int(step.components.seconds)
        }
        var columns = 100
        if let text = request.query["columns"] {
            guard let number = Int(text), 1...HistoryDocument.maxColumns ~= number else {
                throw Problem(.badRequest, "columns: \(SafeText.shown(text)) is not a valid number; expected 1 to 1000")
            }
            columns = number
        }
        return HistoryQuery.step(for: max(span, 1), columns: columns)
    }
}

extension HistoryDocument {
    /// A row for each column of each target.
    var csv: String {
        var text = ResponseFormat.row([
            "target", "name", "at", "step_s", "up_s", "down_s", "maintenance_s", "unknown_s", "uptime", "checks",
            "failures", "min_ms", "p10_ms", "p50_ms", "p90_ms", "max_ms", "cause",
        ])
        for target in targets {
            for (place, column) in target.columns.enumerated() {
                let times = column.times
                let counts = [step, column.up, column.down, column.maintenance, column.unknown].map { "\($0)" }
                text += ResponseFormat.row(
                    [
                        SafeText.escaped(target.target), target.name.map { SafeText.escaped($0) },
                        "\(start(ofColumn: place))",
                    ]
                        + counts + [column.uptime.map { "\($0)" }, "\(column.checks)", "\(column.failures)"]
                        + [times?.min, times?.p10, times?.p50, times?.p90, times?.max].map { $0.map { "\($0)" } }
                        + [column.cause])
            }
        }
        return text
    }
}
