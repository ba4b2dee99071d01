import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The end and the order of incidents")
struct IncidentEndingTests {
    @Test(
        "an outage that is named in two ways, irregularly, is one incident once that is known; another outage is not part of it"
    )
    func irregular() {
        var story = IncidentStory("a")
        let silent = IncidentStory.finding("icmp.no-reply", ["destination": "h"])
        let refused = IncidentStory.finding("path.no-route", ["router": "192.0.2.1"])
        var second = 1.0
        func check(_ story: inout IncidentStory, _ finding: Finding, _ times: Int) {
            for _ in 0..<times {
                story.check("a", finding, from: second)
                second += 30
            }
        }
        // Longer than the time in which the second name would be that of the first.
        check(&story, silent, 5)
        check(&story, refused, 2)
        check(&story, silent, 1)
        let known = story.told.map(\.event)
        #expect(known.filter { $0 == .opened }.count == 2 && known.last == .closed, "\(known)")
        for turn in 0..<10 {
            check(&story, refused, 1 + turn % 3)
            check(&story, silent, 1 + turn % 2)
        }
        #expect(story.told.map(\.event) == known)
        #expect(story.book.openDocuments.map(\.cause.id) == ["icmp.no-reply"])
        // From now on, it is something else.
        check(&story, refused, IncidentReducer.maxAlternations + 2)
        #expect(story.book.openDocuments.contains { $0.cause.id == "path.no-route" })
    }

    @Test("silence that its targets soon name by its cause is that incident, and not one of its own")
    func renamedByTargets() {
        func open(_ first: Finding, _ second: Double) -> [Int] {
            var story = IncidentStory("a", "b", "c")
            for second in [0.0, 2.0] { story.check("a", first, from: second, taking: 1, over: ["10.0.0.1"]) }
            let cause = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1"])
            for second in [second, second + 2] { story.check("b", cause, from: second, taking: 1) }
            #expect(story.book.openDocuments.map(\.id).sorted() == [1, 2])
            story.check("c", cause, from: second + 5, taking: 1)
            #expect(story.book.openDocuments.count == 2)
            story.check("a", cause, from: second + 40, taking: 1, over: ["10.0.0.1"])
            let ids = story.book.openDocuments.map(\.id)
            if ids == [2] {
                #expect(story.book.openDocuments[0].targets.sorted() == ["a", "b", "c"])
                #expect(story.told.last?.event == .merged && story.told.last?.into == 2)
            }
            for target in ["a", "b", "c"] { story.check(target, from: second + 60) }
            #expect(story.book.openDocuments.isEmpty)
            return ids
        }
        #expect(open(IncidentStory.timeout("10.2.0.1"), 20) == [2])
        // It began too long before, or a host responded.
        #expect(open(IncidentStory.timeout("10.2.0.1"), 100) == [2, 1])
        #expect(open(IncidentStory.refused("h:1"), 20) == [2, 1])
    }

    @Test("silence of the DNS servers becomes that of the gateway once all targets and this machine name it")
    func renamedByMachine() {
        let servers = IncidentStory.finding("dns.server-unreachable", ["servers": "10.0.0.1"])
        for isOfMachine in [true, false] {
            var story = IncidentStory("a", "b")
            for second in [0.0, 2.0] { story.machine(servers, at: second) }
            for target in ["a", "b"] { story.check(target, servers, from: 4, taking: 1) }
            #expect(story.book.openDocuments.map(\.targetCount) == [2])
            if isOfMachine { story.machine(IncidentStory.deadRouter(), at: 32) }
            for second in [33.0, 35] { story.check("a", IncidentStory.deadRouter(), from: second, taking: 1) }
            #expect(story.book.openDocuments.map(\.id).sorted() == [1, 2])
            story.check("b", IncidentStory.deadRouter(), from: 38, taking: 1)
            #expect(story.book.openDocuments.map(\.id).sorted() == (isOfMachine ? [2] : [1, 2]))
        }
    }

    @Test("an incident ends with its last target, although another one's first success counted later")
    func countedLater() throws {
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] { story.check("b", IncidentStory.refused("h:1"), from: second) }
        story.check("a", IncidentStory.refused("h:1"), from: 3, since: -20)
        let open = try #require(story.book.openDocuments.first)
        #expect(open.opened == story.at(-20).wall && open.targets == ["b", "a"])
        story.check("b", from: 40)
        // Its first success was at 30, and only the third counts.
        story.check("a", from: 50, since: 30)
        #expect(story.book.documents.map(\.closed) == [story.at(40).wall])
    }

    @Test(
        "the wall clock may be set in either direction while an incident is open: it lasts as long as it did",
        arguments: [3_600.0, -7_200])
    func clockIsSet(by setting: Double) {
        var story = IncidentStory("a", "b")
        let silent = IncidentStory.timeout("10.2.0.1")
        for second in [0.0, 2.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        story.check("b", silent, from: 9)
        let stored = story.book.documents
        story.setting = setting
        story.check("b", silent, from: 12)
        #expect(story.book.openDocuments.map(\.opened) == [story.at(9).wall, story.at(0).wall])
        for target in ["a", "b"] { story.check(target, from: 30) }
        let over = story.told.filter { $0.event == .closed }.map(\.incident)
        #expect(over.map(\.opened) == [story.at(0).wall, story.at(9).wall])
        #expect(over.map(\.closed) == [story.at(30).wall, story.at(30).wall])
        // What an earlier run has seen began when that says.
        var next = IncidentStory("a")
        next.book.restore(stored, lastID: 1, at: next.at(20))
        next.setting = setting
        next.check("a", IncidentStory.refused("h:1"), from: 22)
        #expect(next.book.openDocuments.map(\.opened) == stored.map(\.opened))
    }

    @Test("the settling time begins with the success that counts, and not with the first of several")
    func settlingAfterRecovery() {
        var story = IncidentStory("a")
        story.book.settlingTime = .seconds(300)
        for second in [0.0, 2.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        // The fourth success in a row, two minutes apart.
        story.check("a", from: 480, since: 120)
        #expect(story.book.documents.map(\.closed) == [story.at(120).wall])
        for second in [600.0, 602.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        #expect(story.book.openDocuments.map(\.id) == [1] && story.book.openDocuments.map(\.reopened) == [1])
    }

    @Test(
        "if the targets of an incident were removed, it is no longer monitored; if its targets work, it has recovered")
    func endings() {
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] {
            story.check("a", IncidentStory.refused("h:1"), from: second)
            story.check("b", IncidentStory.refused("i:1"), from: second)
        }
        _ = story.tell(story.book.configure(["b"], at: story.at(5)))
        story.check("b", from: 6)
        let closed = story.told.filter { $0.event == .closed }.map(\.incident.ending)
        #expect(closed == [.unwatched, .recovered])
        // The incident has reopened, so that it has no end.
        for second in [20.0, 22.0] { story.check("b", IncidentStory.refused("i:1"), from: second) }
        #expect(story.book.openDocuments.first?.ending == nil)
    }

    @Test("an incident that was kept for a target that is no longer configured is closed at the start")
    func restored() {
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] {
            story.check("a", IncidentStory.refused("h:1"), from: second)
            story.check("b", IncidentStory.deadRouter(), from: second, taking: 1)
        }
        var next = IncidentStory("c")
        next.book.restore(story.book.documents, lastID: story.book.lastID, at: next.at(100))
        // The state of the router is determined when the machine is next observed.
        #expect(next.book.openDocuments.map(\.cause.id) == ["gateway.unreachable"])
        #expect(next.book.documents.last?.ending == .unwatched && next.book.documents.last?.closed != nil)
        next.machine(at: 101)
        #expect(next.book.openDocuments.isEmpty)
    }

    @Test(
        "an incident that was kept for a target ends with that target, even if a lower layer of this machine is broken")
    func restoredAbove() {
        var story = IncidentStory("a")
        for second in [0.0, 2.0] { story.check("a", IncidentStory.refused("127.0.0.1:1"), from: second) }
        var next = IncidentStory("a")
        next.book.restore(story.book.documents, lastID: story.book.lastID, at: next.at(100))
        next.machine(IncidentStory.finding("dns.no-server"), at: 101)
        next.check("a", from: 102)
        #expect(next.told.filter { $0.event == .closed }.map(\.incident.cause.id) == ["tcp.refused"])
    }

    @Test("the most severe come first: errors, then those with most affected targets")
    func order() {
        var story = IncidentStory("a", "b", "c", "d")
        for second in [0.0, 2.0] {
            for target in ["a", "b"] { story.check(target, IncidentStory.refused("h:1"), from: second) }
            story.check("c", IncidentStory.refused("i:1"), from: second)
            story.check(
                "d", IncidentStory.finding("dns.slow", ["server": "10.0.0.53"], severity: .warning), from: second)
        }
        #expect(story.book.openDocuments.map(\.targets.count) == [2, 1, 1])
        #expect(story.book.openDocuments.map(\.cause.severity) == [.error, .error, .warning])
    }

    @Test("fifty targets behind one dead uplink are one incident, together with the finding of the machine itself")
    func uplink() {
        let targets = (0..<50).map { "t\($0)" }
        var story = IncidentStory(targets)
        let down = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])
        story.machine(down, at: 0)
        for second in [1.0, 3.0] { for target in targets { story.check(target, down, from: second, taking: 0.5) } }
        story.machine(down, at: 4)
        #expect(story.book.openDocuments.map(\.targetCount) == [50])
        story.machine(at: 5)
        for target in targets { story.check(target, from: 6) }
        #expect(story.told.filter { $0.event == .opened }.count == 1 && story.book.openDocuments.isEmpty)
    }
}

@Suite("The answers of a resolver without an upstream are no incident of their own")
struct UplinkIncidentTests {
    private let down = IncidentStory.finding("path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])
    private let refused = IncidentStory.finding("dns.refused", ["server": "10.0.0.1"])

    @Test("whichever of the two is reported first")
    func one() {
        var story = IncidentStory("a", "b", "c")
        for second in [0.0, 2.0] { story.check("a", refused, from: second) }
        for second in [3.0, 5.0] { story.machine(down, at: second) }
        story.check("b", refused, from: 6)
        story.check("c", down, from: 6)
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.upstream-down"])
        #expect(story.book.openDocuments.first.map { Set($0.targets) } == ["a", "b", "c"])
    }

    @Test(
        "even if some of its targets have already named the uplink, and the machine's own check named the resolver first"
    )
    func late() {
        for isOfMachine in [false, true] {
            var story = IncidentStory("a", "b", "c")
            for second in [0.0, 2.0] {
                for target in ["a", "b"] { story.check(target, refused, from: second) }
                if isOfMachine { story.machine(refused, at: second) }
            }
            #expect(story.book.openDocuments.map(\.cause.id) == ["dns.refused"])
            story.check("a", down, from: 3)
            story.check("c", down, from: 5)
            story.machine(down, at: 6)
            story.check("b", down, from: 7)
            #expect(story.book.openDocuments.map(\.cause.id) == ["path.upstream-down"])
            #expect(story.book.openDocuments.first.map { Set($0.targets) } == ["a", "b", "c"])
            for target in ["a", "b", "c"] { story.check(target, from: 9) }
            story.machine(at: 10)
            #expect(story.book.openDocuments.isEmpty)
        }
    }

    @Test("a resolver that refused long before, and still does afterwards, has its own incident")
    func two() {
        var story = IncidentStory("a")
        for second in [0.0, 2.0] { story.check("a", refused, from: second) }
        for second in [60.0, 62.0] { story.machine(down, at: second) }
        #expect(story.book.openDocuments.count == 2)
    }

    @Test(
        "effects of a portal, or of a provider without routes, on targets behind the gateway belong to their incident")
    func answered() {
        let portal = IncidentStory.finding("http.captive-portal", ["portal": "http://192.0.2.1/"])
        let own = IncidentStory.finding("http.captive-portal", ["portal": "http://www.example/"])
        let lost = IncidentStory.finding("path.no-route", ["router": "198.51.100.1"])
        for (uplink, findings) in [(portal, [IncidentStory.refused("s:443"), own]), (down, [lost])] {
            for finding in findings {
                var story = IncidentStory("far", "near")
                for second in [0.0, 1.0] { story.machine(uplink, at: second) }
                for second in [2.0, 4.0] {
                    story.check("far", finding, from: second, over: ["10.0.0.1"])
                    story.check("near", IncidentStory.refused("i:1"), from: second)
                }
                #expect(
                    story.book.openDocuments.map { "\($0.cause.id) \($0.targets)" }.sorted()
                        == ["\(uplink.id) [\"far\"]", "tcp.refused [\"near\"]"].sorted())
            }
        }
    }

    @Test("checks that began before the end of an outage of the network show nothing new")
    func afterOutage() {
        let slow = IncidentStory.finding("tcp.slow", ["address": "198.51.100.9"], severity: .warning)
        for finding in [IncidentStory.timeout("198.51.100.9"), slow] {
            var story = IncidentStory("far", "late")
            for second in [0.0, 2.0] { story.machine(down, at: second) }
            story.machine(at: 10)
            // Of two checks, one began in the outage.
            for begun in [8.0, 11.0] { story.check("far", finding, from: begun, taking: 2.5, over: ["10.0.0.1"]) }
            #expect(story.book.openDocuments.isEmpty, "\(finding.id)")
            #expect(story.book.isSuspected("far"))
            // A fault of the target itself is found as usual.
            story.check("far", finding, from: 14, over: ["10.0.0.1"])
            #expect(story.book.openDocuments.map(\.cause.id) == [finding.id])
        }
    }

    @Test("checks during which an outage ends show nothing new either, if targets notice the end first")
    func endOfOutage() {
        let slow = IncidentStory.finding("tcp.slow", ["address": "198.51.100.9"], severity: .warning)
        for finding in [IncidentStory.timeout("198.51.100.9"), slow] {
            var story = IncidentStory("web", "far", "late")
            for second in [0.0, 2.0] { story.machine(down, at: second) }
            for target in ["far", "late"] { story.check(target, down, from: 3, over: ["10.0.0.1"]) }
            story.check("web", from: 7, taking: 2, over: ["10.0.0.1"])
            story.check("far", finding, from: 7, taking: 2.5, over: ["10.0.0.1"])
            story.check("late", finding, from: 8, taking: 2.5, over: ["10.0.0.1"])
            #expect(story.book.isSuspected("far") && story.book.isSuspected("late"))
            story.machine(at: 11)
            for target in ["far", "late"] { story.check(target, from: 12, over: ["10.0.0.1"]) }
            #expect(story.told.map(\.event).filter { $0 == .opened }.count == 1, "\(finding.id)")
            #expect(story.book.openDocuments.isEmpty)
            // A fault of the target itself is found as usual, also while the outage lasts.
            for second in [20.0, 22.0] { story.machine(down, at: second) }
            story.check("far", down, from: 23, over: ["10.0.0.1"])
            story.check("web", from: 24, over: ["10.0.0.1"])
            for second in [25.0, 28.0, 31.0] {
                story.check("far", finding, from: second, taking: 2.5, over: ["10.0.0.1"])
            }
            #expect(Set(story.book.openDocuments.map(\.cause.id)) == [down.id, finding.id], "\(finding.id)")
        }
    }

    @Test("a portal that a target meets makes this machine examine the network, until its own check has found it")
    func portalOfTarget() {
        let portal = IncidentStory.finding("http.captive-portal", ["portal": "http://192.0.2.1/"])
        var story = IncidentStory("far")
        #expect(!story.book.mayConcernEverybody)
        story.check("far", portal, from: 0, over: ["10.0.0.1"])
        #expect(story.book.mayConcernEverybody)
        story.check("far", portal, from: 2, over: ["10.0.0.1"])
        #expect(story.book.openDocuments.count == 1 && story.book.mayConcernEverybody)
        story.machine(portal, at: 3)
        #expect(!story.book.mayConcernEverybody)
    }

    @Test("IPv6 findings of targets belong to the incident of a dead IPv6 uplink, and their other findings do not")
    func sixth() {
        let nowhere = IncidentStory.finding("path.ipv6-down", ["interface": "eth0"], severity: .warning)
        let broken = IncidentStory.finding("tcp.ipv6-broken", ["name": "far"], severity: .warning)
        var story = IncidentStory("far", "near")
        for second in [0.0, 1.0] { story.machine(nowhere, at: second) }
        for second in [2.0, 4.0] {
            story.check("far", broken, from: second, over: ["10.0.0.1"])
            story.check("near", IncidentStory.refused("i:1"), from: second, over: ["10.0.0.1"])
        }
        #expect(
            story.book.openDocuments.map { "\($0.cause.id) \($0.targets)" }.sorted()
                == ["path.ipv6-down [\"far\"]", "tcp.refused [\"near\"]"])
    }

    @Test("IPv6 findings that targets named before their common cause was found are one incident with it")
    func sixthLater() {
        let nowhere = IncidentStory.finding("path.ipv6-down", ["interface": "eth0"], severity: .warning)
        for (second, isOne) in [(50.0, true), (120, false)] {
            var story = IncidentStory("a", "b")
            for target in ["a", "b"] {
                let broken = IncidentStory.finding("tcp.ipv6-broken", ["name": target], severity: .warning)
                for second in [0.0, 2.0] { story.check(target, broken, from: second, over: ["10.0.0.1"]) }
            }
            #expect(story.book.openDocuments.count == 2)
            for second in [second, second + 2] { story.machine(nowhere, at: second) }
            let open = story.book.openDocuments.map { "\($0.cause.id) \($0.targets.sorted())" }
            #expect((open == ["path.ipv6-down [\"a\", \"b\"]"]) == isOne, "\(open)")
        }
    }

    @Test("a target with IPv4 only and one with both families are one incident of a dead IPv4 uplink")
    func fourth() {
        let nowhere = IncidentStory.finding("path.ipv4-down", ["interface": "eth0"])
        let broken = IncidentStory.finding("tcp.ipv4-broken", ["name": "far"], severity: .warning)
        var story = IncidentStory("far", "near")
        for second in [0.0, 1.0] { story.check("near", nowhere, from: second, over: ["10.0.0.1"]) }
        for second in [2.0, 4.0] { story.check("far", broken, from: second, over: ["10.0.0.1"]) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.ipv4-down"])
    }

    @Test("possible effects of a pulled cable are checked again, however long the interval is")
    func unsettled() {
        let broken = IncidentStory.finding("tcp.ipv6-broken", ["name": "far"], severity: .warning)
        var story = IncidentStory("far")
        for second in [0.0, 1.0] { story.check("far", IncidentStory.noCarrier, from: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["link.no-carrier"] && !story.book.isSuspected("far"))
        story.check("far", broken, from: 2, taking: 0.8, over: ["10.0.0.1"])
        #expect(story.book.openDocuments.map(\.cause.id) == ["link.no-carrier"] && story.book.isSuspected("far"))
        story.check("far", from: 4)
        #expect(story.book.openDocuments.isEmpty && !story.book.isSuspected("far"))
    }

    @Test("findings about DNS servers are the same from the machine's own check and from each name")
    func names() {
        let machine = IncidentStory.finding("dns.nxdomain", ["name": "a.root-servers.net", "server": "10.0.0.53"])
        let target = IncidentStory.finding("dns.nxdomain", ["name": "www.example", "server": "10.0.0.53"])
        for isMachineFirst in [true, false] {
            var story = IncidentStory("a")
            let look = { (story: inout IncidentStory, second: Double) in _ = story.machine(machine, at: second) }
            let check = { (story: inout IncidentStory, second: Double) in _ = story.check("a", target, from: second) }
            for second in [0.0, 1.0] { isMachineFirst ? look(&story, second) : check(&story, second) }
            for second in [2.0, 3.0] { isMachineFirst ? check(&story, second) : look(&story, second) }
            #expect(story.book.openDocuments.map(\.targets) == [["a"]])
        }
    }
}
