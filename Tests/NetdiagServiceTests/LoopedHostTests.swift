import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetdiagService

@Suite("Silent hosts to which packets are routed in a loop")
struct LoopedHostTests {
    private static let router = "198.51.100.1"

    private static func loop(to address: String) -> Finding {
        IncidentStory.finding("path.loop", ["address": address, "router": router, "hops": router])
    }

    private static func silence(of address: String, _ facts: [String: String] = [:]) -> Finding {
        let own = ["address": address, "destination": "\(address):80", "port": "80"]
        return IncidentStory.finding("tcp.timeout", own.merging(facts) { $1 })
    }

    private static func names(_ count: Int) -> [String] { (0..<count).map { "t\($0)" } }

    @Test(
        "are one incident of the loop, however few checks show it, and whichever is found first",
        arguments: [true, false])
    func one(isLoopFirst: Bool) throws {
        let names = Self.names(48)
        var story = IncidentStory(names)
        for (round, second) in [0.0, 5.0, 10.0].enumerated() {
            for (place, name) in names.enumerated() {
                let isShown = place == (isLoopFirst ? 0 : 40 + round) && (isLoopFirst || round > 0)
                let finding = isShown ? Self.loop(to: "203.0.113.9") : Self.silence(of: "203.0.113.9")
                story.check(name, finding, from: second + Double(place) / 100, taking: 3)
            }
        }
        let open = try #require(story.book.openDocuments.first)
        #expect(story.book.openDocuments.count == 1 && open.cause.id == "path.loop" && open.culprit == Self.router)
        #expect(open.targetCount == 48 && story.told.filter { $0.event == .opened }.count == 1)
        for name in names { story.check(name, from: 20, over: ["10.0.0.1"], reaching: "203.0.113.9") }
        #expect(story.book.openDocuments.isEmpty && story.told.filter { $0.event == .closed }.count == 1)
    }

    @Test("of one network belong to it if it is shown for two of them, and none has responded")
    func network() {
        for isReached in [false, true] {
            let names = Self.names(6)
            var story = IncidentStory(names)
            for second in [0.0, 5.0, 10.0] {
                for (place, name) in names.enumerated() {
                    let address = "203.0.113.\(place)"
                    let begun = second + Double(place) / 10
                    if isReached, place == 2 {
                        story.check(name, from: begun, over: ["10.0.0.1"], reaching: address)
                    } else {
                        let finding = place < 2 ? Self.loop(to: address) : Self.silence(of: address)
                        story.check(name, finding, from: begun, taking: 3)
                    }
                }
            }
            let causes = story.book.openDocuments.map(\.cause.id)
            #expect(causes.filter { $0 == "path.loop" }.count == 1, "\(causes)")
            #expect(causes.filter { $0 == "tcp.timeout" }.count == (isReached ? 3 : 0), "\(causes)")
        }
    }

    @Test("are faults of their own in another network, beside a loop to one host alone, or if they answer pings")
    func own() {
        for (address, facts) in [
            ("203.0.113.10", [:]), ("192.0.2.9", [:]), ("203.0.113.9", ["live_port": "80"]),
        ] as [(String, [String: String])] {
            var story = IncidentStory("a", "b")
            for second in [0.0, 5.0] {
                story.check("a", Self.loop(to: "203.0.113.9"), from: second, taking: 3)
                story.check("b", Self.silence(of: address, facts), from: second + 0.1, taking: 3)
            }
            let causes = Set(story.book.openDocuments.map(\.cause.id))
            #expect(causes == ["path.loop", "tcp.timeout"], "\(address) \(facts)")
        }
    }

    @Test("are silent for another reason once no check shows the loop any more")
    func over() {
        var story = IncidentStory("a", "b")
        for second in [0.0, 5.0] {
            story.check("a", Self.loop(to: "203.0.113.9"), from: second, taking: 3)
            story.check("b", Self.silence(of: "203.0.113.9"), from: second + 0.1, taking: 3)
        }
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
        for second in stride(from: 10.0, to: 120, by: 5) {
            for name in ["a", "b"] { story.check(name, Self.silence(of: "203.0.113.9"), from: second, taking: 3) }
        }
        #expect(story.book.openDocuments.map(\.cause.id) == ["tcp.timeout"])
        #expect(story.book.openDocuments.map(\.targetCount) == [2])
    }

    @Test("are one finding of the status, unless their names lead elsewhere by now")
    func status() {
        let incident = StatusDocument.Incident(
            id: 1, cause: Self.loop(to: "203.0.113.9"), culprit: Self.router, targets: ["a", "b", "c"],
            opened: Timestamp(), closed: nil)
        func causes(_ address: String) -> [CauseID] {
            let findings = ["a": Self.loop(to: "203.0.113.9"), "b": Self.silence(of: address)]
            let targets = ["a", "b"].map { name in
                StatusDocument.TargetStatus(
                    target: name, status: .connectionDown, degraded: false, cause: findings[name], last: nil)
            }
            let healthy = MachineVerdict(status: .connectionUp, findings: [], gateways: [], resolvers: [])
            return OverallStatus.judge(
                healthy, targets: targets, publication: Publication(state: .off), incidents: [incident]
            )
            .findings.map(\.id)
        }
        #expect(causes("203.0.113.9") == ["path.loop"])
        #expect(causes("192.0.2.9") == ["path.loop", "tcp.timeout"])
    }
}
