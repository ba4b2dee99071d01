import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

/// What was between two moments: incidents, and the targets, the worst first, those of them with a chart that were worst.
struct TimeRange: Sendable {
    let host: String
    let from: Timestamp
    let to: Timestamp
    /// Open ones first, then the newest.
    let incidents: [StatusDocument.Incident]
    /// The worst first.
    let targets: [TargetHistory]
    /// Of the first targets, in their order.
    let charts: [SmokeChart]
    /// Why there are no targets; `nil` where there is a history.
    let reason: String?

    /// Charts in a file.
    static let maxCharts = 20
    /// Targets that are looked at.
    static let maxTargets = 1_000
    /// The longest time: more than is kept.
    static let maxSpan: Int64 = 1_100 * 86_400
    private static let maxIncidents = 200
    private static let columns = 120

    var title: String { "\(PageTime.text(from)) to \(PageTime.text(to))" }

    var mark: StatusMark {
        if incidents.contains(where: { $0.cause.severity == .error }) { return .down }
        return incidents.isEmpty ? .up : .degraded
    }

    /// In a sentence.
    var summary: String {
        let down = targets.filter { ($0.total.uptime ?? 1) < 1 }.count
        let parts = [
            incidents.isEmpty ? "No incident" : Quantity.text(incidents.count, "incident"),
            reason == nil ? "\(down) of \(Quantity.text(targets.count, "target")) down for some of the time" : nil,
        ]
        return parts.compactMap(\.self).joined(separator: "; ")
    }

    /// - Parameter targets: Those of the configuration.
    init(
        from: Timestamp, to: Timestamp, host: String, targets: [Configuration.TargetSettings], history: HistorySource,
        recentIncidents: [StatusDocument.Incident]
    ) async {
        (self.from, self.to, self.host) = (from, to, host)
        let kept = try? await history.incidents(from: from, to: to)
        let incidents = kept ?? recentIncidents.filter { $0.opened <= to && ($0.closed.map { $0 >= from } ?? true) }
        self.incidents = Array(incidents.prefix(Self.maxIncidents))
        var found: (targets: [TargetHistory], charts: [SmokeChart]) = ([], [])
        var reason: String?
        do throws(Problem) {
            found.targets = try await Self.totals(of: targets, from: from, to: to, in: history)
            found.charts = try await Self.charts(of: found.targets, targets, from: from, to: to, in: history)
        } catch {
            reason = error.detail
        }
        (self.targets, charts, self.reason) = (found.targets, found.charts, reason)
    }

    /// A column for each: the history is asked no more than for a page.
    private static func totals(
        of targets: [Configuration.TargetSettings], from: Timestamp, to: Timestamp, in history: HistorySource
    ) async throws(Problem) -> [TargetHistory] {
        let (from, to) = (second(from), second(to))
        var all: [TargetHistory] = []
        let wanted = Array(targets.prefix(maxTargets))
        for start in stride(from: 0, to: wanted.count, by: 200) {
            let part = Array(wanted[start..<min(start + 200, wanted.count)])
            let step = HistoryQuery.step(for: to - from, columns: 20)
            all += try await history.history(
                HistoryQuery(keys: part.map(\.key), from: from, to: to, step: step), of: part
            ).targets
        }
        return all.enumerated().sorted { one, other in
            let (a, b) = (one.element.total.uptime ?? 2, other.element.total.uptime ?? 2)
            return a == b ? one.offset < other.offset : a < b
        }.map(\.element)
    }

    private static func charts(
        of histories: [TargetHistory], _ targets: [Configuration.TargetSettings], from: Timestamp, to: Timestamp,
        in history: HistorySource
    ) async throws(Problem) -> [SmokeChart] {
        let (from, to) = (second(from), second(to))
        let keys = histories.prefix(maxCharts).map(\.key)
        let known = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        let document = try await history.history(
            HistoryQuery(keys: keys, from: from, to: to, step: HistoryQuery.step(for: to - from, columns: columns)),
            of: keys.compactMap { known[$0] })
        let found = Dictionary(document.targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        return keys.compactMap { key in
            found[key].map { SmokeChart(title: key, document: document, history: $0) }
        }
    }

    private static func second(_ moment: Timestamp) -> Int { Int(moment.millisecondsSince1970 / 1_000) }
}
