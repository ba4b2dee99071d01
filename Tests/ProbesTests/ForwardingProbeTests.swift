import EventLoopKit
import NetworkModel
import Testing

@testable import Probes

@Suite("Packets by way of the gateway")
struct ForwardingProbeTests {
    private let gateway: [UInt8] = [2, 0, 0, 0, 0, 1]

    private func probe() throws -> ForwardingProbe {
        let host = try #require(IPAddress("192.168.50.5"))
        let own = try #require(IPAddress("192.168.1.10"))
        let link = Link(index: 2, name: "eth0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        return try #require(
            ForwardingProbe(of: host, port: 80, from: own, via: "02:00:00:00:00:01", on: link, loop: try EventLoop()))
    }

    /// A packet of the host to this machine.
    private func reply(hopLimit: UInt8, _ number: UInt8 = 1, _ payload: [UInt8] = []) -> [UInt8] {
        [0x45, 0, 0, 28, 0, 0, 0, 0, hopLimit, number, 0, 0, 192, 168, 50, 5, 192, 168, 1, 10] + payload
    }

    @Test("a packet has passed a router if the gateway has sent it, or its hop limit is lower than that of any host")
    func forwarded() throws {
        let probe = try probe()
        let other: [UInt8] = [2, 0, 0, 0, 0, 9]
        #expect(probe.isForwarded(reply(hopLimit: 64), by: gateway))
        #expect(probe.isForwarded(reply(hopLimit: 63), by: other))
        #expect(!probe.isForwarded(reply(hopLimit: 64), by: other))
        #expect(!probe.isForwarded(reply(hopLimit: 128), by: other))
        var ofGateway = reply(hopLimit: 64)
        ofGateway.replaceSubrange(12..<16, with: [192, 168, 1, 1])
        #expect(!probe.isForwarded(ofGateway, by: gateway))
        #expect(!probe.isForwarded([], by: gateway))
    }

    @Test("an answer has the identifier of the echo request, or the port of the SYN")
    func answers() throws {
        let probe = try probe()
        func isAnswer(_ number: UInt8, _ payload: [UInt8]) -> Bool {
            probe.isAnswer(reply(hopLimit: 63, number, payload), port: 0xc001, identifier: 0x1234)
        }
        #expect(isAnswer(1, [0, 0, 0, 0, 0x12, 0x34, 0, 1]))
        #expect(!isAnswer(1, [0, 0, 0, 0, 0x12, 0x35, 0, 1]))
        // An echo request of the host itself.
        #expect(!isAnswer(1, [8, 0, 0, 0, 0x12, 0x34, 0, 1]))
        #expect(isAnswer(6, [0, 80, 0xc0, 0x01, 0, 0, 0, 0]))
        #expect(!isAnswer(6, [0, 80, 0xc0, 0x02, 0, 0, 0, 0]))
        #expect(!isAnswer(17, [0, 80, 0xc0, 0x01, 0, 0, 0, 0]) && !isAnswer(1, []))
    }

    @Test("a packet has a correct header")
    func header() throws {
        let packet = try probe().packet(1, [1, 2, 3], hopLimit: 1)
        #expect(EchoSocket.checksum(Array(packet.prefix(20))) == 0)
        #expect(packet.count == 23 && packet[8] == 1 && packet[3] == 23)
        #expect(packet[12..<20].elementsEqual([192, 168, 1, 10, 192, 168, 50, 5]))
    }
}
