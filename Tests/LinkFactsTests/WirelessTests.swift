import CNetlink
import NetworkModel
import Testing

@testable import LinkFacts

@Suite("Wireless interfaces")
struct WirelessTests {
    /// A netlink attribute.
    private static func attribute(_ type: UInt32, _ value: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: UInt16(4 + value.count))
        bytes.append(integer: UInt16(type))
        bytes += value
        bytes.align()
        return bytes
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(integer: value)
        return bytes
    }

    /// A message of nl80211, without its netlink header.
    private static func message(_ attributes: [UInt8]) -> [UInt8] { [34, 1, 0, 0] + attributes }

    /// An information element, as sent in frames.
    private static func element(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] { [kind, UInt8(body.count)] + body }

    /// An RSN element: version, group cipher, pairwise ciphers, key management, capabilities.
    private static func rsn(group: UInt8 = 4, pairwise: [UInt8] = [4], management: [UInt8] = [2]) -> [UInt8] {
        let suite: (UInt8) -> [UInt8] = { [0x00, 0x0f, 0xac, $0] }
        return element(
            48,
            [1, 0] + suite(group) + [UInt8(pairwise.count), 0] + pairwise.flatMap(suite)
                + [UInt8(management.count), 0] + management.flatMap(suite) + [0, 0])
    }

    private static func wpa(pairwise: [UInt8]) -> [UInt8] {
        let suite: (UInt8) -> [UInt8] = { [0x00, 0x50, 0xf2, $0] }
        return element(
            221,
            suite(1) + [1, 0] + suite(2) + [UInt8(pairwise.count), 0] + pairwise.flatMap(suite) + [1, 0] + suite(2))
    }

    private static func accessPoint(
        _ elements: [UInt8], capability: UInt16 = 0x411, status: UInt32? = NL80211_BSS_STATUS_ASSOCIATED.rawValue
    ) -> [UInt8] {
        var capabilityBytes: [UInt8] = []
        capabilityBytes.append(integer: capability)
        var bytes = attribute(NL80211_BSS_BSSID.rawValue, [2, 0, 0, 0, 0, 9])
        bytes += attribute(NL80211_BSS_FREQUENCY.rawValue, number(5_180))
        bytes += attribute(NL80211_BSS_CAPABILITY.rawValue, capabilityBytes)
        bytes += attribute(NL80211_BSS_SIGNAL_MBM.rawValue, number(UInt32(bitPattern: -6_150)))
        bytes += attribute(NL80211_BSS_INFORMATION_ELEMENTS.rawValue, elements)
        if let status { bytes += attribute(NL80211_BSS_STATUS.rawValue, number(status)) }
        return message(attribute(NL80211_ATTR_BSS.rawValue, bytes))
    }

    private static func station(signal: Int8, average: Int8?) -> [UInt8] {
        var info = attribute(NL80211_STA_INFO_SIGNAL.rawValue, [UInt8(bitPattern: signal)])
        if let average { info += attribute(NL80211_STA_INFO_SIGNAL_AVG.rawValue, [UInt8(bitPattern: average)]) }
        return message(attribute(NL80211_ATTR_STA_INFO.rawValue, info))
    }

    private static let interface = message(
        attribute(NL80211_ATTR_SSID.rawValue, Array("Café".utf8))
            + attribute(NL80211_ATTR_WIPHY_FREQ.rawValue, number(2_412)))

    private static func read(_ messages: [[UInt8]]) -> WirelessLink {
        var association = Association()
        for message in messages { association.read(message[...]) }
        return association.link
    }

    @Test("interface, station and scan together describe the radio signal")
    func whole() {
        let link = Self.read([
            Self.interface, Self.station(signal: -80, average: -77),
            Self.accessPoint(Self.element(0, Array("Other".utf8)), capability: 0x401, status: nil),
            Self.accessPoint(Self.element(0, Array("Café".utf8)) + Self.rsn()),
        ])
        #expect(
            link
                == WirelessLink(
                    ssid: "Café", accessPoint: "02:00:00:00:00:09", frequency: 5_180, signal: -77, security: .protected)
        )
        #expect(Self.read([Self.station(signal: -80, average: nil)]).signal == -80)
        // If the driver does not report stations, only the beacon's signal from the scan is known.
        #expect(Self.read([Self.accessPoint(Self.rsn())]).signal == -61)
        #expect(Self.read([]) == WirelessLink())
    }

    static let securities: [(name: String, elements: [UInt8], capability: UInt16, security: WirelessLink.Security)] = [
        ("nothing", [], 0x401, .open),
        ("the privacy bit alone", [], 0x411, .wep),
        ("WPA with TKIP", wpa(pairwise: [2]), 0x411, .tkip),
        ("WPA with CCMP", wpa(pairwise: [4]), 0x411, .protected),
        ("WPA2 with TKIP alone", rsn(group: 2, pairwise: [2]), 0x411, .tkip),
        ("WPA2 with both", rsn(group: 2, pairwise: [2, 4]) + wpa(pairwise: [2]), 0x411, .protected),
        ("WPA2 by the group's cipher, WEP", rsn(group: 5, pairwise: [0]), 0x411, .wep),
        ("WPA3", rsn(management: [8]), 0x411, .protected),
        ("GCMP-256", rsn(group: 9, pairwise: [9], management: [12]), 0x411, .protected),
        ("OWE", rsn(management: [18]), 0x411, .enhancedOpen),
        ("the shortest element", element(48, [1, 0]), 0x411, .protected),
    ]

    @Test("an access point's announcements state how the network is protected", arguments: securities.indices)
    func security(index: Int) {
        let one = Self.securities[index]
        let link = Self.read([Self.accessPoint(one.elements, capability: one.capability)])
        #expect(link.security == one.security, "\(one.name)")
    }

    @Test("a message cut off anywhere, or with any byte changed, causes neither a crash nor a hang")
    func hostile() {
        let whole = Self.accessPoint(Self.element(0, Array("Café".utf8)) + Self.wpa(pairwise: [2]) + Self.rsn())
        for end in whole.indices { _ = Self.read([Array(whole[..<end])]) }
        for place in whole.indices {
            for value: UInt8 in [0, 1, 3, 0x7f, 0x80, 0xff] {
                var bytes = whole
                bytes[place] = value
                _ = Self.read([bytes])
            }
        }
        let long = Self.message(Self.attribute(NL80211_ATTR_SSID.rawValue, [UInt8](repeating: 65, count: 33)))
        #expect(Self.read([long]).ssid == nil)
    }

    @Test("an interface that is not wireless is not queried")
    func wired() {
        #expect(!WirelessReader.isWireless("lo"))
    }
}
