import Foundation
import NetworkModel
import Testing
import Translations

@testable import NetdiagCLI

/// Rows of targets.
extension PageTests {
    @Test("a DNS server to which no query gets is unreachable, and not silent")
    func unreachableServer() throws {
        var document = try Fixtures.status()
        document.resolvers[0].failure = .timeout
        document.resolvers[0].status = .connectionDown
        #expect(text(document).contains(" timeout"))
        document.resolvers[0].isUnsent = true
        #expect(text(document).contains(" unreachable") && !text(document).contains(" timeout"))
    }

    @Test("why it is unclear whether the uplink works is in the language of the reader")
    func uplinkDetail() throws {
        var document = try Fixtures.status()
        document.uplink = .init(status: .connectionIndeterminate)
        document.uplink?.detail = "no router behind it answers"
        let shown = Language.$current.withValue(.german) { text(document) }
        #expect(shown.contains("    ?  kein Router dahinter antwortet\n"), "\(shown)")
    }

    @Test("what is known without a proxy is said once, also if the reason names the proxy")
    func uplinkBesideProxy() throws {
        var document = try Fixtures.status()
        (document.status, document.degraded, document.findings, document.incidents) = (.connectionUp, false, [], [])
        document.uplink = .init(status: .connectionIndeterminate, detail: "no router behind it answers")
        #expect(text(document).contains("    ·  targets are reached through a proxy; without it: no router behind"))
        var evidence = UplinkEvidence(gateway: IPAddress("10.0.0.1"), interface: "eth0")
        evidence.proxy = .init(
            variable: "http_proxy", url: "http://10.0.0.9:3128", address: try #require(IPAddress("10.0.0.9")))
        document.uplink?.evidence = evidence
        let detail =
            "the proxy http://10.0.0.9:3128 (http_proxy) accepts connections, and may be the only way out; "
            + "without it: no router behind it answers"
        document.uplink?.detail = detail
        #expect(text(document).contains("    ·  \(detail)\n"), "\(text(document))")
    }

    static func target(
        _ name: String, _ status: ConnectionStatus, in group: String?, certificate: Int? = nil
    ) -> StatusDocument.TargetStatus {
        var target = StatusDocument.TargetStatus(
            target: "https://\(name).example/", status: status, degraded: false, cause: nil, last: nil)
        (target.name, target.group, target.certificateDays) = (name, group, certificate)
        target.duration = Milliseconds(.milliseconds(certificate ?? 5))
        return target
    }

    @Test("many working targets share a row with their group, and each has one with --all")
    func manyTargets() {
        let shops = (1...9).map { (number: Int) in
            Self.target("Shop \(number)", .connectionUp, in: "Shops", certificate: number)
        }
        let others = [
            Self.target("Old", .connectionDown, in: "Shops"), Self.target("Base", .connectionUp, in: nil),
            Self.target("Mail", .connectionUp, in: "Post"),
        ]
        func rows(_ targets: [StatusDocument.TargetStatus], isWhole: Bool = false) -> [String] {
            let table = TargetTable(targets: targets, isWhole: isWhole)
            var page = Page(for: .plain)
            page.table(table.rows(.unicode, PageContext(now: Fixtures.moment(0))))
            return [table.title] + page.lines.map { String($0) }
        }
        #expect(
            rows(shops + others) == [
                "Targets: 1 down, 11 up",
                "✗  Old              does not work        5.0 ms",
                "✗  Shops            9 of 10 work   up to 9.0 ms  certificates 1 day",
                "✓  Post             works          up to 5.0 ms",
                "✓  without a group  works          up to 5.0 ms",
            ])
        #expect(rows(shops + others, isWhole: true).count == 13)
        // There are no others beside them.
        let alike = (1...11).map { Self.target("Web \($0)", .connectionUp, in: nil) }
        #expect(rows(alike) == ["Targets: 11 up", "✓  all targets  11 work  up to 5.0 ms"])
        // A few targets are listed individually.
        #expect(rows(others).count == 4 && rows([others[1]]).first == "Targets")
    }

    @Test("the row of a group has the mark of its worst target, in words for readers of the screen")
    func groupMarks() {
        var targets = (1...11).map { Self.target("Web \($0)", .connectionUp, in: "web") }
        targets += ["a", "b", "c"].map { Self.target($0, .connectionDown, in: "mail") }
        targets.append(Self.target("d", .connectionUp, in: "mail"))
        func rows(_ glyphs: Glyphs) -> [String] {
            var page = Page(for: .plain)
            page.table(TargetTable(targets: targets, isWhole: false).rows(glyphs, PageContext(now: Fixtures.moment(0))))
            return page.lines.map { String($0) }
        }
        #expect(rows(.unicode).contains { $0.hasPrefix("✗  mail") && $0.contains("1 of 4 work") })
        #expect(rows(.unicode).contains { $0.hasPrefix("✓  web") && $0.contains("11 work") })
        #expect(!rows(.words).contains { $0.hasPrefix(Glyphs.words.up) && $0.contains("mail") })
    }

    @Test("a target whose failures do not count yet is not down")
    func uncounted() {
        var waiting = Self.target("Slow", .noErr, in: nil)
        waiting.pending = 2
        let table = TargetTable(targets: [waiting, Self.target("Old", .connectionDown, in: nil)], isWhole: false)
        #expect(table.title == "Targets: 1 down, 1 not checked yet", "\(table.title)")
    }

    @Test("groups come by their worst target, then by name, as on the page; those without a group last")
    func groupOrder() {
        var targets = [
            Self.target("n", .connectionUp, in: nil), Self.target("z", .connectionUp, in: "zoo"),
            Self.target("b1", .connectionUp, in: "bank"), Self.target("a", .connectionUp, in: "attic"),
            Self.target("w1", .connectionUp, in: "web"), Self.target("w2", .connectionDown, in: "web"),
            Self.target("m1", .connectionUp, in: "mail"), Self.target("m2", .connectionIndeterminate, in: "mail"),
            Self.target("m3", .connectionIndeterminate, in: "mail"), Self.target("b2", .noErr, in: "bank"),
            Self.target("v1", .connectionUp, in: "van"), Self.target("v2", .connectionUp, in: "van"),
            Self.target("c", .connectionUp, in: "cat"),
        ]
        targets += (1...9).map { Self.target("z\($0)", .connectionUp, in: "zoo") }
        targets[11].degraded = true
        let table = TargetTable(targets: targets, isWhole: false)
        var page = Page(for: .plain)
        page.table(table.rows(.unicode, PageContext(now: Fixtures.moment(0))))
        let names = page.lines.map { $0.dropFirst(3).prefix { $0 != " " } }
        #expect(
            names == ["w2", "m2", "m3", "v2", "b2", "web", "mail", "van", "bank", "attic", "cat", "zoo", "without"],
            "\(page.lines)")
        #expect(
            table.title == "Targets: 1 down, 2 unclear, 1 with a warning, 1 not checked yet, 17 up",
            "\(table.title)")
    }

    @Test("a target in maintenance counts by itself, with its own sign, and is not among those that do not work")
    func maintenance() throws {
        var targets = [
            Self.target("Old", .connectionDown, in: nil), Self.target("Away", .connectionDown, in: nil),
            Self.target("Base", .connectionUp, in: nil),
        ]
        targets[1].isInMaintenance = true
        let table = TargetTable(targets: targets, isWhole: false)
        #expect(table.title == "Targets: 1 down, 1 in maintenance, 1 up")
        var page = Page(for: .plain)
        page.table(table.rows(.unicode, PageContext(now: Fixtures.moment(0))))
        #expect(page.lines[1] == "⚙  Away  does not work, maintenance  5.0 ms")
        var status = try Fixtures.status()
        (status.status, status.degraded, status.targets) = (.connectionUp, true, targets)
        #expect(status.headline == "partly working: 1 of 2 targets work", "\(status.headline)")
    }

    @Test("of the targets of an incident, those that were found to work since it began are named")
    func worksSince() throws {
        var status = try Fixtures.status()
        status.targets = [Self.target("Old", .connectionDown, in: nil), Self.target("Base", .connectionUp, in: nil)]
        status.incidents = [
            .init(
                id: 1, cause: Fixtures.servfail, targets: ["Old", "Base"], opened: Fixtures.moment(-60), closed: nil)
        ]
        let expected: [(Int64, String)] = [
            (-90, "2 targets affected: Old, Base\n"), (-30, "1 target affected: Old; Base works\n"),
        ]
        for (last, words) in expected {
            status.targets[1].last = Fixtures.moment(last)
            let page = text(status)
            #expect(page.contains(words), "\(page)")
        }
        status.targets.removeFirst()
        status.incidents[0].targets = ["Base"]
        status.incidents[0].targetCount = 1
        #expect(text(status).contains("no target is down now; Base works\n"))
        // The list of incidents does not know the status, but that it only degrades its target by now.
        for (degraded, words) in [(0, "1 target affected: Base"), (1, "1 target degraded: Base")] {
            status.incidents[0].degradedCount = degraded
            var page = Page(for: .plain)
            IncidentPage(incidents: status.incidents).write(to: &page, in: PageContext(now: Fixtures.moment(0)))
            #expect(page.lines.contains { $0.contains(words) }, "\(page.lines)")
        }
    }

    @Test("an open incident has all next steps of its cause, as a finding without an incident has")
    func steps() throws {
        var status = try Fixtures.status()
        status.incidents[0].cause.advice = ["first", "second"]
        status.incidents[0].cause.confidence = 0.6
        let steps = "    → first  (likely, not certain)\n    → second\n"
        #expect(text(status).contains(steps), "\(text(status))")
        (status.findings, status.cause) = ([status.incidents[0].cause], status.incidents[0].cause)
        status.incidents = []
        #expect(text(status).contains(steps), "\(text(status))")
    }

    @Test("if all targets fail because of faults of their own, not this machine is said not to work")
    func othersAlone() throws {
        var status = try Fixtures.status()
        status.cause = Finding(
            id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1,
            summary: "10.0.0.9:80 refuses connections", advice: [], side: .remote)
        status.status = .connectionDown
        status.targets = [Self.target("Old", .connectionDown, in: nil)]
        #expect(status.headline == "its target does not work: the fault is on the other side")
        status.targets.append(Self.target("Base", .connectionDown, in: nil))
        #expect(status.headline == "none of its 2 targets works: the fault is on the other side")
        // A side that is open does not make it this machine, unless the layer is one that all targets share.
        status.cause?.side = nil
        #expect(status.headline == "none of its 2 targets works")
        status.cause = Fixtures.servfail
        #expect(status.headline == "does not work")
        status.cause = Finding(
            id: "path.upstream-down", layer: .path, severity: .error, confidence: 1,
            summary: "10.0.0.1 reaches nothing", advice: [], side: .upstream)
        #expect(status.headline.hasPrefix("does not work: "))
    }

    @Test("a rule that leads to another routing table does not make this machine fail, if the uplink works")
    func otherTable() throws {
        var status = try Fixtures.status()
        status.cause = Finding(
            id: "gateway.unreachable", layer: .gateway, severity: .error, confidence: 1,
            summary: "the gateway 10.0.0.99 on eth0 does not answer", facts: ["table": "200"], advice: [],
            side: .machine)
        status.status = .connectionDown
        status.targets = [Self.target("Old", .connectionDown, in: nil)]
        status.uplink = .init(status: .connectionUp)
        #expect(status.headline == "its target does not work: the fault is on this machine")
        status.uplink = .init(status: .connectionDown)
        #expect(status.headline.hasPrefix("does not work: "))
    }

    @Test("in a narrow window, names stay complete, and certificates and ages are left out")
    func narrowTargets() {
        var targets = [
            Self.target("Customer database", .connectionUp, in: nil, certificate: 60),
            Self.target("A web shop with a long name", .connectionUp, in: nil),
        ]
        for index in targets.indices { targets[index].last = Fixtures.moment(-12) }
        func lines(_ columns: Int) -> [String] {
            var page = Page(for: Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: true))
            let table = TargetTable(targets: targets, isWhole: true)
            page.table(
                table.rows(.unicode, PageContext(now: Fixtures.moment(0)), limit: page.columns(indent: 4)), indent: 4)
            return page.lines.map { String($0) }
        }
        let (wide, middle, small) = (lines(100), lines(70), lines(50))
        #expect(wide[0].contains("certificate 60 days") && wide[0].contains("12 s ago"))
        #expect(middle[0].contains("12 s ago") && !middle[0].contains("certificate"))
        #expect(!small[0].contains("ago") && small.allSatisfy { $0.count <= 50 })
        for all in [wide, middle, small] { #expect(all[1].contains("A web shop with a long name"), "\(all)") }
    }

    @Test("a dead gateway does not answer, whatever the kernel thinks of it")
    func deadGateway() throws {
        var document = try Fixtures.status()
        func row() -> Substring? { text(document).split(separator: "\n").first { $0.contains("10.0.0.1  eth0") } }
        #expect(row()?.contains("reachable") == true)
        document.gateways[0].status = .connectionDown
        #expect(row()?.contains("no answer") == true && row()?.contains("reachable") == false)
    }

    @Test("reports about one target over two routes say which is which")
    func comparedRoutes() throws {
        let terminal = Terminal(isInteractive: true, columns: nil, hasColour: false, hasUnicode: true)
        var page = Page(for: terminal)
        let context = PageContext(now: Fixtures.moment(0), isOneOfSeveral: true, isCompared: true)
        try Fixtures.healthyReport().write(to: &page, in: context)
        #expect(
            String(decoding: page.bytes, as: UTF8.self)
                == "✓ tcp://10.0.0.1:22  works  0.8 ms  (directly, without a proxy)\n")
        var other = Page(for: terminal)
        let remarked = PageContext(now: Fixtures.moment(0), isOneOfSeveral: true, remark: "192.0.2.7")
        try Fixtures.healthyReport().write(to: &other, in: remarked)
        #expect(String(decoding: other.bytes, as: UTF8.self) == "✓ tcp://10.0.0.1:22  works  0.8 ms  (192.0.2.7)\n")
    }

    @Test("reports about several addresses, or about a target that is named twice, say which is which")
    func reportRemarks() throws {
        func remarks(_ subjects: [ReportRemarks.Subject]) -> [String] {
            ReportRemarks.of(subjects).map { $0 ?? "-" }
        }
        let (one, two) = (IPAddress("192.0.2.1"), IPAddress("2001:db8::1"))
        let url = "https://www.example/"
        #expect(
            remarks([(url, one, nil), (url, two, nil), ("x", one, nil)]) == ["192.0.2.1", "2001:db8::1", "-"])
        #expect(remarks([(url, nil, nil), ("x", nil, nil), (url, nil, nil)]) == ["1 of 2", "-", "2 of 2"])
        // The routes are named elsewhere.
        #expect(remarks([(url, nil, nil), (url, nil, ProxyChoice.direct)]) == ["-", "-"])
        #expect(
            remarks([(url, one, nil), (url, one, nil), (url, two, nil)])
                == ["192.0.2.1, 1 of 2", "192.0.2.1, 2 of 2", "2001:db8::1"])
    }

    @Test("reports over two routes end with what they show together")
    func conclusions() throws {
        let works = try Fixtures.healthyReport()
        var fails = works
        fails.status = .connectionDown
        func proxied(_ report: Report) -> Report {
            var report = report
            let evidence = ProxyEvidence(url: "http://proxy:3128", origin: "--proxy", outcome: .passed)
            report.layers.append(LayerReport(layer: .proxy, status: report.status, evidence: .init(evidence)))
            return report
        }
        #expect(Report.conclusion(from: [proxied(works), works]) == "It works both ways.")
        #expect(Report.conclusion(from: [proxied(fails), works])?.hasPrefix("It works without the proxy") == true)
        #expect(Report.conclusion(from: [fails, proxied(works)])?.hasPrefix("It works through the proxy only") == true)
        #expect(Report.conclusion(from: [proxied(fails), fails]) == "It fails both ways.")
        #expect(Report.conclusion(from: [works, works]) == nil)
        fails.status = .connectionIndeterminate
        #expect(Report.conclusion(from: [proxied(fails), works]) == nil)
    }
}
