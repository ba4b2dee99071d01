import NetworkModel
import Testing

@testable import Probes

@Suite("Frames from this machine's hardware address")
struct HardwareTwinTests {
    private static let sender: [UInt8] = [192, 0, 2, 77]

    private func sender(_ packet: [UInt8], _ type: UInt16) -> String? {
        HardwareTwinProbe.sender(of: packet[...], type).map { "\($0)" }
    }

    @Test("the sender is read from IPv4, ARP and IPv6")
    func senders() {
        let fourth: [UInt8] = [0x45] + [UInt8](repeating: 0, count: 11) + Self.sender + [198, 51, 100, 1]
        #expect(sender(fourth, 0x0800) == "192.0.2.77")
        let request: [UInt8] = [0, 1, 8, 0, 6, 4, 0, 1] + [2, 0, 0, 0, 0, 1] + Self.sender
        #expect(sender(request, 0x0806) == "192.0.2.77")
        let sixth: [UInt8] = [0x60, 0, 0, 0, 0, 0, 59, 64, 0xfe, 0x80] + [UInt8](repeating: 0, count: 13) + [7]
        #expect(sender(sixth, 0x86dd) == "fe80::7")
        #expect(sender(fourth, 0x88cc) == nil)
        for length in 0..<16 { #expect(sender(Array(fourth.prefix(length)), 0x0800) == nil, "\(length)") }
        for length in 0..<18 { #expect(sender(Array(request.prefix(length)), 0x0806) == nil, "\(length)") }
        for length in 0..<24 { #expect(sender(Array(sixth.prefix(length)), 0x86dd) == nil, "\(length)") }
    }

    @Test(
        "a host without an address is not named",
        arguments: [[UInt8](repeating: 0, count: 4), [224, 0, 0, 1], [127, 0, 0, 1]])
    func withoutAddress(source: [UInt8]) {
        #expect(sender([0x45] + [UInt8](repeating: 0, count: 11) + source, 0x0800) == nil)
    }
}
