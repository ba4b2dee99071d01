public import NetworkModel

/// Every root cause that a report may name, a file a layer.
public enum Catalogue {
    /// In the order of the layers.
    public static let entries: [CauseEntry] =
        LocalCauses.all + LinkCauses.all + AddressCauses.all + GatewayCauses.all + PathCauses.all + DNSCauses.all
        + MulticastCauses.all + EchoCauses.all + TCPCauses.all + TLSCauses.all + ProxyCauses.all + HTTPCauses.all
        + WebSocketCauses.all + FTPCauses.all

    public static func entry(_ id: CauseID) -> CauseEntry? {
        entries.first { $0.id == id }
    }
}
