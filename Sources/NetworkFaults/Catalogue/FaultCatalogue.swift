public import NetworkModel

/// Every fault that a server of this project can bring about.
public enum FaultCatalogue {
    /// In the order of the layers; no cause stands twice.
    public static let all: [FaultDefinition] =
        TCPFaults.all + TLSFaults.all + ProxyFaults.all + HTTPFaults.all + WebSocketFaults.all + DNSFaults.all
        + FTPFaults.all + ScriptFaults.all

    private static let byCause = Dictionary(all.map { ($0.cause, $0) }) { first, _ in first }

    /// The fault that leads to a cause; `nil` if no server can bring it about (``UnservableCauses``).
    public static func definition(_ cause: CauseID) -> FaultDefinition? { byCause[cause] }
}
