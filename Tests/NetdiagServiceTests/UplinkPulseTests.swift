import NetworkModel
import Testing

@testable import NetdiagService

@Suite("What a pulse says about the uplink")
struct UplinkPulseTests {
    @Test("the silence of the resolver alone is no cause, unless no packets may be sent")
    func telling() throws {
        let gateway = try #require(IPAddress("192.168.1.1")), router = try #require(IPAddress("100.64.3.1"))
        let nobody = try #require(IPAddress("192.0.2.9"))
        func pulse(_ reporter: IPAddress?, isEarlier: Bool) -> UplinkEvidence {
            var packet = UplinkEvidence.Packet(
                destination: nobody, transport: .tcp, limit: 2,
                error: reporter.map { ICMPError(family: .ipv4, type: 11, code: 0, reporter: $0) })
            packet.isEarlier = isEarlier ? true : nil
            return UplinkEvidence(
                gateway: gateway, interface: "eth0",
                queries: [.init(server: gateway, at: .gateway, outcome: .timeout, name: "x.root-servers.net")],
                packets: [packet])
        }
        // Routers reported packets a while ago, and none could be sent now.
        var uplink = pulse(router, isEarlier: true)
        #expect(!uplink.isTelling)
        uplink.isOff = true
        #expect(uplink.isTelling)
        // They do so now, so that the resolver is dead itself; or they do not, so that the provider is lost.
        #expect(pulse(router, isEarlier: false).isTelling && pulse(nil, isEarlier: false).isTelling)
        #expect(pulse(nil, isEarlier: true).isTelling)
    }
}
