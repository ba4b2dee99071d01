public import NetworkModel

/// How the uplink is examined.
public struct UplinkOptions: Sendable, Hashable {
    /// Whether packets are sent to addresses that belong to nobody (`uplink:` of netdiag.yaml(5)).
    public var sendsPackets: Bool
    /// The page that answers 204 unless a captive portal answers (`captive_portal_url:`); `nil`: what NetworkManager is
    /// configured with, if anything.
    public var url: Target?

    /// Creates options; by default, packets are sent and NetworkManager's URL is asked for.
    public init(sendsPackets: Bool = true, url: Target? = nil) {
        self.sendsPackets = sendsPackets
        self.url = url
    }
}
