import NIOCore
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagConfiguration
@testable import NetdiagService

@Suite("When a target's status changes")
struct StatusConfirmationTests {
    private static func report(_ name: String?, works: Bool, at second: Int64 = 0) -> Report {
        let finding = Finding(
            id: "tcp.refused", layer: .tcp, severity: .error, confidence: 1, summary: "refused",
            facts: ["server": "192.0.2.1:80"], advice: [])
        var report = Report(
            target: "http://192.0.2.1/", started: Timestamp(millisecondsSince1970: second * 1_000), duration: .zero,
            status: works ? .connectionUp : .connectionDown, findings: works ? [] : [finding], layers: [])
        report.name = name
        return report
    }

    @Test("three failures in a row, two successes in a row")
    func course() {
        var confirmation = StatusConfirmation()
        // The displayed state after each check, and whether the check counts.
        let course: [(works: Bool, counts: Bool, shown: Bool?, pending: Int)] = [
            (false, false, nil, 1), (true, true, true, 0), (false, false, true, 1), (false, false, true, 2),
            (true, true, true, 0), (false, false, true, 1), (false, false, true, 2), (false, true, false, 0),
            (false, true, false, 0), (true, false, false, 1), (false, true, false, 0), (true, false, false, 1),
            (true, true, true, 0),
        ]
        for (place, step) in course.enumerated() {
            let begun = DualClockTime(clock: .now, wall: Timestamp(millisecondsSince1970: Int64(place)))
            let counts = confirmation.add(
                StoredReport(Self.report(nil, works: step.works)), after: 3, recover: 2, from: begun)
            #expect(counts == step.counts, "\(place)")
            #expect(confirmation.shown.map { $0.status == .connectionUp } == step.shown, "\(place)")
            #expect(confirmation.pending == step.pending, "\(place)")
        }
    }

    private func settings(_ name: String?) throws -> Configuration.TargetSettings {
        var settings = Configuration.TargetSettings(target: try Target("http://192.0.2.1/"))
        settings.name = name
        return settings
    }

    @Test("a target that has only failed so far is not down before its failures count")
    func firstFailures() throws {
        let store = StatusStore(host: "host")
        var patient = try settings("patient")
        patient.after = 3
        store.setTargets([patient])
        for second in 1...2 { store.add(Self.report("patient", works: false, at: Int64(second))) }
        var document = store.document
        let target = try #require(document.targets.first)
        #expect(target.status == .noErr && target.pending == 2 && target.cause?.id == "tcp.refused")
        #expect(target.pendingWords == "2 failures not counted yet")
        #expect(!document.findings.contains { $0.id == "tcp.refused" } && document.status != .connectionDown)
        store.add(Self.report("patient", works: false, at: 3))
        document = store.document
        #expect(document.targets.first?.status == .connectionDown && document.targets.first?.pending == 0)
        #expect(document.findings.contains { $0.id == "tcp.refused" })
    }

    @Test(
        "an incident lasts from the first failure to the first success, and the last failure that is required opens it")
    func incidentTimes() throws {
        let store = StatusStore(host: "host")
        var patient = try settings("patient")
        (patient.after, patient.recover) = (3, 2)
        store.setTargets([patient])
        func check(_ works: Bool, _ second: Int64) {
            store.add(Self.report("patient", works: works, at: second))
        }
        check(true, 100)
        check(false, 200)
        check(false, 300)
        #expect(store.incidents.open.isEmpty)
        check(false, 400)
        let incident = try #require(store.incidents.open.first)
        #expect(incident.opened == Timestamp(millisecondsSince1970: 200_000))
        check(true, 500)
        check(false, 600)
        check(true, 700)
        #expect(store.incidents.open.count == 1)
        check(true, 800)
        #expect(store.incidents.open.isEmpty)
        #expect(store.incidents.all.map(\.closed) == [Timestamp(millisecondsSince1970: 700_000)])
    }

    @Test("a failure during maintenance is not the beginning of an incident")
    func maintenanceBefore() throws {
        let store = StatusStore(host: "host")
        var patient = try settings("patient")
        patient.after = 2
        // Until 250 s after the beginning of 1970.
        patient.maintenance = [.init(span: .once(0..<250), zone: .utc)]
        store.setTargets([patient])
        for second: Int64 in [100, 200, 300] { store.add(Self.report("patient", works: second == 100, at: second)) }
        #expect(store.incidents.open.map(\.opened) == [Timestamp(millisecondsSince1970: 300_000)])
    }

    @Test("a target that is configured twice has two statuses, and an unconfirmed failure is shown as such")
    func names() throws {
        let store = StatusStore(host: "host")
        var patient = try settings("patient")
        patient.after = 2
        patient.labels = ["team": "web"]
        store.setTargets([try settings(nil), patient])
        store.add(Self.report(nil, works: true))
        store.add(Self.report("patient", works: true))
        store.add(Self.report("patient", works: false))
        var targets = store.document.targets
        #expect(targets.map(\.key) == ["http://192.0.2.1/", "patient"])
        #expect(targets.map(\.status) == [.connectionUp, .connectionUp] && targets[1].pending == 1)
        #expect(targets[1].pendingOf == 2 && targets[1].pendingWords == "1 failure not counted yet (after: 2)")
        #expect(targets[1].labels == ["team": "web"])
        store.add(Self.report("patient", works: false))
        targets = store.document.targets
        #expect(targets.map(\.status) == [.connectionUp, .connectionDown] && targets[1].pending == 0)
        #expect(store.report(onNameOrTarget: "http://192.0.2.1/")?.status == .connectionUp)
        #expect(store.report(onNameOrTarget: "patient")?.status == .connectionDown)
        let json = String(buffer: store.encodedDocument)
        #expect(json.contains(#""name":"patient""#) && json.contains(#""labels":{"team":"web"}"#))
    }

    @Test("a target in maintenance counts for nothing")
    func maintenance() throws {
        let store = StatusStore(host: "host")
        var target = try settings("shop")
        // A window that never ends.
        target.maintenance = [.init(span: .once(0..<(1 << 40)), zone: .utc)]
        store.setTargets([target, try settings(nil)])
        store.add(Self.report(nil, works: true))
        for second: Int64 in [0, 100, 200] { store.add(Self.report("shop", works: false, at: second)) }
        let document = store.document
        #expect(document.targets[0].isInMaintenance && document.targets[0].status == .connectionDown)
        #expect(document.findings.isEmpty && document.incidents.isEmpty)
    }
}
