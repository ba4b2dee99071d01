import NetworkModel
import Testing

@testable import NetdiagService

@Suite("What an incident of one target says about others")
struct IncidentMoveTests {
    private static let own = IncidentStory.finding("http.captive-portal", ["portal": "http://10.98.0.2:33951/"])
    private static let network = IncidentStory.finding("http.captive-portal", ["portal": "http://192.0.2.1/"])
    /// Failures that a portal of the network would explain.
    private static let others: [(String, Finding)] = [
        ("shop", IncidentStory.finding("http.not-found", ["destination": "web"])),
        ("expired", IncidentStory.finding("tls.expired", ["fingerprint": "ab:cd"])),
        ("mail", IncidentStory.finding("smtp.starttls-refused", ["destination": "mail"])),
        ("name", IncidentStory.finding("dns.nxdomain", ["server": "10.98.0.53"])),
        ("reset", IncidentStory.refused("10.98.0.2:9")),
    ]
    private static let gateway = ["10.0.0.1"]

    private func fail(_ story: inout IncidentStory, from second: Double) {
        for (target, finding) in Self.others { story.check(target, finding, from: second, over: Self.gateway) }
    }

    private func story() -> IncidentStory { IncidentStory(["web", "portal"] + Self.others.map(\.0)) }

    @Test(
        "one server that answers 511 explains no failure of another target, whichever is found first",
        arguments: [true, false])
    func oneServer(isFirst: Bool) {
        var story = story()
        for second in [0.0, 2.0] {
            if !isFirst { fail(&story, from: second) }
            story.check("portal", Self.own, from: second + 0.1, over: Self.gateway)
            if isFirst { fail(&story, from: second + 0.2) }
        }
        #expect(story.book.openDocuments.count == 6 && story.told.allSatisfy { $0.event == .opened })
        #expect(story.book.openDocuments.allSatisfy { $0.targets.count == 1 })
        story.check("portal", from: 5, over: Self.gateway)
        #expect(story.told.last?.event == .closed && story.told.last?.incident.cause.id == Self.own.id)
        #expect(story.told.last?.incident.ending == .recovered && story.book.openDocuments.count == 5)
    }

    @Test("a portal of the network explains them, unless a page is received over the same gateway")
    func ofNetwork() {
        for works in [false, true] {
            var story = story()
            for second in [0.0, 1.0] { story.machine(Self.network, at: second) }
            if works { story.check("web", from: 1.5, over: Self.gateway, isPage: true) }
            for second in [2.0, 4.0] { fail(&story, from: second) }
            #expect(story.book.openDocuments.count == (works ? 6 : 1))
            // The page is not received any more.
            story.check("web", Self.own, from: 5, over: Self.gateway)
            story.check("web", Self.own, from: 7, over: Self.gateway)
            #expect(story.book.openDocuments.first { $0.cause.id == Self.own.id }?.targets.contains("web") == true)
        }
    }

    @Test("an error is over once its target works, also with a warning that was there before, of whatever layer")
    func warned() {
        let soon = IncidentStory.finding("tls.expires-soon", ["fingerprint": "ab:cd"], severity: .warning)
        for error in [IncidentStory.refused("10.98.0.2:443"), IncidentStory.finding("http.server-error", [:])] {
            var story = story()
            for second in [0.0, 2.0] { story.check("web", soon, from: second, over: Self.gateway) }
            for second in [4.0, 6.0] { story.check("web", error, from: second, over: Self.gateway) }
            #expect(story.book.openDocuments.contains { $0.cause.id == error.id })
            for second in [8.0, 10.0] { story.check("web", soon, from: second, over: Self.gateway) }
            let ended = story.told.last { $0.event == .closed && $0.incident.cause.id == error.id }
            #expect(ended?.incident.ending == .recovered && ended?.into == nil, "\(error.id)")
            #expect(story.book.openDocuments.map(\.cause.id) == [soon.id])
        }
    }

    @Test("targets that a portal explained move to incidents of their own when it has ended, and it ends")
    func moved() {
        var story = story()
        for second in [0.0, 1.0] { story.machine(Self.network, at: second) }
        for second in [2.0, 4.0] { fail(&story, from: second) }
        #expect(story.book.openDocuments.map(\.targetCount) == [5])
        story.machine(at: 5)
        for second in [6.0, 8.0] { fail(&story, from: second) }
        #expect(story.book.openDocuments.map(\.cause.id.rawValue).sorted() == Self.others.map(\.1.id.rawValue).sorted())
        let ended = story.told.filter { $0.event == .closed }
        // None of its targets works, so that nothing is over for anybody.
        #expect(ended.map(\.incident.ending) == [.replaced] && ended.first?.into != nil)
    }

    @Test("an incident of a portal that an earlier run has stored ends with its targets, also without an uplink")
    func restored() {
        var story = story()
        for second in [0.0, 2.0] { story.check("portal", Self.own, from: second, over: Self.gateway) }
        var next = self.story()
        next.book.restore(story.book.documents, lastID: story.book.lastID, at: next.at(100))
        let down = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])
        next.machine(down, at: 101)
        next.check("portal", from: 102, over: Self.gateway)
        #expect(next.told.contains { $0.event == .closed && $0.incident.cause.id == Self.own.id })
        // Nobody checks the target any more.
        var third = IncidentStory("web")
        third.book.restore(story.book.documents, lastID: story.book.lastID, at: third.at(100))
        third.machine(at: 101)
        #expect(third.book.openDocuments.isEmpty)
    }

    @Test("a removed target ends its incident as no longer monitored, also if others were explained by it")
    func removed() {
        var story = story()
        for second in [0.0, 2.0] { story.check("portal", Self.own, from: second, over: Self.gateway) }
        _ = story.tell(story.book.configure(["web", "shop"], at: story.at(5)))
        #expect(story.book.openDocuments.isEmpty && story.told.last?.incident.ending == .unwatched)
    }

    @Test("a target whose cause changes has another incident, and the first one is not over; if it works, both are")
    func otherCause() {
        let gone = IncidentStory.timeout("10.98.0.77")
        let down = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])
        var story = IncidentStory("gone")
        for second in [0.0, 2.0] { story.check("gone", down, from: second, over: Self.gateway) }
        for second in [10.0, 12.0, 14.0] { story.check("gone", gone, from: second, over: Self.gateway) }
        // It was explained by the uplink until that was not named any more.
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.timeout"])
        let ended = story.told.filter { $0.event == .closed }
        #expect(ended.map(\.incident.ending) == [.replaced] && ended.first?.into == 2)
        story.check("gone", from: 20, over: Self.gateway)
        #expect(story.told.last?.incident.ending == .recovered && story.book.openDocuments.isEmpty)
    }

    @Test("a dead uplink does not explain why a host is silent while another is reached over the same gateway")
    func passed() {
        let gone = IncidentStory.timeout("10.98.0.77")
        let down = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])
        for works in [false, true] {
            var story = IncidentStory("web", "gone")
            for second in [0.0, 1.0] { story.machine(down, at: second) }
            if works { story.check("web", from: 2, over: Self.gateway) }
            for second in [3.0, 5.0] { story.check("gone", gone, from: second, over: Self.gateway) }
            #expect(story.book.openDocuments.count == (works ? 2 : 1))
        }
    }

    @Test(
        "a warning that comes and goes within ten minutes is one incident, and an error after its settling time is not")
    func warnings() {
        let slow = IncidentStory.finding("http.slow", severity: .warning)
        for (finding, count) in [(slow, 1), (IncidentStory.refused("h:1"), 5)] {
            var story = IncidentStory("a")
            for round in 0..<5 {
                let start = Double(round) * 300
                for second in [start, start + 2] { story.check("a", finding, from: second) }
                story.check("a", from: start + 100)
            }
            #expect(story.book.documents.count == count)
        }
        var story = IncidentStory("a")
        for start in [0.0, 800.0] {
            for second in [start, start + 2] { story.check("a", slow, from: second) }
            story.check("a", from: start + 100)
        }
        #expect(story.book.documents.count == 2)
    }

    @Test("targets that work with a warning are counted in an incident with an error")
    func degraded() {
        let error = IncidentStory.refused("h:1")
        var warning = error
        warning.severity = .warning
        var story = IncidentStory("a", "b", "c")
        for second in [0.0, 2.0] {
            for target in ["a", "b"] { story.check(target, error, from: second) }
            story.check("c", warning, from: second)
        }
        #expect(story.book.openDocuments.map(\.targetCount) == [3] && story.book.openDocuments[0].degradedCount == 1)
        story.check("c", error, from: 5)
        #expect(story.book.openDocuments[0].degradedCount == 0)
    }
}
