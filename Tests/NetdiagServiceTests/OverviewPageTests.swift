import Diagnosis
import FoundationEssentials
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The overview page")
struct OverviewPageTests {
    private static let hostile = "</a><script>alert(1)</script>\u{202e}\"'"

    private static func finding(_ id: CauseID, _ layer: Layer, _ summary: String, side: Side? = nil) -> Finding {
        Finding(
            id: id, layer: layer, severity: .error, confidence: 1, summary: summary, facts: ["culprit": summary],
            advice: ["look at it"], side: side)
    }

    private static func target(
        _ name: String, _ status: ConnectionStatus, group: String? = nil, cause: Finding? = nil
    ) -> StatusDocument.TargetStatus {
        var target = StatusDocument.TargetStatus(
            target: "tcp://\(name.utf8.count).test:1", status: status, degraded: false, cause: cause, last: nil)
        (target.name, target.group) = (name, group)
        return target
    }

    private static func document(
        _ status: ConnectionStatus, _ targets: [StatusDocument.TargetStatus], findings: [Finding] = [],
        incidents: [StatusDocument.Incident] = []
    ) -> StatusDocument {
        StatusDocument(
            status: status, findings: findings, host: "host", since: Timestamp(), links: [], resolvers: [],
            gateways: [],
            incidents: incidents, targets: targets, publication: Publication(state: .off))
    }

    private static func page(_ document: StatusDocument, recent: RecentResults = .init(), page: Int = 1) -> OverviewPage
    {
        OverviewPage(document: document, uptimes: Uptimes(), recent: recent, page: page) { _ in nil }
    }

    @Test("groups come by their worst target, then by name, as in the terminal; those without a group last")
    func groupOrder() {
        let targets = [
            Self.target("n", .connectionUp), Self.target("z", .connectionUp, group: "zoo"),
            Self.target("b", .noErr, group: "bank"), Self.target("a", .connectionUp, group: "attic"),
            Self.target("w", .connectionUp, group: "web"), Self.target("w2", .connectionDown, group: "web"),
            Self.target("m", .connectionIndeterminate, group: "mail"),
            Self.target("m2", .connectionIndeterminate, group: "mail"), Self.target("c", .connectionUp, group: "cat"),
        ]
        let groups = TargetGroup.all(of: targets)
        #expect(groups.map(\.name) == ["web", "mail", "bank", "attic", "cat", "zoo", ""])
        #expect(groups.map(\.rank) == groups.map(\.rank).sorted(), "the page's script inserts by rank")
        // As soon as a target of another group fails, that group moves up, and nothing else changes its rank.
        var changed = targets
        changed[8].status = .connectionDown
        let later = TargetGroup.all(of: changed)
        #expect(later.map(\.name) == ["cat", "web", "mail", "bank", "attic", "zoo", ""])
        let ranks = Dictionary(uniqueKeysWithValues: groups.map { ($0.name, $0.rank) })
        #expect(later.dropFirst().allSatisfy { ranks[$0.name] == $0.rank })
    }

    @Test("targets come worst first, and as configured where they stand the same")
    func order() {
        let document = Self.document(
            .connectionUp,
            [
                Self.target("a", .connectionUp, group: "One"), Self.target("b", .connectionDown, group: "Two"),
                Self.target("c", .connectionUp, group: "Two"), Self.target("d", .connectionIndeterminate, group: "One"),
                Self.target("e", .connectionUp),
            ])
        let groups = TargetGroup.all(of: document.targets)
        #expect(groups.map(\.title) == ["Two", "One", "Other targets"])
        #expect(groups.map { $0.targets.map(\.status.key) } == [["b", "c"], ["d", "a"], ["e"]])
        #expect(groups[0].counts.text == "1 down, 1 up" && groups[2].counts.text == "up")
    }

    @Test("a fault is shown once, at its place on the path")
    func place() throws {
        var gateway = Self.finding(
            "gateway.unreachable", .gateway, "the gateway 10.0.0.1 does not answer", side: .network)
        let refused = Self.finding("tcp.refused", .tcp, "192.0.2.1:1 refuses the connection", side: .machine)
        let targets = [
            Self.target("Shop", .connectionDown, group: "Web", cause: refused),
            Self.target("Mail", .connectionIndeterminate, group: "Office"),
        ]
        let incidents = [
            StatusDocument.Incident(id: 1, cause: gateway, targets: ["Mail"], opened: Timestamp(), closed: nil),
            StatusDocument.Incident(id: 2, cause: refused, targets: ["Shop"], opened: Timestamp(), closed: nil),
        ]
        let document = Self.document(.connectionDown, targets, findings: [gateway, refused], incidents: incidents)
        let stations = PathStation.all(of: document, groups: TargetGroup.all(of: targets))
        #expect(stations.map(\.place) == [.host, .gateway, .uplink, .resolver, .group("Web"), .group("Office")])
        #expect(
            stations.map { $0.faults.map(\.finding.id) } == [[], ["gateway.unreachable"], [], [], ["tcp.refused"], []])
        #expect(stations[1].mark == .down)
        let text = Self.page(document).content.text
        #expect(text.components(separatedBy: gateway.summary).count == 2)
        #expect(text.components(separatedBy: refused.summary).count == 2)
        #expect(text.contains("Does not work: the fault is in this network; of 2 targets, 1 down, 1 unclear."))
        gateway.side = nil
        let open = Self.document(.connectionDown, targets, findings: [gateway, refused], incidents: incidents)
        #expect(Self.page(open).content.text.contains("Does not work: of 2 targets, 1 down, 1 unclear."))
    }

    @Test("a fault on the path is a few words, and its sentence is folded without a script")
    func foldedFaults() throws {
        let refused = Self.finding("tcp.refused", .tcp, "192.0.2.1:1 refuses the connection", side: .machine)
        let slow = Self.finding("http.slow", .kind("http"), "Shop answers late")
        let incident = StatusDocument.Incident(
            id: 7, cause: refused, targets: ["Shop"], opened: Timestamp(), closed: nil)
        let document = Self.document(
            .connectionDown, [Self.target("Shop", .connectionDown, group: "Web", cause: refused)],
            findings: [refused, slow], incidents: [incident])
        let text = Self.page(document).content.text
        #expect(
            text.contains(
                "<details id=\"f7\"><summary id=\"f7s\"><code>tcp.refused</code> <small>Shop</small></summary>"),
            "\(text)")
        #expect(text.contains("<a href=\"/incidents/7\">192.0.2.1:1 refuses the connection</a>"))
        #expect(text.contains("<code>http.slow</code></summary>Shop answers late</details>"), "\(text)")
    }

    @Test("targets of an open incident that work again are not counted as down")
    func recovered() {
        let refused = Self.finding("tcp.refused", .tcp, "192.0.2.1:1 refuses the connection", side: .machine)
        let names = ["Shop", "Mail", "Wiki"]
        func page(_ states: [ConnectionStatus]) -> String {
            let targets = zip(names, states).map {
                Self.target($0, $1, group: "Web", cause: $1 == .connectionUp ? nil : refused)
            }
            let incident = StatusDocument.Incident(
                id: 2, cause: refused, targets: names, opened: Timestamp(), closed: nil)
            let document = Self.document(.connectionDown, targets, findings: [refused], incidents: [incident])
            let affected = IncidentTargets(targets)
            return Self.page(document).content.text
                + IncidentListPage(incidents: [incident], affected: affected).content.text
                + IncidentDetailPage(incident: incident, known: [], affected: affected).content.text
        }
        let before = page([.connectionDown, .connectionDown, .connectionDown])
        #expect(before.contains("<small>3 targets</small>") && before.components(separatedBy: ", 3 targets").count == 2)
        #expect(!before.contains("works again"))
        let after = page([.connectionUp, .connectionDown, .connectionUp])
        #expect(after.contains("<small>1 of 3 targets still affected</small>"))
        #expect(after.components(separatedBy: ", 1 of 3 targets still affected").count == 2)
        #expect(after.components(separatedBy: ", works again</li>").count == 3)
    }

    @Test("foreign names and causes are text")
    func hostile() {
        let cause = Self.finding("tcp.refused", .tcp, SafeText.escaped(Self.hostile))
        let document = Self.document(
            .connectionDown, [Self.target(Self.hostile, .connectionDown, group: Self.hostile, cause: cause)],
            findings: [cause])
        let recent = RecentResults()
        recent.configure([Self.hostile])
        recent.add(.init(at: Timestamp(), duration: .seconds(1), mark: .down, cause: Self.hostile), of: Self.hostile)
        let text = Self.page(document, recent: recent).html(
            version: PageVersion(StatusStore(host: "h")), hasSession: true)
        #expect(!text.contains("<script>") && !text.contains("\u{202e}"))
        #expect(text.contains("&lt;script&gt;alert(1)") && !text.contains("style="))
        // The page contains only the daemon's own script.
        #expect(text.components(separatedBy: "<script").count == 2)
    }

    @Test("a page has a limited number of targets, and links to the others")
    func pages() {
        let targets = (0..<OverviewPage.pageSize + 20).map {
            Self.target("t\($0)", $0 < 510 ? .connectionUp : .connectionDown)
        }
        let document = Self.document(.connectionUp, targets)
        func rows(_ page: Int) -> [Substring] {
            Self.page(document, page: page).content.text.split(separator: "\n").filter { $0.hasPrefix("<tr id=") }
        }
        #expect(rows(1).count == OverviewPage.pageSize && rows(2).count == 20)
        #expect(rows(1)[0].contains(">t510<") && rows(2)[19].contains(">t509<"))
        #expect(Self.page(document).content.text.contains("href=\"/?page=2\""))
    }

    @Test("consecutive equal results are one bar, and show their times")
    func bar() {
        let recent = RecentResults()
        recent.configure(["a"])
        for number in 0..<70 {
            let isDown = (40..<50).contains(number)
            recent.add(
                .init(
                    at: Timestamp(millisecondsSince1970: Int64(number) * 30_000), duration: .milliseconds(number),
                    mark: isDown ? .down : .up, cause: isDown ? "tcp.refused" : nil), of: "a")
        }
        let results = recent.results(of: "a")
        #expect(results.count == RecentResults.maxCount && results.first?.duration == .milliseconds(10))
        let bar = ResultBar(results: results)
        #expect(bar.svg.text.components(separatedBy: "<path").count == 4)
        #expect(bar.troubles == ["00:20:00–00:24:30 UTC: tcp.refused, 10 checks"])
        #expect(bar.summary == "60 results, 10 not up, tcp.refused 10 times, last at 00:34:30 UTC")
        #expect(recent.changes(since: 0).keys == ["a"] && recent.changes(since: recent.sequence).keys.isEmpty)
        recent.configure(["b"])
        #expect(recent.results(of: "a").isEmpty)
    }

    @Test("the words for the bar of a target in maintenance do not claim that it was up")
    func maintainedBar() {
        func bar(_ marks: [TargetState]) -> ResultBar {
            ResultBar(
                results: marks.map { mark in
                    .init(
                        at: Timestamp(millisecondsSince1970: 0), duration: .zero, mark: mark,
                        cause: mark == .up ? nil : "tcp.refused")
                })
        }
        #expect(bar([.up, .up]).summary == "2 results, all up")
        #expect(bar([.up, .maintenance]).summary == "2 checks, 1 in maintenance")
        #expect(
            bar([.down, .maintenance, .maintenance]).summary
                == "3 results, 1 not up, tcp.refused 1 times, 2 in maintenance, last at 00:00:00 UTC")
    }

    @Test("times are a line with steps, interrupted by failures, and continuous while nothing changes")
    func times() {
        func bar(_ times: [Int?]) -> ResultBar {
            ResultBar(
                results: times.map {
                    .init(
                        at: Timestamp(), duration: .milliseconds($0 ?? 0), mark: $0 == nil ? .down : .up,
                        cause: nil)
                })
        }
        let line = bar([1, 1, 1, 2, nil, 1]).sparkline.text
        #expect(
            line.contains(" d=\"M54.5 10l2 0 1-8 2 8\"/>") && line.contains("<title>median 1.0 ms, most 2.0 ms</title>")
        )
        #expect(bar([3, 3, 3]).sparkline.text.contains(" d=\"M57.5 2l2 0\"/>"))
        #expect(bar([0, 0]).sparkline.text.contains(" d=\"M58.5 18l1 0\"/>"))
        #expect(bar([nil, 5]).sparkline.text.isEmpty && bar([]).sparkline.text.isEmpty)
        // The longest duration that is kept.
        #expect(bar([1, .max / 1_000_000]).sparkline.text.contains(" d=\"M58.5 18l1-16\"/>"))
    }

    @Test("a reply on the link, which takes less than a tenth of a millisecond, has its time")
    func briefTimes() {
        let recent = RecentResults()
        recent.configure(["Rack"])
        for microseconds in [34, 41] {
            recent.add(
                .init(at: Timestamp(), duration: .microseconds(microseconds), mark: .up, cause: nil), of: "Rack")
        }
        let bar = ResultBar(results: recent.results(of: "Rack"))
        #expect(bar.lastTime == "41 µs")
        #expect(bar.sparkline.text.contains("41 µs"), "\(bar.sparkline.text)")
        // The history, from which results are loaded, keeps tenths of a millisecond.
        #expect(CheckResult.tenths(.microseconds(41)) == 0 && CheckResult.tenths(.microseconds(50)) == 1)
        let kept = RecentResults.Result(at: Timestamp(), duration: .zero, mark: .up, cause: nil)
        #expect(ResultBar(results: [kept]).lastTime == "< 0.1 ms")
    }

    @Test("with thousands of targets, fewer results are kept of each, the newest ones")
    func memory() {
        let recent = RecentResults()
        recent.configure(["a"])
        for number in 0..<60 {
            recent.add(
                .init(at: Timestamp(), duration: .milliseconds(number), mark: .up, cause: nil), of: "a")
        }
        recent.configure(Set((0..<20_000).map { "t\($0)" } + ["a"]))
        let results = recent.results(of: "a")
        #expect(results.count == 11 && results.last?.duration == .milliseconds(59))
        recent.add(.init(at: Timestamp(), duration: .zero, mark: .down, cause: "x"), of: "a")
        #expect(recent.results(of: "a").count == 11 && recent.results(of: "a").last?.cause == "x")
    }
}
