import NetworkModel
import Testing

@testable import NetworkDiagnostics
@testable import Probes

@Suite("How packets of this machine were last seen to leave")
struct RewritingMemoryTests {
    private let start = ContinuousClock.now
    private let host = IPAddress("10.99.1.1")

    private func at(_ second: Int) -> ContinuousClock.Instant { start + .seconds(second) }

    @Test("a foreign source counts for a while, or until a packet leaves as it should; a foreign destination does not")
    func sources() throws {
        let address = try #require(IPAddress("10.55.55.55"))
        let foreign = PathEvidence.Trace.Rewriting(interface: "eth0", source: address)
        var memory = RewritingMemory()
        memory.record(foreign, of: .tcp, to: host, by: "eth0", at: at(0))
        #expect(memory.last(of: .tcp, to: host, by: "eth0", at: at(70)) == foreign)
        #expect(memory.last(of: .tcp, to: host, by: "eth0", at: at(80)) == nil)
        #expect(memory.last(of: .udp, to: host, by: "eth0", at: at(1)) == nil)
        #expect(memory.last(of: .tcp, to: host, by: "eth1", at: at(1)) == nil)
        memory.record(nil, of: .tcp, to: host, by: "eth0", at: at(2))
        #expect(memory.last(of: .tcp, to: host, by: "eth0", at: at(3)) == nil)
        memory.record(.init(interface: "eth0", destination: address), of: .tcp, to: host, by: "eth0", at: at(4))
        #expect(memory.last(of: .tcp, to: host, by: "eth0", at: at(5)) == nil)
    }

    @Test("a rule for one destination says nothing about others, and one for addresses that nobody has applies to all")
    func destinations() throws {
        let (address, other) = (try #require(IPAddress("10.55.55.55")), try #require(IPAddress("10.99.1.2")))
        let foreign = PathEvidence.Trace.Rewriting(interface: "eth0", source: address)
        var memory = RewritingMemory()
        memory.record(foreign, of: .tcp, to: host, by: "eth0", at: at(0))
        #expect(memory.last(of: .tcp, to: host, by: "eth0", at: at(1)) == foreign)
        #expect(memory.last(of: .tcp, to: other, by: "eth0", at: at(1)) == nil)
        #expect(memory.last(of: .tcp, to: nil, by: "eth0", at: at(1)) == nil)
        memory.record(foreign, of: .tcp, to: nil, by: "eth0", at: at(2))
        #expect(memory.last(of: .tcp, to: other, by: "eth0", at: at(3)) == foreign)
        // It does not apply to all, or not any more.
        memory.record(nil, of: .tcp, to: other, by: "eth0", at: at(4))
        #expect(memory.last(of: .tcp, to: nil, by: "eth0", at: at(5)) == nil)
        #expect(memory.last(of: .tcp, to: host, by: "eth0", at: at(5)) == foreign)
    }

    @Test("interfaces that are gone take no room from others")
    func room() throws {
        let address = try #require(IPAddress("10.55.55.55"))
        var memory = RewritingMemory()
        for second in [0, 80] {
            for number in 0..<64 {
                let name = "tun\(second)-\(number)"
                memory.record(.init(interface: name, source: address), of: .tcp, to: host, by: name, at: at(second))
            }
        }
        #expect(memory.last(of: .tcp, to: host, by: "tun80-63", at: at(81)) != nil)
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
