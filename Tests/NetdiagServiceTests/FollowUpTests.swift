import TargetKinds
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics
@testable import NetworkModel

@Suite("The budget for follow-up probes")
struct FollowUpTests {
    private static let start = ContinuousClock.now

    @Test("if 5,000 checks fail at once, a few dozen send follow-up probes, and then 20 a second")
    func burst() {
        let budget = FollowUpBudget()
        func admitted(_ count: Int, at second: Double) -> Int {
            (0..<count).count { _ in
                guard budget.begin(at: Self.start + .milliseconds(Int(second * 1_000))) else { return false }
                budget.finish()
                return true
            }
        }
        #expect(admitted(5_000, at: 0) == FollowUpBudget.burst)
        #expect(admitted(5_000, at: 1) == FollowUpBudget.rate)
        #expect(admitted(5_000, at: 1) == 0)
        // If the time goes back, no time has passed.
        #expect(admitted(5_000, at: 0.5) == 0)
        #expect(admitted(5_000, at: 1_000) == FollowUpBudget.burst)
    }

    @Test("no more run at once than are allowed, however slowly they end")
    func limit() {
        let budget = FollowUpBudget()
        let now = Self.start
        #expect((0..<1_000).count { _ in budget.begin(at: now) } == FollowUpBudget.maxAtOnce)
        #expect(!budget.begin(at: now + .seconds(60)))
        budget.finish()
        #expect(budget.begin(at: now + .seconds(60)))
    }

    @Test("a peer that is silent shortly before the end leads to the questions about one that was silent until the end")
    func early() throws {
        let address = try #require(IPAddress("198.51.100.1"))
        for (text, port, isOfTLS) in [("https://198.51.100.1/", 443, true), ("http://198.51.100.1/", 80, false)] {
            let target = try Target(text)
            let peer = SocketAddress(address, port: UInt16(port))
            let ended = Evidence(target: target).ended(beforeResponseOf: peer, for: target)
            let questions = Verdict(on: ended).followUps
            #expect(questions.contains(.path(.sizes(address))), "\(questions)")
            #expect(questions.contains(.path(.smallSegments(peer))) == isOfTLS)
        }
        let mail = try Target("imap://198.51.100.1")
        let connected = Evidence(target: mail).ended(beforeResponseOf: SocketAddress(address, port: 143), for: mail)
        #expect(Verdict(on: connected).followUps.contains(.path(.sizes(address))))
        let datagrams = try Target("udp://198.51.100.1:4000")
        let silent = Evidence(target: datagrams)
            .ended(beforeResponseOf: SocketAddress(address, port: 4_000), for: datagrams)
        let packet = PathFollowUp.packet(PathDestination(address, port: 4_000, .udp))
        #expect(Verdict(on: silent).followUps.contains(.path(packet)), "\(Verdict(on: silent).followUps)")
    }

    @Test("addresses of the other family that a check has passed over count as lost in early questions")
    func earlyFamilies() throws {
        let target = try Target("https://www.example/")
        let peer = SocketAddress(try #require(IPAddress("198.51.100.1")), port: 443)
        let other = SocketAddress(try #require(IPAddress("2001:db8:9::1")), port: 443)
        let route = Route(family: .ipv6, gateway: IPAddress("2001:db8:1::1"), interface: "eth0")
        var evidence = Evidence(target: target)
        evidence.gateway = GatewayEvidence(hops: [.init(route: route)], isOnLink: false)
        #expect(!evidence.ended(beforeResponseOf: peer, for: target).isFamilyLost)
        let early = evidence.ended(beforeResponseOf: peer, for: target, passingOver: [other])
        #expect(early.isFamilyLost && early.tcp?.winner?.address == peer.address)
    }

    @Test("lost packets of the connection lead to the questions about losses, before the end as well")
    func earlyLosses() throws {
        let address = try #require(IPAddress("198.51.100.1"))
        let target = try Target("https://198.51.100.1/")
        let peer = SocketAddress(address, port: 443)
        var evidence = Evidence(target: target)
        let link = Link(index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        evidence.link = LinkEvidence(carriers: [link], others: [])
        func questions(_ packets: TCPEvidence.Packets?) -> [FollowUp] {
            Verdict(on: evidence.ended(beforeResponseOf: peer, for: target, packets)).followUps
        }
        let losses = FollowUp.path(.losses(address))
        #expect(!questions(nil).contains(losses) && !questions(.init(sent: 9, repeated: 0)).contains(losses))
        #expect(questions(.init(sent: 9, repeated: 0, outOfOrder: 1)).contains(losses))
        var unheard = TCPEvidence.Packets(sent: 9, repeated: 4)
        unheard.isUnacknowledged = true
        #expect(questions(unheard).contains(.path(.packet(PathDestination(address, port: 443, .tcp)))))
    }

    @Test(
        "a report states which follow-up probes were skipped, is no more certain because of it, and is evaluated the same again"
    )
    func told() throws {
        var evidence = Evidence(target: try Target("tcp://198.51.100.1:9"))
        let address = try #require(IPAddress("198.51.100.1"))
        evidence.tcp = TCPEvidence(
            attempts: [.init(address: address, port: 9, outcome: .refused, duration: .milliseconds(1))])
        let sure = try #require(Verdict(on: evidence).findings.first)
        evidence.terms.omitted = [.path, .web]
        let unsure = try #require(Verdict(on: evidence).findings.first)
        #expect(unsure.id == sure.id && sure.confidence > 0.9)
        #expect(unsure.confidence == Verdict.maxConfidenceUnasked)
        let report = Report(
            target: evidence.target.text, started: evidence.now, duration: .zero, status: .connectionDown,
            findings: [unsure],
            layers: [LayerReport(layer: .tcp, status: .connectionDown, evidence: evidence.tcp.map { .init($0) })],
            terms: evidence.terms)
        let saved = try JSON.decode(Report.self, from: try JSON.line(report))
        #expect(saved.asked?.omitted == [.path, .web])
        #expect(try saved.judgedAgain().findings.first?.confidence == Verdict.maxConfidenceUnasked)
    }
}
