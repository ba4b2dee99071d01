import EventLoopKit
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagService

@Suite("Reports about a period")
struct TimeRangeTests {
    private static func refused(_ severity: Severity = .error) -> Finding {
        Finding(
            id: "tcp.refused", layer: .tcp, severity: severity, confidence: 1, summary: "refused", advice: ["start it"])
    }

    @Test("a page says once that there is no history, and why")
    func withoutHistory() async {
        let source = HistorySource.none("it is switched off (history: off)")
        let error = await #expect(throws: HistoryStore.Unavailable.self) { try await source.knows("x") }
        #expect(error?.description == "it is switched off (history: off)")
        #expect(error.map { Problem($0).detail } == "there is no history: it is switched off (history: off)")
    }

    private static func moment(_ second: Int64) -> Timestamp { Timestamp(millisecondsSince1970: second * 1_000) }

    private static func report(works: Bool, at second: Int64) -> Report {
        var report = Report(
            target: "http://192.0.2.1/", started: moment(second), duration: .milliseconds(1),
            status: works ? .connectionUp : .connectionDown, findings: works ? [] : [refused()], layers: [])
        report.name = "shop"
        return report
    }

    private static func target() throws -> Configuration.TargetSettings {
        var settings = Configuration.TargetSettings(target: try Target("http://192.0.2.1/"))
        settings.name = "shop"
        return settings
    }

    @Test("events just before the period do not count, and a chart names its target")
    func totals() async throws {
        let folder = try ConfigurationFolder()
        let loop = try EventLoop(name: "range-test")
        defer { loop.shutdown() }
        let history = HistoryStore(path: "\(folder.path)/history.db", settings: .init(), loop: loop) { _ in }
        let store = StatusStore(host: "host")
        store.record(to: history.queue, file: "history.db")
        store.setTargets([try Self.target()])
        // Ten seconds before a full minute: columns longer than ten seconds begin before it.
        let from = Timestamp().millisecondsSince1970 / 60_000 * 60 - 1_210
        for second in stride(from: from - 40, to: from, by: 10) { store.add(Self.report(works: false, at: second)) }
        for second in stride(from: from, through: from + 1_140, by: 30) {
            store.add(Self.report(works: true, at: second))
        }
        func range(since: Int64) async -> TimeRange {
            await TimeRange(
                from: Self.moment(since), to: Self.moment(from + 1_140), host: "host", targets: store.targets,
                history: .store(history), recentIncidents: [])
        }
        let after = await range(since: from)
        #expect(after.reason == nil && after.targets.map(\.key) == ["shop"])
        let total = try #require(after.targets.first?.total)
        #expect(total.uptime == 1 && total.failures == 0, "\(total)")
        let whole = try #require(await range(since: from - 40).targets.first?.total)
        #expect(whole.failures == 4, "\(whole)")
        let chart = try #require(after.charts.first?.html.text)
        #expect(chart.contains("aria-label=\"Durations: shop\""))
        // Its caption is read, and not the label of the drawing, which says the same.
        #expect(chart.contains("<div class=\"smoke\" aria-hidden=\"true\"><div class=\"axis\">"), "\(chart)")
        await history.finish()
    }

    @Test("failures because of this machine are neither up nor down, and the file states their duration")
    func unknown() async throws {
        let folder = try ConfigurationFolder()
        let loop = try EventLoop(name: "unknown-test")
        defer { loop.shutdown() }
        let history = HistoryStore(path: "\(folder.path)/history.db", settings: .init(), loop: loop) { _ in }
        let store = StatusStore(host: "host")
        store.record(to: history.queue, file: "history.db")
        let names = ["worked", "cut off", "failed"]
        let targets = try names.map { name in
            var settings = try Self.target()
            settings.name = name
            return settings
        }
        store.setTargets(targets)
        let here = Finding(
            id: "link.no-carrier", layer: .link, severity: .error, confidence: 1, summary: "no carrier", advice: [])
        let from = Timestamp().millisecondsSince1970 / 60_000 * 60 - 1_200
        for second in stride(from: from, through: from + 1_140, by: 30) {
            for (name, finding) in zip(names, [nil, here, Self.refused()]) {
                var report = Report(
                    target: "http://192.0.2.1/", started: Self.moment(second), duration: .milliseconds(1),
                    status: finding == nil ? .connectionUp : .connectionDown, findings: [finding].compactMap(\.self),
                    layers: [])
                report.name = name
                store.add(report)
            }
        }
        let range = await TimeRange(
            from: Self.moment(from), to: Self.moment(from + 1_140), host: "host", targets: store.targets,
            history: .store(history), recentIncidents: [])
        await history.finish()
        #expect(range.targets.map(\.key) == ["failed", "cut off", "worked"])
        #expect(range.targets.map { TimeRange.targetState($0.total) } == [.down, .unknown, .up])
        #expect(
            range.summary.hasSuffix("1 of 3 targets down for some of the time; nothing is known about 1 target"),
            "\(range.summary)")
        let page = TimeRangePage(range: range).content.text
        let row = try #require(page.split(separator: "<tr role=\"row\">").first { $0.contains("cut off") })
        #expect(row.contains("unclear whether it works") && row.contains("\">–<span"), "\(row)")
        #expect(row.contains("data-label=\""))
        #expect(row.contains(">19 min unknown<"), "\(row)")
        #expect(!row.contains("0 of 39") && page.contains("counts neither as up nor as down"), "\(page)")
        #expect(TimeRangeImage(range: range).drawing.svg.text.contains("cut off: nothing is known about it"))
    }

    @Test("all incidents are counted, an old one that is open comes first, and the number of omitted ones is stated")
    func incidents() async {
        let closed = (2...501).map { id in
            StatusDocument.Incident(
                id: id, cause: Self.refused(.warning), targets: [], opened: Self.moment(Int64(id) * 100),
                closed: Self.moment(Int64(id) * 100 + 50))
        }
        let open = StatusDocument.Incident(
            id: 1, cause: Self.refused(), targets: [], opened: Self.moment(10), closed: nil)
        let range = await TimeRange(
            from: Self.moment(0), to: Self.moment(100_000), host: "host", targets: [],
            history: .none("a test has none"),
            recentIncidents: closed + [open])
        #expect(range.incidents.map(\.id) == [1] + (2...501).reversed())
        #expect(range.mark == .down && range.summary.hasPrefix("501 incidents"), "\(range.summary)")
        let page = TimeRangePage(range: range).content.text
        #expect(page.split(separator: "<li ").count - 1 == 200)
        #expect(page.contains("and 301 more"), "\(page)")
        #expect(TimeRangeImage(range: range).drawing.svg.text.contains("and 493 more"))
    }

    @Test(
        "a target's chart is titled in the reader's language",
        arguments: [
            (Language.german, "bis", "Zeiten: "), (.french, "à", "Temps\u{a0}: "), (.spanish, "a", "Tiempos: "),
            (.simplifiedChinese, "至", "用时："), (.english, "to", "Durations: "),
        ])
    func labels(language: Language, to: String, word: String) throws {
        let span = RequestSpan(from: Self.moment(1_700_000_000), to: Self.moment(1_700_003_600))
        let target = try Self.target()
        Language.$current.withValue(language) {
            let named = TargetPageEndpoint.queries(target, span).map { ($0.title, $0.label) }
            #expect(named.count == 1 && named.allSatisfy { $0.contains(" \(to) ") && $1 == word + $0 }, "\(named)")
            let last = TargetPageEndpoint.queries(target, RequestSpan()).map(\.label)
            #expect(last == SmokeRange.allCases.map(\.heading), "\(last)")
        }
    }
}
