import NetworkModel
import Testing

@testable import NetdiagService

@Suite("Incidents of the network, and those of single hosts beside them")
struct IncidentBesideTests {
    private static let router = ["10.0.0.1"]
    private static let upstream = IncidentStory.finding(
        "path.upstream-down", ["gateway": "10.0.0.1", "interface": "eth0"])

    /// A switch moves this machine's port into another VLAN.
    private func moved() -> IncidentStory {
        var story = IncidentStory("web", "router", "nas")
        story.check("nas", from: -3, onLink: "eth0")
        for second in [0.0, 1.5] { story.check("web", IncidentStory.deadRouter(), from: second, taking: 1) }
        for second in [0.5, 4.0] {
            story.check("router", IncidentStory.timeout("10.0.0.1"), from: second, taking: 3, onLink: "eth0")
        }
        for second in [2.0, 6.0] {
            story.check("nas", IncidentStory.timeout("10.0.0.9"), from: second, taking: 3, onLink: "eth0")
        }
        return story
    }

    @Test("a silent gateway, and hosts on its link that become silent with it, are one incident")
    func link() {
        var story = moved()
        #expect(story.book.openDocuments.map(\.cause.id) == ["gateway.unreachable"])
        #expect(story.book.openDocuments[0].targets.sorted() == ["nas", "router", "web"])
        #expect(story.book.isCutOff("nas"))
        for target in ["web", "router", "nas"] { story.check(target, from: 20, onLink: "eth0") }
        #expect(story.book.openDocuments.isEmpty && story.book.documents.count == 1)
    }

    @Test("a host that stays silent when the gateway is back has a fault of its own")
    func remaining() {
        var story = moved()
        story.check("web", from: 20, over: Self.router)
        story.check("router", from: 20, onLink: "eth0")
        for second in [21.0, 25.0] {
            story.check("nas", IncidentStory.timeout("10.0.0.9"), from: second, taking: 3, onLink: "eth0")
        }
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.timeout"])
        #expect(story.book.openDocuments[0].targets == ["nas"])
    }

    @Test("so has one that becomes silent later than the gateway, one on another link, and one that refuses")
    func others() {
        var story = IncidentStory("web", "nas", "far", "own")
        for second in [0.0, 1.5] { story.check("web", IncidentStory.deadRouter(), from: second, taking: 1) }
        story.check("nas", from: 30, onLink: "eth0")
        for second in [35.0, 40.0] {
            story.check("nas", IncidentStory.timeout("10.0.0.9"), from: second, taking: 3, onLink: "eth0")
            story.check("own", IncidentStory.refused("10.0.0.7:80"), from: second, onLink: "eth0")
        }
        for second in [3.0, 7.0] {
            story.check("far", IncidentStory.timeout("10.9.0.9"), from: second, taking: 3, onLink: "eth1")
        }
        #expect(story.book.openDocuments.count == 4)
    }

    @Test(
        "a host that was silent while others worked is no part of a later outage of the uplink, whatever it names then")
    func before() {
        for works in [true, false] {
            var story = IncidentStory("a", "b")
            for second in [0.0, 2.0] {
                story.check("a", IncidentStory.timeout("10.2.0.1"), from: second, taking: 1, over: Self.router)
            }
            if works { story.check("b", from: 20, over: Self.router) }
            for second in [30.0, 32.0] {
                for target in ["a", "b"] {
                    story.check(target, Self.upstream, from: second, taking: 1, over: Self.router)
                }
            }
            guard works else {
                #expect(story.book.openDocuments.map(\.cause.id) == ["path.upstream-down"])
                continue
            }
            #expect(Set(story.book.openDocuments.map(\.cause.id)) == ["path.upstream-down", "tcp.timeout"])
            let outage = story.book.openDocuments.first { $0.cause.id == "path.upstream-down" }
            #expect(outage?.opened == story.at(30).wall)
            story.check("b", from: 40, over: Self.router)
            story.check("a", IncidentStory.timeout("10.2.0.1"), from: 41, taking: 1, over: Self.router)
            #expect(story.book.openDocuments.map(\.id) == [1] && story.book.openDocuments[0].reopened == 0)
        }
    }

    @Test("the first observation after a check of the uplink alone confirms what that has found")
    func pulse() {
        var story = IncidentStory()
        story.machine(at: 0)
        story.machine(Self.upstream, at: 1.5, isFresh: false, since: 0.5)
        #expect(story.told.isEmpty)
        story.machine(Self.upstream, at: 2.2, since: 1.7)
        #expect(story.told.map(\.event) == [.opened])
        #expect(story.book.openDocuments[0].opened == story.at(0.5).wall)
    }

    @Test("a fault of the network that a target is the first to name is looked for at once, a fault of a host is not")
    func unconfirmedFaults() throws {
        let server = try #require(IPAddress("10.0.0.53"))
        let snapshot = NetworkSnapshot(
            resolvers: ResolverConfiguration(servers: [Resolver(address: server, source: .resolvConf)]))
        func dead(_ servers: String) -> Finding {
            IncidentStory.finding("dns.server-unreachable", ["servers": servers])
        }
        var story = IncidentStory("a", "b", "c", "d")
        story.check("a", IncidentStory.deadRouter(), from: -20)
        // The first observation is going on, and will find it.
        #expect(story.book.unconfirmedFaults == 0)
        story.check("a", from: -1)
        story.machine(at: 0, snapshot: snapshot)
        story.check("a", IncidentStory.refused("h:1"), from: 1)
        story.check("b", dead("192.0.2.53"), from: 1)
        #expect(story.book.unconfirmedFaults == 0)
        story.check("c", dead("10.0.0.53"), from: 2)
        #expect(story.book.unconfirmedFaults == 1)
        // Once is enough for a while, and for the same fault.
        story.check("d", IncidentStory.deadRouter(), from: 4)
        story.check("c", dead("10.0.0.53"), from: 30)
        #expect(story.book.unconfirmedFaults == 1)
        story.check("d", from: 35)
        story.check("d", IncidentStory.deadRouter("10.0.0.2"), from: 40)
        #expect(story.book.unconfirmedFaults == 2)
        // The machine's own check has found it.
        story.machine(IncidentStory.deadRouter("10.0.0.3"), at: 60, snapshot: snapshot)
        story.check("a", IncidentStory.deadRouter("10.0.0.3"), from: 61)
        #expect(story.book.unconfirmedFaults == 2)
    }

    @Test("losses belong to a host with this machine's address once all of their targets name it")
    func sharedAddress() {
        let lost = IncidentStory.finding("gateway.loss", ["gateway": "10.0.0.1"], severity: .warning)
        let slow = IncidentStory.finding("http.slow", severity: .warning)
        let shared = IncidentStory.finding(
            "address.duplicate", ["addresses": "10.0.0.2", "interface": "eth0"], severity: .warning)
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] {
            story.check("a", lost, from: second)
            story.check("b", slow, from: second)
        }
        #expect(story.book.openDocuments.map(\.id).sorted() == [1, 2])
        for second in [4.0, 6.0] {
            for target in ["a", "b"] { story.check(target, shared, from: second) }
        }
        let open = Dictionary(uniqueKeysWithValues: story.book.openDocuments.map { ($0.id, $0.cause.id) })
        #expect(open == [1: "address.duplicate", 2: "http.slow"])
    }

    @Test("a link that comes and goes is one incident, which is as severe as what is missing now")
    func flapping() throws {
        func flapping(_ changes: String) -> Finding {
            IncidentStory.finding("link.flapping", ["interface": "eth0", "changes": changes], severity: .warning)
        }
        var story = IncidentStory("a")
        func open(_ story: IncidentStory) throws -> Finding {
            #expect(story.book.openDocuments.count == 1)
            return try #require(story.book.openDocuments.first).cause
        }
        for second in [0.0, 1.5] { story.machine(IncidentStory.noCarrier, at: second) }
        story.check("a", IncidentStory.noCarrier, from: 2)
        story.machine(at: 4)
        story.check("a", from: 4.5)
        #expect(story.book.openDocuments.isEmpty)
        for second in [6.0, 7.5] { story.machine(IncidentStory.noCarrier, flapping("3"), at: second) }
        story.check("a", IncidentStory.noCarrier, from: 8)
        var cause = try open(story)
        #expect(cause.id == "link.flapping" && cause.severity == .error)
        #expect(story.book.openDocuments[0].targets == ["a"])
        story.machine(flapping("4"), at: 9)
        story.check("a", flapping("4"), from: 10)
        cause = try open(story)
        #expect(cause.severity == .warning && cause.facts["changes"] == "4")
        story.machine(IncidentStory.noCarrier, flapping("4"), at: 11)
        story.check("a", IncidentStory.noCarrier, from: 12)
        story.machine(flapping("4"), at: 13)
        #expect(story.book.openDocuments.map(\.cause.severity) == [.error])
        story.check("a", from: 13.5)
        #expect(story.book.openDocuments.map(\.cause.severity) == [.warning])
        story.machine(IncidentStory.noCarrier, flapping("5"), at: 14)
        story.check("a", flapping("5"), from: 15)
        cause = try open(story)
        #expect(cause.severity == .error && cause.facts["changes"] == "5")
        // The cable is out for good.
        for second in [140.0, 141.5] { story.machine(IncidentStory.noCarrier, at: second) }
        cause = try open(story)
        #expect(cause.id == "link.no-carrier")
        story.machine(at: 150)
        story.check("a", from: 151)
        #expect(story.book.openDocuments.isEmpty && Set(story.told.map(\.incident.id)) == [1])
    }

    @Test("an incident is a warning once all of its targets work, with the same finding as a warning")
    func lowered() {
        let warning = IncidentStory.loss(to: "198.51.100.9")
        var error = warning
        error.severity = .error
        var story = IncidentStory("a", "b")
        for second in [0.0, 2.0] {
            story.check("a", error, from: second)
            story.check("b", warning, from: second)
        }
        #expect(story.book.openDocuments.map(\.cause.severity) == [.error])
        story.check("a", warning, from: 5)
        #expect(story.book.openDocuments.map(\.cause.severity) == [.warning])
        story.check("b", error, from: 7)
        #expect(story.book.openDocuments.map(\.cause.severity) == [.error])
        story.check("b", from: 9)
        story.check("a", warning, from: 11)
        #expect(story.book.openDocuments.map(\.cause.severity) == [.warning])
        #expect(story.told.filter { $0.event == .opened }.count == 1)
    }

    @Test("hosts that are silent while NAT rules of this machine rewrite packets belong to their incident")
    func rewriting() {
        for facts in [["nat": "nat"], [:]] as [[String: String]] {
            let rule = IncidentStory.finding("local.firewall", ["destination": "the Internet"].merging(facts) { $1 })
            var story = IncidentStory("router", "web")
            story.check("router", IncidentStory.timeout("10.0.0.1"), from: -1, taking: 0.5, onLink: "eth0")
            for second in [0.0, 2.0] {
                story.check("router", IncidentStory.timeout("10.0.0.1"), from: second, taking: 0.5, onLink: "eth0")
                story.check("web", IncidentStory.refused("h:1"), from: second, over: Self.router)
                story.machine(rule, at: second + 1)
            }
            let open = story.book.openDocuments.map(\.cause.id.rawValue).sorted()
            let own = facts.isEmpty ? ["tcp.timeout"] : []
            #expect(open == ["local.firewall", "tcp.refused"] + own)
        }
    }

    @Test("an incident of this machine has the greatest count that was found, and other facts as they were")
    func counts() {
        func flapping(_ changes: String) -> Finding {
            IncidentStory.finding("link.flapping", ["interface": "eth0", "changes": changes], severity: .warning)
        }
        var story = IncidentStory("a")
        for (second, changes) in [(0.0, "4"), (2, "4"), (10, "16"), (60, "9"), (70, "9"), (80, "many")] {
            story.machine(flapping(changes), at: second)
        }
        #expect(story.book.openDocuments.map(\.cause.facts["changes"]) == ["16"])
        #expect(story.told.map(\.event) == [.opened, .changed])
    }
}
