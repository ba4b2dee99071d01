import FoundationEssentials
import NetworkModel
import Testing

@Suite("Links as JSON")
struct LinkCodingTests {
    @Test("properties that few links have are plain values in JSON, or absent, and are read back unchanged")
    func rare() throws {
        var link = Link(index: 2, name: "wlan0", isAdminUp: true, hasCarrier: true, operationalState: .up, mtu: 1_500)
        let plain = String(decoding: try JSON.line(link), as: UTF8.self)
        #expect(!plain.contains("wireless") && !plain.contains("losses") && !plain.contains("null"))
        #expect(try JSON.decode(Link.self, from: Data(plain.utf8)) == link)
        link.wireless = WirelessLink(ssid: "Café", signal: -61, security: .enhancedOpen)
        link.losses = LinkLosses(period: .seconds(2), packets: 9, receiveErrors: 1)
        link.isIPv6Disabled = true
        link.recentCarrierChanges = 3
        let text = String(decoding: try JSON.line(link), as: UTF8.self)
        #expect(text.contains("\"security\":\"enhanced-open\"") && text.contains("\"receive_errors\":1"))
        let back = try JSON.decode(Link.self, from: Data(text.utf8))
        #expect(back == link && back.hashValue == link.hashValue)
        var other = back
        other.wireless?.signal = -62
        #expect(other != link && back.wireless?.signal == -61)
    }

    @Test("thousands of reports contain links: properties that few have take one word each")
    func size() {
        #expect(MemoryLayout<BoxedOptional<WirelessLink>>.size == MemoryLayout<Int>.size)
    }
}
