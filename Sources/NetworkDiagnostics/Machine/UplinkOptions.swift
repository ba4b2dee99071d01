public import NetworkModel

/// The options of examining the uplink.
public struct UplinkOptions: Sendable, Hashable {
    /// Whether packets are sent to addresses that belong to nobody (`uplink:` of netdiag.yaml(5)).
    public var sendsPackets: Bool
    /// The URL that responds with 204 unless a captive portal intercepts the request (`captive_portal_url:`); `nil` for that
    /// of NetworkManager's configuration, if there is one.
    public var url: Target?

    /// Creates options. By default, packets are sent and NetworkManager's URL is used.
    public init(sendsPackets: Bool = true, url: Target? = nil) {
        self.sendsPackets = sendsPackets
        self.url = url
    }
}
