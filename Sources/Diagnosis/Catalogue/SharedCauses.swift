import NetworkModel

/// The root causes of the layers that all targets share, with one file for each layer. The causes of a kind of target are in
/// the folder of that kind.
public enum SharedCauses {
    /// The entries in the order of the layers.
    public static let entries: [CauseEntry] =
        Layer.shared.flatMap(causes) + PortalCauses.all

    private static func causes(of layer: Layer) -> [CauseEntry] {
        switch layer {
        case .local: LocalCauses.all
        case .link: LinkCauses.all
        case .address: AddressCauses.all
        case .gateway: GatewayCauses.all
        // Causes of a broken uplink belong to the path, to DNS and to portals.
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
