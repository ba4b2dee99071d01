import CNetlink
import NetworkModel

/// The combined information of nl80211's messages about an interface. The contents of stations and scans are received over
/// the air: every access is checked, and the last value of the same kind counts.
struct Association {
    private(set) var link = WirelessLink()
    private var averageSignal: Int?

    /// Processes a message after its netlink header.
    mutating func read(_ payload: ArraySlice<UInt8>) {
        for (type, value) in NetlinkAttributes(payload.from(4)) {
            switch type {
            case Int(NL80211_ATTR_SSID.rawValue): read(ssid: value)
            case Int(NL80211_ATTR_WIPHY_FREQ.rawValue):
                link.frequency = value.integer(at: 0, as: UInt32.self).map(Int.init)
            case Int(NL80211_ATTR_STA_INFO.rawValue): read(station: value)
            case Int(NL80211_ATTR_BSS.rawValue): read(accessPoint: value)
            default: break
            }
        }
    }

    private mutating func read(ssid bytes: ArraySlice<UInt8>) {
        // IEEE 802.11-2020 section 9.4.2.2: at most 32 bytes, in no particular encoding.
        guard !bytes.isEmpty, bytes.count <= 32 else { return }
        link.ssid = String(decoding: bytes, as: UTF8.self)
    }

    private mutating func read(station: ArraySlice<UInt8>) {
        for (type, value) in NetlinkAttributes(station) {
            // A signed byte of dBm each. The average varies less than the last frame's value.
            guard let signal = value.integer(at: 0, as: Int8.self).map(Int.init) else { continue }
            switch type {
            case Int(NL80211_STA_INFO_SIGNAL.rawValue) where averageSignal == nil: link.signal = signal
            case Int(NL80211_STA_INFO_SIGNAL_AVG.rawValue):
                averageSignal = signal
                link.signal = signal
            default: break
            }
        }
    }

    private mutating func read(accessPoint bytes: ArraySlice<UInt8>) {
        var found: [Int: ArraySlice<UInt8>] = [:]
        for (type, value) in NetlinkAttributes(bytes) { found[type] = value }
        func value(_ key: nl80211_bss) -> ArraySlice<UInt8>? { found[Int(key.rawValue)] }
        // A scan contains every network that was heard; only one is this interface's own.
        guard value(NL80211_BSS_STATUS)?.integer(at: 0, as: UInt32.self) == NL80211_BSS_STATUS_ASSOCIATED.rawValue
        else { return }
        link.accessPoint = value(NL80211_BSS_BSSID).flatMap(HardwareAddress.text)
        link.frequency =
            value(NL80211_BSS_FREQUENCY)?.integer(at: 0, as: UInt32.self).map(Int.init) ?? link.frequency
        if link.signal == nil, let hundredths = value(NL80211_BSS_SIGNAL_MBM)?.integer(at: 0, as: Int32.self) {
            link.signal = Int(hundredths) / 100
        }
        let elements = BSSElements(
            value(NL80211_BSS_INFORMATION_ELEMENTS) ?? value(NL80211_BSS_BEACON_IES) ?? [],
            capability: value(NL80211_BSS_CAPABILITY)?.integer(at: 0, as: UInt16.self))
        link.security = elements.security
        if link.ssid == nil, let ssid = elements.ssid { read(ssid: ssid) }
    }
}
