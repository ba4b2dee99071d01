import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import Translations

/// A period: its incidents, and the targets, worst first, with charts of the worst.
struct TimeRange: Sendable {
    let host: String
    let from: Timestamp
    let to: Timestamp
    /// The known incidents, at most 1,000: open ones first, then the newest.
    let incidents: [StatusDocument.Incident]
    /// The targets, worst first.
    let targets: [TargetHistory]
    /// The charts of the first targets, in their order.
    let charts: [SmokeChart]
    /// Why there are no targets; `nil` if there is a history.
    let reason: String?

    /// The maximum number of charts in a file.
    static let maxCharts = 20
    /// The maximum number of targets that are queried.
    static let maxTargets = 1_000
    /// The maximum length in seconds, which exceeds the age of any stored data.
    static let maxSpan: Int64 = 1_100 * 86_400
    /// The number of columns per target, for its row of the table as for its chart, so that both cover the same time.
    /// The history returns whole columns, so that each end may include less than one column of additional time.
    private static let columns = 120
    /// The number of targets per query. With an additional column at each end, it has no more values than the largest
    /// query of a client.
    private static let batch = HistoryQuery.maxCells / (columns + 2)

    var title: String { Phrase.fromTo.text(["from": PageTime.text(from), "to": PageTime.text(to)]) }

    var mark: TargetState {
        if incidents.contains(where: { $0.cause.severity == .error }) { return .down }
        return incidents.isEmpty ? .up : .degraded
    }

    /// A summary in one sentence.
    var summary: String {
        let marks = targets.map { Self.targetState($0.total) }
        let (down, unknown) = (marks.count { $0 == .down }, marks.count { $0 == .unknown })
        let parts = [
            incidents.isEmpty ? Phrase.noIncident.text : Phrase.countIncidents.text(incidents.count),
            reason == nil ? Phrase.downSometimes.text(targets.count, ["down": "\(down)"]) : nil,
            unknown > 0 ? Phrase.notKnownTargets.text(unknown) : nil,
        ]
        return parts.compactMap(\.self).joined(separator: Phrase.clauseSeparator)
    }

    /// The state of a target in the period: down if it failed by its own fault; unknown if nothing shows whether it
    /// worked.
    static func targetState(_ total: HistorySummary) -> TargetState {
        guard let uptime = total.uptime else { return total.maintenance > 0 ? .maintenance : .unknown }
        return uptime < 1 ? .down : .up
    }

    /// - Parameter targets: The configured targets.
    init(
        from: Timestamp, to: Timestamp, host: String, targets: [Configuration.TargetSettings], history: HistorySource,
        recentIncidents: [StatusDocument.Incident]
    ) async {
        (self.from, self.to, self.host) = (from, to, host)
        let kept = try? await history.incidents(from: from, to: to)
        let incidents = kept ?? recentIncidents.filter { $0.opened <= to && ($0.closed.map { $0 >= from } ?? true) }
        self.incidents = Self.sorted(incidents)
        var found: (targets: [TargetHistory], charts: [SmokeChart]) = ([], [])
        var reason: String?
        do throws(HistoryStore.Unavailable) {
            found.targets = try await Self.totals(of: targets, from: from, to: to, in: history)
            found.charts = try await Self.charts(of: found.targets, targets, from: from, to: to, in: history)
        } catch {
            reason = error.description
        }
        (self.targets, charts, self.reason) = (found.targets, found.charts, reason)
    }

    private static func sorted(_ incidents: [StatusDocument.Incident]) -> [StatusDocument.Incident] {
        incidents.sorted { one, other in
            one.isOpen == other.isOpen ? one.opened > other.opened : one.isOpen
        }
    }

    /// The totals of the targets, worst first: those that were down, by how long, then those for which nothing is
    /// known; equal ones in the order of the configuration.
    private static func totals(
        of targets: [Configuration.TargetSettings], from: Timestamp, to: Timestamp, in history: HistorySource
    ) async throws(HistoryStore.Unavailable) -> [TargetHistory] {
        let (from, to) = (second(from), second(to))
        var all: [TargetHistory] = []
        let wanted = Array(targets.prefix(maxTargets))
        for start in stride(from: 0, to: wanted.count, by: batch) {
            let part = Array(wanted[start..<min(start + batch, wanted.count)])
            let step = HistoryQuery.step(for: to - from, columns: columns)
            // The columns are left out: for a thousand targets, they would take most of the memory while a slow client
            // reads.
            all += try await history.history(
                HistoryQuery(keys: part.map(\.key), from: from, to: to, step: step), of: part
            ).targets.map { target in
                var total = target
                total.columns = []
                return total
            }
        }
        return all.enumerated().sorted { one, other in
            let (a, b) = (rank(one.element.total), rank(other.element.total))
            return a == b ? one.offset < other.offset : a < b
        }.map(\.element)
    }

    private static func rank(_ total: HistorySummary) -> (Int, Double) {
        let uptime = total.uptime ?? 1
        return switch targetState(total) {
        case .down: (0, uptime)
        case .unknown: (1, uptime)
        case .maintenance, .up, .degraded, .idle: (2, uptime)
        }
    }

    private static func charts(
        of histories: [TargetHistory], _ targets: [Configuration.TargetSettings], from: Timestamp, to: Timestamp,
        in history: HistorySource
    ) async throws(HistoryStore.Unavailable) -> [SmokeChart] {
        let (from, to) = (second(from), second(to))
        let keys = histories.prefix(maxCharts).map(\.key)
        let known = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let document = try await history.history(
            HistoryQuery(keys: keys, from: from, to: to, step: HistoryQuery.step(for: to - from, columns: columns)),
            of: keys.compactMap { known[$0] })
        let found = Dictionary(document.targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return keys.compactMap { key in
            found[key].map { history in
                let label = Phrase.wordAndDetail.text(["word": Phrase.timesOfTarget.text, "detail": key])
                return SmokeChart(
                    title: key, label: label, document: document, history: history, span: to - from)
            }
        }
    }

    private static func second(_ moment: Timestamp) -> Int { Int(moment.millisecondsSince1970 / 1_000) }
}
