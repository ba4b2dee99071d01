import EventLoopKit
import NetworkModel
import Testing

@testable import Diagnosis
@testable import NetworkDiagnostics

@Suite("Packets in an outage")
struct OpenOutageTests {
    @Test("an outage of which no packets are left gets the rounds of changes, unless a failed check asks for them")
    func forgotten() throws {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let gateway = try #require(IPAddress("192.0.2.1"))
        var known = UplinkEvidence(gateway: gateway, interface: "eth0")
        known.queries = [
            .init(server: gateway, at: .gateway, outcome: .timeout, name: "random.root-servers.net")
        ]
        let silent = UplinkEvidence.Packet(
            destination: try #require(IPAddress("203.0.113.9")), transport: .tcp, limit: 2)
        var broken = known
        broken.packets = [silent]
        #expect(UplinkProof(broken) == .broken && UplinkProof(known) == .unknown)
        var run = UplinkRun(
            engine: try DiagnosticEngine(loop: loop, environment: [:]), snapshot: NetworkSnapshot(), depth: .full,
            limit: .seconds(2))
        #expect(run.isOutageOpen(known, since: broken))
        #expect(!run.isOutageOpen(broken, since: broken) && !run.isOutageOpen(known, since: known))
        #expect(!run.isOutageOpen(known, since: nil))
        run.isAfterFailure = true
        #expect(!run.isOutageOpen(known, since: broken))
    }

    @Test("a router that finds no next hop is heard, and shows no way", arguments: [(UInt8(0), true), (1, false)])
    func noNextHop(code: UInt8, isPassed: Bool) throws {
        let gateway = try #require(IPAddress("192.0.2.1"))
        let nobody = try #require(IPAddress("203.0.113.9"))
        let error = ICMPError(family: .ipv4, type: 3, code: code, reporter: IPAddress("198.51.100.1"))
        var met = UplinkEvidence(gateway: gateway, interface: "eth0")
        met.interception = .init(destination: nobody, isAccepted: false, error: error)
        #expect(met.isHeardNow && met.isPassedNow == isPassed)
        var reported = UplinkEvidence(gateway: gateway, interface: "eth0")
        reported.packets = [.init(destination: nobody, transport: .udp, limit: 2, error: error)]
        #expect(reported.isHeardNow && reported.isPassedNow == isPassed)
    }
}
