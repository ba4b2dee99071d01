import NetworkModel

/// The root causes of the layers that all targets share, a file a layer; those of registered kinds are with them.
public enum SharedCauses {
    /// In the order of the layers.
    public static let entries: [CauseEntry] =
        Layer.shared.flatMap(causes) + PortalCauses.all

    private static func causes(of layer: Layer) -> [CauseEntry] {
        switch layer {
        case .local: LocalCauses.all
        case .link: LinkCauses.all
        case .address: AddressCauses.all
        case .gateway: GatewayCauses.all
        // What breaks it is named by causes of the path, of DNS and of portals.
        case .uplink: []
        case .path: PathCauses.all
        case .dns: DNSCauses.all
        case .mdns: MulticastCauses.all
        case .tcp: TCPCauses.all
        case .tls: TLSCauses.all
        case .proxy: ProxyCauses.all
        case .kind: []
        }
    }
}
