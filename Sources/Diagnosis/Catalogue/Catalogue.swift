public import NetworkModel

/// Every root cause that a report may name, a file a layer.
public enum Catalogue {
    /// In the order of the layers.
    public static let entries: [CauseEntry] = Layer.allCases.sorted().flatMap(causes)

    private static let byID = Dictionary(uniqueKeysWithValues: entries.map { ($0.id, $0) })

    public static func entry(_ id: CauseID) -> CauseEntry? { byID[id] }

    private static func causes(of layer: Layer) -> [CauseEntry] {
        switch layer {
        case .local: LocalCauses.all
        case .link: LinkCauses.all
        case .address: AddressCauses.all
        case .gateway: GatewayCauses.all
        case .path: PathCauses.all
        case .dns: DNSCauses.all
        case .mdns: MulticastCauses.all
        case .icmp: EchoCauses.all
        case .tcp: TCPCauses.all
        case .tls: TLSCauses.all
        case .proxy: ProxyCauses.all
        case .http: HTTPCauses.all
        case .ws: WebSocketCauses.all
        case .ftp: FTPCauses.all
        }
    }
}
