import NetworkModel
import Testing

@testable import NetdiagService

@Suite("The incident reducer")
struct IncidentReducerTests {
    @Test("fifty targets with one cause are one incident, which lists each of them")
    func oneFault() {
        let targets = (1...50).map { "icmp://10.1.0.\($0)" }
        var story = IncidentStory(targets)
        for (place, target) in targets.enumerated() {
            story.check(target, IncidentStory.deadRouter(), from: 1 + Double(place) * 0.02, taking: 1.2)
        }
        #expect(story.told.filter { $0.event == .opened }.count == 1)
        let open = story.book.openDocuments
        #expect(open.count == 1 && open[0].culprit == "10.0.0.1" && open[0].targetCount == 50)
        #expect(open[0].targets.sorted() == targets.sorted() && open[0].opened == story.at(1).wall)
        for (place, target) in targets.enumerated() {
            #expect(story.told.last?.event != .closed)
            story.check(target, from: 10 + Double(place))
        }
        #expect(story.told.last?.event == .closed && story.book.openDocuments.isEmpty)
        #expect(story.book.documents.map(\.closed) == [story.at(59).wall])
        #expect(story.book.troubles.isEmpty && story.book.pendingIncidents.isEmpty && story.book.breakers.isEmpty)
    }

    @Test("a failure that the next check does not confirm opens no incident")
    func flap() {
        var story = IncidentStory("a", "b")
        story.check("a", IncidentStory.refused("h:1"), from: 1)
        #expect(story.book.isSuspected("a") && !story.book.isSuspected("b"))
        story.check("a", from: 2.2)
        #expect(!story.book.isSuspected("a"))
        // A different cause is a different incident.
        story.check("a", IncidentStory.refused("h:1"), from: 4)
        story.check("a", IncidentStory.timeout("h"), from: 6)
        // Checks at the same time have lost the same packets.
        story.check("a", from: 8)
        story.check("a", IncidentStory.timeout("h"), from: 9, taking: 1.5)
        story.check("b", IncidentStory.timeout("h"), from: 9.1, taking: 1.5)
        #expect(story.told.isEmpty)
        story.check("b", IncidentStory.timeout("h"), from: 12, taking: 1.5)
        #expect(story.told.map(\.event) == [.opened] && story.book.openDocuments[0].targets == ["a", "b"])
    }

    @Test("a target that never works, and names two causes in turn, is one incident, which stays open")
    func alternating() {
        var story = IncidentStory("a")
        let faults = [
            IncidentStory.finding("http.gateway-error", ["destination": "h:1"]),
            IncidentStory.finding("tcp.closed", ["destination": "h:1"]),
        ]
        story.check("a", faults[0], from: 1)
        story.check("a", faults[1], from: 2.2)
        #expect(story.told.isEmpty)
        // Failures before a success do not count any more.
        story.check("a", from: 3)
        story.check("a", faults[0], from: 4)
        story.check("a", faults[1], from: 5.2)
        #expect(story.told.isEmpty)
        for turn in 0..<20 { story.check("a", faults[turn % 2], from: 6.4 + Double(turn) * 3) }
        #expect(story.told.map(\.event) == [.opened] && story.told[0].incident.opened == story.at(4).wall)
        #expect(story.book.openDocuments.map(\.cause.id) == ["http.gateway-error"])
        story.check("a", from: 90)
        #expect(story.told.last?.event == .closed && story.book.troubles.isEmpty && story.book.pendingIncidents.isEmpty)
        // With a different cause each time, the memory must remain bounded.
        for place in 0..<20 { story.check("a", IncidentStory.refused("h:\(place)"), from: 200 + Double(place) * 3) }
        #expect(story.book.openDocuments.isEmpty && story.book.pendingIncidents.count == 1)
        #expect(story.book.troubles["a"]?.earlier.count == IncidentReducer.maxEarlier)
    }

    @Test("the same cause with another culprit is another incident, and a warning has its own severity")
    func culprits() {
        var story = IncidentStory("a", "b", "c", "d")
        let slow = IncidentStory.finding("http.slow", severity: .warning)
        for second in [1.0, 3.0] {
            story.check("a", IncidentStory.refused("h:1"), from: second)
            story.check("b", IncidentStory.refused("h:1"), from: second)
            story.check("c", IncidentStory.refused("h:2"), from: second)
            story.check("d", slow, from: second)
        }
        let open = story.book.openDocuments
        #expect(open.map(\.id) == [1, 2, 3] && open.map(\.culprit) == ["h:1", "h:2", "d"])
        #expect(open.map(\.cause.severity) == [.error, .error, .warning])
        #expect(open.map(\.targets) == [["a", "b"], ["c"], ["d"]])
    }

    @Test("a missing route is one fault, wherever each target is; so is a certificate, wherever it is used")
    func sharedCulprits() {
        var story = IncidentStory("a", "b", "c", "d")
        func noRoute(_ destination: String) -> Finding {
            IncidentStory.finding("gateway.none", ["destination": destination])
        }
        func expired(_ destination: String) -> Finding {
            IncidentStory.finding("tls.expired", ["destination": destination, "fingerprint": "ab:cd"])
        }
        for second in [1.0, 3.0] {
            story.check("a", noRoute("192.0.2.1"), from: second)
            story.check("b", noRoute("198.51.100.1"), from: second)
            story.check("c", expired("h1:443"), from: second)
            story.check("d", expired("h2:443"), from: second)
        }
        #expect(story.book.openDocuments.map(\.targets) == [["c", "d"], ["a", "b"]])
        #expect(story.book.openDocuments.map(\.culprit) == ["ab:cd", nil])
    }

    @Test("a fault that returns within a minute is the same incident, and later another one")
    func flapping() {
        var story = IncidentStory("a")
        func outage(_ story: inout IncidentStory, from second: Double) {
            story.check("a", IncidentStory.refused("h:1"), from: second)
            story.check("a", IncidentStory.refused("h:1"), from: second + 1.5)
            story.check("a", from: second + 5)
        }
        outage(&story, from: 0)
        outage(&story, from: 30)
        #expect(story.told.map(\.event) == [.opened, .closed, .opened, .closed])
        #expect(story.told.map(\.observedSince) == [story.at(0).clock, nil, story.at(30).clock, nil])
        #expect(story.book.documents.map(\.id) == [1] && story.book.documents[0].reopened == 1)
        #expect(
            story.book.documents[0].opened == story.at(0).wall && story.book.documents[0].closed == story.at(35).wall)
        outage(&story, from: 200)
        #expect(story.book.documents.map(\.id) == [2, 1] && story.book.documents[0].reopened == 0)
    }

    @Test("settle: is the time within which a fault is the same incident, also across a restart")
    func settlingTime() throws {
        func events(_ settle: Duration, again second: Double, restartAt restart: Double? = nil) -> [Int] {
            var story = IncidentStory("a")
            story.book.settlingTime = settle
            for start in [0, 1.5] { story.check("a", IncidentStory.refused("h:1"), from: start) }
            story.check("a", from: 5)
            if let restart {
                let kept = story.book.documents
                story.book = IncidentReducer()
                story.book.settlingTime = settle
                _ = story.book.configure(["a"], at: story.at(restart))
                story.book.restore(kept, lastID: 1, at: story.at(restart))
            }
            for start in [second, second + 1.5] { story.check("a", IncidentStory.refused("h:1"), from: start) }
            return story.book.documents.map(\.id)
        }
        #expect(events(.seconds(10), again: 20) == [2, 1])
        #expect(events(.seconds(10), again: 12) == [1])
        #expect(events(.seconds(600), again: 500) == [1])
        #expect(events(.seconds(600), again: 700) == [2, 1])
        #expect(events(.seconds(600), again: 500, restartAt: 300) == [1])
        #expect(events(.seconds(600), again: 700, restartAt: 300) == [2, 1])
        #expect(events(.seconds(60), again: 100, restartAt: 90) == [2, 1])
    }

    @Test("one that comes back is told of by what is found then")
    func comingBackAsAnother() {
        var story = IncidentStory("a", "b")
        var (first, second) = (IncidentStory.refused("h:1"), IncidentStory.refused("h:1"))
        (first.summary, second.summary) = ("a answers 500", "b answers 501")
        for start in [0, 1.5] { story.check("a", first, from: start) }
        story.check("a", from: 5)
        for start in [10, 11.5] { story.check("b", second, from: start) }
        #expect(story.book.documents.map(\.id) == [1] && story.book.documents[0].reopened == 1)
        #expect(story.book.documents[0].cause.summary == "b answers 501")
    }

    @Test("targets that get no answer through a dead router belong to its incident, whatever cause they name")
    func explained() {
        var story = IncidentStory("a", "b", "c", "d")
        story.check("b", IncidentStory.timeout("10.2.0.1"), from: 0.5, taking: 1.5, over: ["10.0.0.1"])
        story.check("a", IncidentStory.deadRouter(), from: 1, taking: 1.2)
        // The failure is held back, since the pending incident of the router would explain it.
        story.check("b", IncidentStory.timeout("10.2.0.1"), from: 3, taking: 1.5, over: ["10.0.0.1"])
        #expect(story.told.isEmpty)
        story.check("a", IncidentStory.deadRouter(), from: 4, taking: 1.2)
        story.check("b", IncidentStory.timeout("10.2.0.1"), from: 6, taking: 1.5, over: ["10.0.0.1"])
        #expect(story.book.openDocuments.map(\.targets) == [["a", "b"]])
        #expect(story.book.isCutOff("a") && story.book.isCutOff("b"))
        // With another router, or with a response from beyond it, the cause is different.
        for second in [8.0, 10.0] {
            story.check("c", IncidentStory.timeout("10.3.0.1"), from: second, over: ["10.0.0.2"])
            story.check("d", IncidentStory.refused("10.4.0.1:80"), from: second, over: ["10.0.0.1"])
        }
        #expect(story.book.openDocuments.map(\.targets) == [["a", "b"], ["d"], ["c"]])
        #expect(!story.book.isCutOff("c") && !story.book.isCutOff("d"))
        // The router is back, but b is not: it has a fault of its own.
        story.check("a", from: 20)
        story.check("b", IncidentStory.timeout("10.2.0.1"), from: 21, over: ["10.0.0.1"])
        story.check("b", IncidentStory.timeout("10.2.0.1"), from: 23, over: ["10.0.0.1"])
        #expect(story.told.last?.event == .closed && story.told.last?.incident.culprit == "10.0.0.1")
        #expect(story.book.openDocuments.first?.targets == ["b"] && !story.book.isCutOff("b"))
    }

    @Test("checks that were slow because the router returned while they ran show no fault of their own")
    func aftermath() {
        var story = IncidentStory("a", "b")
        let slow = IncidentStory.finding("dns.slow", ["server": "10.0.0.53"], severity: .warning)
        func both(_ finding: Finding?, from second: Double) {
            story.check("a", finding, from: second, taking: 1.4)
            story.check("b", finding, from: second + 0.5, taking: 1.4)
        }
        both(IncidentStory.deadRouter(), from: 0)
        both(IncidentStory.deadRouter(), from: 2)
        both(slow, from: 4)
        #expect(
            story.told.map(\.event) == [.opened, .changed, .closed] || story.told.map(\.event) == [.opened, .closed])
        // The slow server is a different incident.
        both(slow, from: 14)
        #expect(story.book.openDocuments.map(\.cause.id) == ["dns.slow"])
    }

    @Test("an incident that first had the wrong cause is reported with the right one, under its number")
    func rename() {
        var story = IncidentStory("a", "b", "c")
        for second in [0.0, 2.0] {
            story.check("a", IncidentStory.timeout("10.2.0.1"), from: second, taking: 1, over: ["10.0.0.1"])
            story.check("b", IncidentStory.timeout("10.3.0.1"), from: second, taking: 1, over: ["10.0.0.1"])
        }
        #expect(story.book.openDocuments.count == 2)
        story.check("c", IncidentStory.deadRouter(), from: 4, taking: 1)
        story.check("c", IncidentStory.deadRouter(), from: 6, taking: 1)
        let open = story.book.openDocuments
        #expect(open.map(\.id) == [1] && open[0].cause.id == "gateway.unreachable")
        #expect(open[0].targets.sorted() == ["a", "b", "c"] && open[0].opened == story.at(0).wall)
        #expect(story.told.last?.event == .merged && story.told.last?.into == 1 && story.told.last?.incident.id == 2)
        #expect(story.book.documents.count == 1)
        for target in ["a", "b", "c"] { story.check(target, from: 10) }
        #expect(story.book.openDocuments.isEmpty)
    }

    @Test("while a lower layer is broken, an older incident above it stays open")
    func older() {
        var story = IncidentStory("a")
        for second in [0.0, 2.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        for second in [100.0, 102.0] { story.check("a", IncidentStory.deadRouter(), from: second, taking: 1) }
        #expect(story.book.openDocuments.map(\.id) == [2, 1])
        story.check("a", IncidentStory.refused("h:1"), from: 110)
        #expect(story.book.openDocuments.map(\.id) == [1])
        story.check("a", from: 120)
        #expect(story.book.openDocuments.isEmpty && story.told.filter { $0.event == .opened }.count == 2)
    }

    @Test("an older incident also stays open if its target gets no answer because of the broken lower layer")
    func olderInSilence() {
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        for second in [100.0, 102.0] { story.check("b", IncidentStory.deadRouter(), from: second, taking: 1) }
        story.check("a", IncidentStory.deadRouter(), from: 103, taking: 1)
        // It began while the router was still silent, and ended before the router's incident.
        story.check("a", IncidentStory.timeout("h"), from: 105, taking: 1, over: ["10.0.0.1"])
        #expect(story.book.openDocuments.map(\.id) == [2, 1])
        story.check("b", from: 106)
        story.check("a", IncidentStory.refused("h:1"), from: 107)
        #expect(story.book.openDocuments.map(\.id) == [1] && story.book.openDocuments[0].reopened == 0)
        story.check("a", from: 120)
        #expect(story.told.filter { $0.event == .closed }.map(\.incident.id) == [2, 1])
    }

    @Test("a target that is removed from the configuration keeps no incident open")
    func removed() {
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        _ = story.tell(story.book.configure(["b"], at: story.at(5)))
        #expect(story.told.map(\.event) == [.opened, .closed])
        #expect(story.check("a", IncidentStory.refused("h:1"), from: 6).isEmpty && story.book.troubles.isEmpty)
    }
}

@Suite("The incident reducer, and the machine")
struct MachineIncidentTests {
    @Test("the machine's own findings are merged with those of the targets, and close with them")
    func joined() {
        var story = IncidentStory("a")
        story.machine(IncidentStory.deadRouter(), at: 0)
        story.check("a", IncidentStory.deadRouter(), from: 1, taking: 1)
        #expect(story.book.openDocuments.map(\.targets) == [["a"]])
        story.check("a", from: 5)
        #expect(story.book.openDocuments.count == 1)
        // The kernel's state does not prove that the router works; a new observation does.
        story.machine(at: 6, isFresh: false)
        #expect(story.book.openDocuments.count == 1)
        story.machine(at: 7)
        #expect(story.told.map(\.event) == [.opened, .closed])
    }

    @Test("without targets, a second check of the machine confirms; facts of the kernel must only last for a second")
    func alone() {
        var story = IncidentStory()
        story.machine(IncidentStory.deadRouter(), at: 0)
        story.machine(IncidentStory.deadRouter(), at: 0.1, isFresh: false)
        #expect(story.told.isEmpty && story.book.due == nil)
        story.machine(IncidentStory.deadRouter(), at: 2)
        #expect(story.told.map(\.event) == [.opened])
        story.machine(at: 9)

        story.machine(IncidentStory.noCarrier, at: 100, isFresh: false)
        #expect(story.book.due == story.at(101).clock)
        story.machine(at: 100.3, isFresh: false)
        #expect(story.book.due == nil)
        story.machine(IncidentStory.noCarrier, at: 110, isFresh: false)
        #expect(story.tell(story.book.proceed(at: story.at(111))).map(\.event) == [.opened])
        story.machine(at: 120, isFresh: false)
        #expect(story.told.map(\.event) == [.opened, .closed, .opened, .closed])
    }

    @Test("changes in the two minutes before are recorded, at most 32, without neighbours")
    func changes() {
        var story = IncidentStory("a")
        func change(_ subject: NetworkChange.Subject, _ text: String, at second: Double) {
            story.book.add(
                NetworkChange(subject: subject, interface: "eth0", summary: text, monotonicNanoseconds: 0),
                at: story.at(second))
        }
        change(.route, "too early", at: 0)
        for number in 1...40 { change(.address, "address \(number)", at: 150) }
        change(.neighbour, "a neighbour", at: 160)
        change(.link, "eth0 lost its carrier", at: 199)
        for second in [200.0, 202.0] { story.check("a", IncidentStory.refused("h:1"), from: second) }
        change(.link, "too late", at: 203)
        let told = story.book.openDocuments[0].changes
        #expect(told.count == 32 && told.last?.summary == "eth0 lost its carrier" && told[0].summary == "address 10")
        #expect(told.last?.at == story.at(199).wall)
    }

    @Test("one router with an address of each family is one culprit")
    func families() throws {
        let four = try #require(IPAddress("10.0.0.1")), six = try #require(IPAddress("fd00::1"))
        let snapshot = NetworkSnapshot(
            routes: [
                Route(family: .ipv6, gateway: six, interface: "eth0"),
                Route(family: .ipv4, gateway: four, interface: "eth0"),
            ],
            neighbours: [four, six].map {
                Neighbour(address: $0, interface: "eth0", hardwareAddress: "02:00:00:00:00:01", state: .reachable)
            })
        var story = IncidentStory("a", "b")
        story.machine(at: 0, snapshot: snapshot)
        // The kernel removes its entry when the router is gone.
        story.machine(IncidentStory.deadRouter(), at: 1)
        for second in [2.0, 4.0] {
            story.check("b", IncidentStory.deadRouter("fd00::1"), from: second, taking: 1)
            story.check("a", IncidentStory.deadRouter(), from: second, taking: 1)
        }
        #expect(story.book.openDocuments[0].cause.facts["gateway"] == "10.0.0.1")
        #expect(story.book.openDocuments.map(\.targets.count) == [2])
        #expect(story.book.openDocuments[0].culprit == "10.0.0.1")
    }

    @Test("what was open before a restart is closed when its targets and the machine say so, and keeps its number")
    func restart() {
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] {
            story.check("a", IncidentStory.refused("h:1"), from: second)
            story.check("b", IncidentStory.timeout("h"), from: second)
        }
        var next = IncidentStory("a", "b")
        next.book.restore(story.book.documents, lastID: story.book.lastID, at: next.at(100))
        #expect(next.book.documents == story.book.documents)
        next.machine(at: 101)
        #expect(next.told.isEmpty)
        next.check("a", IncidentStory.refused("h:1"), from: 102)
        next.check("b", from: 102)
        #expect(next.told.map(\.event) == [.closed] && next.told[0].incident.id == 2)
        #expect(next.book.openDocuments.map(\.targets) == [["a"]])
        for second in [110.0, 112.0] { next.check("b", IncidentStory.refused("other:1"), from: second) }
        #expect(next.book.openDocuments.map(\.id) == [3, 1])
    }

    @Test("limits apply to open and kept incidents, and to names")
    func bounds() {
        let targets = (0..<1_200).map { "t\($0)" }
        var story = IncidentStory(targets)
        for second in [0.0, 2.0] {
            for target in targets { story.check(target, IncidentStory.refused(target), from: second) }
        }
        #expect(story.book.openDocuments.count == IncidentReducer.maxOpen)
        for target in targets { story.check(target, from: 5) }
        #expect(story.book.openDocuments.isEmpty && story.book.pendingIncidents.isEmpty)
        for second in [100.0, 102.0, 104.0] {
            for target in targets {
                story.check(target, second < 104 ? IncidentStory.refused("one") : nil, from: second)
            }
        }
        #expect(story.book.documents.count == IncidentReducer.maxClosed)
        for second in [200.0, 202.0, 204.0] {
            story.check("t0", second < 204 ? IncidentStory.refused("two") : nil, from: second)
        }
        let large = story.book.documents[1]
        #expect(large.targetCount == 1_200 && large.targets.count == IncidentReducer.maxNamedWhenClosed)
    }
}
