import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Two faults of one network that begin together, and end at different times")
struct IncidentPairTests {
    private static let router = ["10.0.0.1"]
    private static let down = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])
    private static let gone = IncidentStory.timeout("10.98.0.77")
    private static let refused = IncidentStory.refused("10.98.0.2:443")

    private static func ended(_ story: IncidentStory) -> [IncidentEvent] {
        story.told.filter { $0.event == .closed }
    }

    @Test("each ends with its own targets, whichever is first", arguments: [true, false])
    func servers(isFirst: Bool) {
        var story = IncidentStory("a", "b", "c")
        for second in [0.0, 2.0] {
            for target in ["a", "b"] { story.check(target, IncidentStory.refused("h:1"), from: second) }
            story.check("c", IncidentStory.refused("i:1"), from: second)
        }
        let (first, second) = isFirst ? (["a", "b"], ["c"]) : (["c"], ["a", "b"])
        for target in first { story.check(target, from: 10) }
        #expect(Self.ended(story).map(\.incident.targets) == [first])
        #expect(story.book.openDocuments.map(\.targets) == [second])
        for target in second { story.check(target, from: 20) }
        #expect(Self.ended(story).map(\.incident.targets) == [first, second])
        #expect(Self.ended(story).map(\.incident.closed) == [story.at(10).wall, story.at(20).wall])
    }

    @Test("an outage ends when its last sign does, and not when the dead host that it explained is checked again")
    func hostBehindOutage() {
        var story = IncidentStory("web", "gone")
        for second in [0.0, 1.0] { story.machine(Self.down, at: second) }
        story.check("web", IncidentStory.timeout("10.2.0.1"), from: 2, taking: 1, over: Self.router)
        story.check("gone", Self.gone, from: 2.5, taking: 1, over: Self.router)
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
        story.machine(at: 20)
        story.check("web", from: 21, over: Self.router)
        #expect(Self.ended(story).isEmpty)
        for second in [22.0, 24.0] { story.check("gone", Self.gone, from: second, taking: 1, over: Self.router) }
        #expect(Self.ended(story).map(\.incident.id) == [1] && Self.ended(story)[0].incident.ending == .recovered)
        #expect(Self.ended(story)[0].incident.closed == story.at(21).wall)
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.timeout"])
        #expect(story.book.openDocuments.map(\.targets) == [["gone"]])
        story.check("gone", from: 40, over: Self.router)
        #expect(Self.ended(story).map(\.incident.id) == [1, 2] && story.book.troubles.isEmpty)
    }

    @Test("an outage whose only target has another cause then has been replaced, also if the machine sees its end last")
    func machineLast() {
        for isFirst in [true, false] {
            var story = IncidentStory("shop")
            for second in [0.0, 1.0] { story.machine(Self.down, at: second) }
            story.check("shop", Self.down, from: 2, over: Self.router)
            if isFirst { story.machine(at: 9) }
            for second in [10.0, 12.0] { story.check("shop", Self.refused, from: second, over: Self.router) }
            #expect(Self.ended(story).isEmpty != isFirst)
            story.machine(at: 13)
            #expect(Self.ended(story).map(\.incident.ending) == [.replaced] && Self.ended(story)[0].into == 2)
            #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.refused"])
            story.check("shop", from: 20, over: Self.router)
            #expect(Self.ended(story).map(\.incident.ending) == [.replaced, .recovered])
        }
    }

    @Test("a target that worked in between has no part in the end of the outage")
    func workedBetween() {
        var story = IncidentStory("shop")
        for second in [0.0, 1.0] { story.machine(Self.down, at: second) }
        story.check("shop", Self.down, from: 2, over: Self.router)
        story.check("shop", from: 8, over: Self.router)
        for second in [10.0, 12.0] { story.check("shop", Self.refused, from: second, over: Self.router) }
        story.machine(at: 13)
        #expect(Self.ended(story).map(\.incident.id) == [1] && Self.ended(story)[0].incident.ending == .recovered)
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.refused"])
    }

    @Test("pages that one device forbids in place of their servers are one incident")
    func forbidden() {
        for filter in ["10.0.0.1", nil] {
            var story = IncidentStory("a", "b")
            for second in [0.0, 2.0] {
                for target in ["a", "b"] {
                    var facts = ["url": "http://\(target).example/"]
                    facts["filter"] = filter
                    story.check(target, IncidentStory.finding("http.forbidden", facts), from: second)
                }
            }
            let open = story.book.openDocuments
            #expect(open.map(\.targetCount) == (filter == nil ? [1, 1] : [2]))
            #expect(filter == nil || open.first?.culprit == filter)
        }
    }

    @Test("of the targets of a dead DNS server, one works again, and one moves to the fault that remains")
    func serverBehindNames() {
        var story = IncidentStory("web", "shop")
        let names = IncidentStory.finding("dns.server-unreachable", ["servers": "10.0.0.53"])
        for second in [0.0, 2.0] {
            for target in ["web", "shop"] { story.check(target, names, from: second, over: Self.router) }
        }
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
        story.check("shop", Self.refused, from: 10, over: Self.router)
        // Nothing is over before the second check.
        #expect(Self.ended(story).isEmpty)
        story.check("shop", Self.refused, from: 12, over: Self.router)
        #expect(Self.ended(story).isEmpty && story.book.openDocuments.count == 2)
        story.check("web", from: 14, over: Self.router)
        #expect(Self.ended(story).map(\.incident.id) == [1] && Self.ended(story)[0].incident.ending == .recovered)
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.refused"])
        story.check("shop", from: 20, over: Self.router)
        #expect(Self.ended(story).map(\.incident.id) == [1, 2])
    }
}
