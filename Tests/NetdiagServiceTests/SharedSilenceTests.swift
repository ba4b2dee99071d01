import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetdiagService

@Suite("Several things that are silent at one host")
struct SilentHostTests {
    private static let host = "198.51.100.50"
    private static let pings = IncidentStory.finding("icmp.no-reply", ["address": host])

    private static func port(_ port: String, _ facts: [String: String] = [:]) -> Finding {
        let own = ["address": host, "destination": "\(host):\(port)", "port": port]
        return IncidentStory.finding("tcp.timeout", own.merging(facts) { $1 })
    }

    @Test("are one incident about the host, whichever is found first", arguments: [true, false])
    func one(areFirstPings: Bool) throws {
        var story = IncidentStory("ping", "git", "mail")
        func check(_ target: String, from second: Double) {
            let finding = target == "ping" ? Self.pings : Self.port(target == "git" ? "7000" : "25")
            story.check(target, finding, from: second, taking: 1)
        }
        for second in [0.0, 2.0] { check(areFirstPings ? "ping" : "git", from: second) }
        let first = try #require(story.book.openDocuments.first)
        #expect(first.cause.id == (areFirstPings ? "icmp.no-reply" : "tcp.timeout"))
        for second in [10.0, 12.0] {
            for target in ["ping", "git", "mail"] { check(target, from: second) }
        }
        let both = try #require(story.book.openDocuments.first)
        #expect(story.book.openDocuments.count == 1 && both.id == first.id && both.opened == first.opened)
        #expect(both.cause.id == "tcp.timeout" && both.culprit == Self.host)
        #expect(Set(both.targets) == ["ping", "git", "mail"])
        // Nothing is said about a single port.
        #expect(both.cause.summary == "\(Self.host) does not answer connection attempts")
        #expect(both.cause.advice.map { $0.contains("switched on") } == [true])
        #expect(story.told.filter { $0.event == .opened }.count == 1)
        for target in ["ping", "git", "mail"] { story.check(target, from: 20) }
        #expect(story.book.openDocuments.isEmpty && story.told.filter { $0.event == .closed }.count == 1)
        #expect(story.book.silences.host(of: "ping") == nil)
    }

    @Test("are one incident also if a check finds the reason of the silence in a lower layer for once")
    func otherReason() {
        var story = IncidentStory("ping", "git")
        for second in [0.0, 2.0] {
            story.check("ping", Self.pings, from: second, taking: 1)
            story.check("git", Self.port("7000"), from: second, taking: 1)
        }
        story.check("git", IncidentStory.finding("path.dropped", ["address": Self.host]), from: 10, taking: 1)
        for second in [11.0, 13.0] { story.check("ping", Self.pings, from: second, taking: 1) }
        story.check("git", Self.port("7000"), from: 15, taking: 1)
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
        #expect(story.told.filter { $0.event == .opened }.count == 1)
    }

    @Test("are faults of their own if the host answers on another port, or is known to be there")
    func answering() {
        for facts in [[:], ["live_port": "7000"]] as [[String: String]] {
            var story = IncidentStory("ping", "git", "web")
            for second in [0.0, 2.0] { story.check("ping", Self.pings, from: second, taking: 1) }
            if facts.isEmpty { story.check("web", from: 5, over: ["10.0.0.1"], reaching: Self.host) }
            for second in [10.0, 12.0] { story.check("git", Self.port("7000", facts), from: second, taking: 1) }
            #expect(Set(story.book.openDocuments.map(\.cause.id)) == ["icmp.no-reply", "tcp.timeout"], "\(facts)")
        }
    }

    @Test("do not include what was silent before the host last answered")
    func before() {
        var story = IncidentStory("ping", "git", "mail")
        for second in [0.0, 2.0] { story.check("ping", Self.pings, from: second, taking: 1) }
        story.check("git", from: 5, over: ["10.0.0.1"], reaching: Self.host)
        for second in [10.0, 12.0] {
            story.check("git", Self.port("7000"), from: second, taking: 1)
            story.check("mail", Self.port("25"), from: second, taking: 1)
        }
        story.check("ping", Self.pings, from: 20, taking: 1)
        #expect(Set(story.book.openDocuments.map { Set($0.targets) }) == [["ping"], ["git", "mail"]])
    }

    @Test("are faults of their own again once the host answers on one of the ports")
    func afterwards() {
        var story = IncidentStory("ping", "git", "mail")
        for second in [0.0, 2.0] {
            story.check("ping", Self.pings, from: second, taking: 1)
            story.check("git", Self.port("7000"), from: second, taking: 1)
        }
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
        story.check("git", from: 10, over: ["10.0.0.1"], reaching: Self.host)
        for second in [11.0, 13.0] { story.check("ping", Self.pings, from: second, taking: 1) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["icmp.no-reply"])
        // The port becomes silent much later.
        for second in [900.0, 902.0] { story.check("git", Self.port("7000"), from: second, taking: 1) }
        #expect(story.book.openDocuments.count == 2)
    }
}

@Suite("Names that are no longer reached over IPv6")
struct LostIPv6Tests {
    private static let router = ["10.0.0.1"]

    private static func broken(_ name: String, _ facts: [String: String] = [:]) -> Finding {
        IncidentStory.finding("tcp.ipv6-broken", ["name": name].merging(facts) { $1 }, severity: .warning)
    }

    private static func fail(
        _ story: inout IncidentStory, _ name: String, at sixth: String, from second: Double,
        _ facts: [String: String] = [:]
    ) {
        story.check(
            name, broken(name, facts), from: second, taking: 0.3, over: router, reaching: "198.51.100.1",
            sixth: (sixth, .timeout))
    }

    private static func pass(_ story: inout IncidentStory, _ name: String, at sixth: String, from second: Double) {
        story.check(name, from: second, over: router, sixth: (sixth, .connected))
    }

    @Test("in several networks are one incident, which begins with that of the first name")
    func one() throws {
        var story = IncidentStory("a", "b", "c")
        Self.pass(&story, "a", at: "2600:1::1", from: 0)
        for second in [10.0, 12.0] { Self.fail(&story, "a", at: "2600:1::1", from: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.ipv6-broken"])
        for second in [20.0, 22.0] { Self.fail(&story, "b", at: "2600:2::1", from: second) }
        for name in ["a", "b", "c"] { Self.fail(&story, name, at: "2600:\(name)::1", from: 30) }
        let open = try #require(story.book.openDocuments.first)
        #expect(story.book.openDocuments.count == 1 && open.id == 1 && Set(open.targets) == ["a", "b", "c"])
        #expect(open.cause.id == "path.ipv6-down" && open.culprit == "eth0" && open.opened == story.at(10).wall)
        #expect(open.cause.summary.contains("beyond the gateway fe80::1"))
        for name in ["a", "b", "c"] { Self.pass(&story, name, at: "2600:\(name)::1", from: 40) }
        #expect(story.book.openDocuments.isEmpty && story.told.filter { $0.event == .closed }.count == 1)
    }

    @Test("in one network, with a reason of their own, or while others are reached, or were never reached, are not one")
    func own() {
        for place in 0..<4 {
            var story = IncidentStory("a", "b", "c")
            if place != 0 { Self.pass(&story, "c", at: "2600:3::1", from: 0) }
            for second in [10.0, 12.0, 14.0] {
                if place == 1, second == 12 { Self.pass(&story, "c", at: "2600:3::1", from: 11.9) }
                let facts = place == 3 ? ["closed": "2600:2::1"] : [:]
                Self.fail(&story, "a", at: "2600:1::1", from: second)
                Self.fail(&story, "b", at: place == 2 ? "2600:1:2::1" : "2600:2::1", from: second, facts)
            }
            #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.ipv6-broken", "tcp.ipv6-broken"], "\(place)")
        }
    }

    @Test("stay one incident after a restart, although no host has been reached since, until one is")
    func restart() throws {
        var story = IncidentStory("a", "b")
        Self.pass(&story, "a", at: "2600:1::1", from: 0)
        for second in [10.0, 12.0] {
            Self.fail(&story, "a", at: "2600:1::1", from: second)
            Self.fail(&story, "b", at: "2600:2::1", from: second)
        }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.ipv6-down"])
        var next = IncidentStory("a", "b")
        next.book.restore(story.book.documents, lastID: story.book.lastID, at: next.at(100))
        // The machine's own check does not find it: no router beyond the gateway reports packets.
        next.machine(at: 101)
        for second in [102.0, 112.0, 114.0, 124.0, 126.0] {
            Self.fail(&next, "a", at: "2600:1::1", from: second)
            Self.fail(&next, "b", at: "2600:2::1", from: second + 1)
        }
        let open = try #require(next.book.openDocuments.first)
        #expect(next.book.openDocuments.count == 1 && open.id == story.book.openDocuments.first?.id)
        #expect(open.cause.id == "path.ipv6-down" && Set(open.targets) == ["a", "b"])
        for (name, sixth) in [("a", "2600:1::1"), ("b", "2600:2::1")] { Self.pass(&next, name, at: sixth, from: 140) }
        #expect(next.book.openDocuments.isEmpty)
    }

    @Test("are one incident with the machine's own finding")
    func machine() {
        var story = IncidentStory("a", "b")
        Self.pass(&story, "a", at: "2600:1::1", from: 0)
        for second in [10.0, 12.0] {
            Self.fail(&story, "a", at: "2600:1::1", from: second)
            Self.fail(&story, "b", at: "2600:2::1", from: second)
        }
        let down = IncidentStory.finding(
            "path.ipv6-down", ["gateway": "fe80::1", "interface": "eth0"], severity: .warning)
        for second in [20.0, 22.0] { story.machine(down, at: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.ipv6-down"])
        #expect(story.told.filter { $0.event == .opened }.count == 1)
    }

    @Test("are one finding of the status, which their incident describes")
    func status() throws {
        let cause = Finding(
            PathCauses.ipv6Down, ["gateway": "fe80::1", "interface": "eth0", "effect": "programs wait"])
        let incident = StatusDocument.Incident(
            id: 1, cause: cause, culprit: "eth0", targets: ["a", "b"], opened: Timestamp(), closed: nil)
        let targets = ["a", "b", "c"].map { name in
            StatusDocument.TargetStatus(
                target: name, status: .connectionUp, degraded: true,
                cause: Finding(TCPCauses.ipv6Broken, ["name": name, "failures": "timeout"]), last: nil)
        }
        let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
        let (status, findings) = OverallStatus.judge(
            healthy, targets: targets, publication: Publication(state: .off), incidents: [incident])
        #expect(status == .connectionUp && findings.map(\.id) == ["path.ipv6-down", "tcp.ipv6-broken"])
    }
}
