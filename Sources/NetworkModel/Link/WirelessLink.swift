/// The wireless network that an interface is associated with, as reported by nl80211.
public struct WirelessLink: Sendable, Hashable, Codable {
    /// The protection of the network against reading and joining (IEEE 802.11-2020 sections 9.4.2.24 and 12.2).
    public enum Security: String, Sendable, Hashable, Codable, CaseIterable {
        /// There is no protection: everybody nearby can read the traffic.
        case open
        /// The traffic is encrypted, but everybody can join (OWE, RFC 8110).
        case enhancedOpen = "enhanced-open"
        /// WEP, which has been broken since 2001.
        case wep
        /// TKIP only (WPA of 2003), which has been deprecated since 2012.
        case tkip
        /// CCMP or GCMP (WPA2, WPA3).
        case protected
    }

    /// The name of the network as UTF-8, which is untrusted text. `nil` while there is no association.
    public var ssid: String?
    /// The access point's hardware address.
    public var accessPoint: String?
    /// The frequency in MHz.
    public var frequency: Int?
    /// The signal in dBm, averaged over the last frames if the driver does that; −30 is next to the access point, −90 is
    /// barely usable.
    public var signal: Int?
    /// The protection; `nil` if the driver does not report it.
    public var security: Security?

    enum CodingKeys: String, CodingKey {
        case ssid, security
        case accessPoint = "access_point"
        case frequency = "frequency_mhz"
        case signal = "signal_dbm"
    }

    /// Creates the state of an association.
    ///
    /// - Parameters:
    ///   - ssid: The name of the network; `nil` while there is no association.
    ///   - accessPoint: The access point's hardware address.
    ///   - frequency: The frequency in MHz.
    ///   - signal: The signal in dBm.
    ///   - security: The protection; `nil` if the driver does not report it.
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
