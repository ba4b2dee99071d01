/// The wireless network that an interface is associated with, as reported by nl80211.
public struct WirelessLink: Sendable, Hashable, Codable {
    /// How the network keeps others from reading and joining (IEEE 802.11-2020 sections 9.4.2.24 and 12.2).
    public enum Security: String, Sendable, Hashable, Codable, CaseIterable {
        /// Nothing: whoever is near reads along.
        case open
        /// Encrypted, but anybody may join (OWE, RFC 8110).
        case enhancedOpen = "enhanced-open"
        /// WEP, broken since 2001.
        case wep
        /// TKIP and nothing better (WPA of 2003), deprecated in 2012.
        case tkip
        /// CCMP or GCMP: WPA2, WPA3.
        case protected
    }

    /// The network's name, as UTF-8; it comes from whoever is near. `nil` while there is no association.
    public var ssid: String?
    /// The access point's hardware address.
    public var accessPoint: String?
    /// MHz.
    public var frequency: Int?
    /// dBm, the mean of the last frames where the driver has it; −30 is beside the access point, −90 hardly heard.
    public var signal: Int?
    /// `nil` if the driver does not say.
    public var security: Security?

    enum CodingKeys: String, CodingKey {
        case ssid, security
        case accessPoint = "access_point"
        case frequency = "frequency_mhz"
        case signal = "signal_dbm"
    }

    /// Creates what is known of an association.
    ///
    /// - Parameters:
    ///   - frequency: MHz.
    ///   - signal: dBm.
    public init(
        ssid: String? = nil, accessPoint: String? = nil, frequency: Int? = nil, signal: Int? = nil,
        security: Security? = nil
    ) {
        self.ssid = ssid
        self.accessPoint = accessPoint
        self.frequency = frequency
        self.signal = signal
        self.security = security
    }
}
