import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetdiagService

@Suite("Losses to several hosts beyond one gateway")
struct SharedLossTests {
    private static let router = ["10.0.0.1"]

    private static func address(_ number: Int) -> String { "198.51.100.\(number)" }

    /// Targets `t1`, `t2` and so on, each at a host of its own.
    private static func story(_ count: Int) -> IncidentStory { IncidentStory((1...count).map { "t\($0)" }) }

    private static func lose(
        _ story: inout IncidentStory, _ number: Int, at second: Double, over gateways: [String] = Self.router
    ) {
        story.check("t\(number)", IncidentStory.loss(to: address(number)), from: second, over: gateways)
    }

    private static func pass(_ story: inout IncidentStory, _ number: Int, at second: Double) {
        story.check("t\(number)", from: second, over: router, reaching: address(number))
    }

    @Test("are one incident, which goes on from that of the first host, and names the gateway")
    func one() throws {
        var story = Self.story(3)
        for second in [0.0, 1.2] { Self.lose(&story, 1, at: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.loss"])
        #expect(story.book.openDocuments.map(\.culprit) == [Self.address(1)])
        for second in [10.0, 11.2] { Self.lose(&story, 2, at: second) }
        #expect(story.told.map(\.event) == [.opened, .changed])
        let two = try #require(story.book.openDocuments.first)
        #expect(two.id == 1 && two.opened == story.at(0).wall && two.targets == ["t1", "t2"])
        #expect(two.cause.id == "path.shared-loss" && two.culprit == "10.0.0.1")
        #expect(two.cause.summary == "packets to 2 hosts beyond the gateway 10.0.0.1 are lost: 14 of 40 pings")
        Self.lose(&story, 3, at: 20)
        Self.lose(&story, 1, at: 21)
        let three = try #require(story.book.openDocuments.first)
        #expect(story.book.openDocuments.count == 1 && three.targets == ["t1", "t2", "t3"])
        #expect(three.cause.summary.contains("3 hosts") && three.cause.summary.contains("21 of 60"))
        for number in 1...3 { Self.pass(&story, number, at: 30 + Double(number)) }
        #expect(story.book.openDocuments.isEmpty && story.told.filter { $0.event == .closed }.map(\.incident.id) == [1])
        #expect(story.told.last?.incident.ending == .recovered && story.book.troubles.isEmpty)
        // Nothing is stored while nothing is lost.
        #expect(story.book.losses.gateway(of: "t1") == nil)
    }

    @Test("are one incident from the start if they are found at the same time")
    func together() {
        var story = Self.story(2)
        for second in [0.0, 1.2] {
            Self.lose(&story, 1, at: second)
            Self.lose(&story, 2, at: second + 0.1)
        }
        #expect(story.told.filter { $0.event == .opened }.map(\.incident.cause.id) == ["path.shared-loss"])
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
    }

    @Test("a host beside others that are reached without loss has an incident of its own, and so have two of many")
    func single() {
        var story = Self.story(20)
        for second in [0.0, 1.2] { Self.lose(&story, 1, at: second) }
        for number in 3...20 { Self.pass(&story, number, at: 2 + Double(number) / 10) }
        Self.lose(&story, 1, at: 10)
        #expect(story.book.openDocuments.map(\.culprit) == [Self.address(1)])
        for second in [20.0, 21.2] { Self.lose(&story, 2, at: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.loss", "path.loss"])
        #expect(Set(story.book.openDocuments.map(\.culprit)) == [Self.address(1), Self.address(2)])
    }

    @Test("a target whose name leads to another address each time is one host that is reached without loss")
    func manyAddresses() {
        var story = Self.story(3)
        for second in [0.0, 1.2] { Self.lose(&story, 1, at: second) }
        for place in 0..<12 {
            story.check("t3", from: Double(2 + place), over: Self.router, reaching: Self.address(100 + place))
        }
        for second in [20.0, 21.2] { Self.lose(&story, 2, at: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.shared-loss"])
        // It certainly is one.
        Self.pass(&story, 2, at: 30)
        for second in [31.0, 32.2] { Self.lose(&story, 1, at: second) }
        #expect(story.book.openDocuments.map(\.culprit) == [Self.address(1)])
    }

    @Test("so has one beyond another gateway, and one whose losses began much earlier")
    func others() {
        var story = Self.story(3)
        for second in [0.0, 1.2] { Self.lose(&story, 1, at: second) }
        for second in [5.0, 6.2] { Self.lose(&story, 2, at: second, over: ["10.0.0.2"]) }
        for second in [700.0, 701.2] { Self.lose(&story, 3, at: second) }
        Self.lose(&story, 1, at: 705)
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.loss", "path.loss", "path.loss"])
    }

    @Test("a host that stays lossy while others certainly are not has its own incident, and no end is told before")
    func remaining() {
        var story = Self.story(2)
        for second in [0.0, 1.2] {
            Self.lose(&story, 1, at: second)
            Self.lose(&story, 2, at: second + 0.1)
        }
        // By chance, a check may lose nothing.
        Self.pass(&story, 2, at: 30)
        Self.lose(&story, 1, at: 31)
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.shared-loss"])
        for second in [32.0, 33.0] { Self.pass(&story, 2, at: second) }
        for second in [40.0, 41.2] { Self.lose(&story, 1, at: second) }
        #expect(story.book.openDocuments.map(\.cause.id) == ["path.loss"])
        #expect(story.book.openDocuments.map(\.targets) == [["t1"]])
        #expect(story.told.suffix(2).map(\.event) == [.opened, .closed])
    }

    @Test("stay one incident across a restart")
    func restart() {
        var story = Self.story(2)
        for second in [0.0, 1.2] {
            Self.lose(&story, 1, at: second)
            Self.lose(&story, 2, at: second + 0.1)
        }
        var next = Self.story(2)
        next.book.restore(story.book.documents, lastID: story.book.lastID, at: next.at(100))
        next.machine(at: 101)
        Self.lose(&next, 1, at: 102)
        Self.lose(&next, 2, at: 103)
        #expect(next.book.openDocuments.map(\.id) == [1] && next.told.allSatisfy { $0.event != .closed })
        for number in 1...2 { Self.pass(&next, number, at: 110 + Double(number)) }
        #expect(next.book.openDocuments.isEmpty)
    }

    private static func lost(by server: String) -> Finding {
        IncidentStory.finding("dns.loss", ["lost": "3", "sent": "10", "server": server], severity: .warning)
    }

    @Test("include those of a DNS server beyond the gateway, and not those of the gateway itself")
    func resolver() throws {
        var story = Self.story(3)
        for second in [0.0, 1.2] { Self.lose(&story, 1, at: second) }
        for second in [5.0, 6.2] { story.check("t2", Self.lost(by: "10.0.0.1"), from: second, over: Self.router) }
        #expect(Set(story.book.openDocuments.map(\.cause.id)) == ["path.loss", "dns.loss"])
        for second in [10.0, 11.2] { story.check("t3", Self.lost(by: "9.9.9.9"), from: second, over: Self.router) }
        #expect(Set(story.book.openDocuments.map(\.cause.id)) == ["path.shared-loss", "dns.loss"])
        let shared = try #require(story.book.openDocuments.first { $0.cause.id == "path.shared-loss" })
        #expect(shared.id == 1 && shared.targets == ["t1", "t3"])
        #expect(shared.cause.summary == "packets to 2 hosts beyond the gateway 10.0.0.1 are lost: 10 of 30 packets")
    }

    @Test("are no fault of the gateway if queries to one DNS server alone are lost, for all names")
    func resolverAlone() {
        var story = Self.story(3)
        for second in [0.0, 1.2, 10.0] {
            for number in 1...3 {
                story.check(
                    "t\(number)", Self.lost(by: "9.9.9.9"), from: second + Double(number) / 10, over: Self.router,
                    reaching: Self.address(number))
            }
        }
        #expect(story.book.openDocuments.map(\.cause.id) == ["dns.loss"])
        // Two hosts without loss count against it.
        for second in [20.0, 21.2] { Self.lose(&story, 1, at: second) }
        #expect(Set(story.book.openDocuments.map(\.cause.id)) == ["dns.loss", "path.loss"])
    }

    @Test("are one finding of the status, which its incident describes")
    func status() throws {
        let cause = Finding(
            PathCauses.sharedLoss,
            [
                "count": "2", "gateway": "10.0.0.1", "address": Self.address(1), "lost": "14", "sent": "40",
                "what": "pings",
            ])
        let incident = StatusDocument.Incident(
            id: 1, cause: cause, culprit: "10.0.0.1", targets: ["t1", "t2"], opened: Timestamp(), closed: nil)
        let targets = (1...3).map { number in
            StatusDocument.TargetStatus(
                target: "t\(number)", status: .connectionUp, degraded: true,
                cause: IncidentStory.loss(to: Self.address(number)), last: nil)
        }
        let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
        let (status, findings) = OverallStatus.judge(
            healthy, targets: targets, publication: Publication(state: .off), incidents: [incident])
        #expect(status == .connectionUp && findings.map(\.id) == ["path.shared-loss", "path.loss"])
        let first = try #require(findings.first)
        #expect(first.summary.hasPrefix("t1 and 1 more: packets to 2 hosts"), "\(first.summary)")
        let document = StatusDocument(
            status: status, findings: findings, host: "h", since: Timestamp(), links: [], resolvers: [], gateways: [],
            uplink: nil, incidents: [incident], targets: targets, publication: Publication(state: .off), services: [])
        #expect(document.findingsWithoutIncident.map(\.id) == ["path.loss"])
    }
}
