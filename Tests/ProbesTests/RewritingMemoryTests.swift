import NetworkModel
import Testing

@testable import NetworkDiagnostics
@testable import Probes

@Suite("How packets of this machine were last seen to leave")
struct RewritingMemoryTests {
    private let start = ContinuousClock.now

    private func at(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }

    @Test("a foreign source counts for a while, or until a packet leaves as it should; a foreign destination does not")
    func sources() throws {
        let address = try #require(IPAddress("10.55.55.55"))
        let foreign = PathEvidence.Trace.Rewriting(interface: "eth0", source: address)
        var memory = RewritingMemory()
        memory.record(foreign, of: .tcp, by: "eth0", at: at(0))
        #expect(memory.last(of: .tcp, by: "eth0", at: at(70)) == foreign)
        #expect(memory.last(of: .tcp, by: "eth0", at: at(80)) == nil)
        #expect(memory.last(of: .udp, by: "eth0", at: at(1)) == nil)
        #expect(memory.last(of: .tcp, by: "eth1", at: at(1)) == nil)
        memory.record(nil, of: .tcp, by: "eth0", at: at(2))
        #expect(memory.last(of: .tcp, by: "eth0", at: at(3)) == nil)
        memory.record(.init(interface: "eth0", destination: address), of: .tcp, by: "eth0", at: at(4))
        #expect(memory.last(of: .tcp, by: "eth0", at: at(5)) == nil)
    }

    @Test("interfaces that are gone take no room from others")
    func room() throws {
        let address = try #require(IPAddress("10.55.55.55"))
        var memory = RewritingMemory()
        for second in [0, 80] {
            for number in 0..<16 {
                let name = "tun\(second + number)"
                memory.record(.init(interface: name, source: address), of: .tcp, by: name, at: at(second))
            }
        }
        #expect(memory.last(of: .tcp, by: "tun95", at: at(81)) != nil)
    }

    @Test("a packet that is not seen after another one leaves open whether that was chance")
    func once() throws {
        let own = try #require(IPAddress("10.77.1.1")), foreign = try #require(IPAddress("10.55.55.55"))
        let sent = RewritingProbe.Outcome.sent(source: foreign, destination: own, interface: "eth0")
        #expect(RewritingProbe.joined(nil, sent) == sent && RewritingProbe.joined(sent, sent) == sent)
        #expect(RewritingProbe.joined(nil, .unseen) == .unseen)
        #expect(RewritingProbe.joined(sent, .unseen) == .once(source: foreign))
        #expect(RewritingProbe.joined(sent, .sent(source: own, destination: own, interface: "eth0")) == nil)
    }
}
