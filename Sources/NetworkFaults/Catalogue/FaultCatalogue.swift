public import NetworkModel

/// All faults that a server of this project can cause.
public enum FaultCatalogue {
    /// The faults in the order of the layers. Each cause occurs once.
    public static let all: [FaultDefinition] =
        TCPFaults.all + TLSFaults.all + ProxyFaults.all + HTTPFaults.all + WebSocketFaults.all + DNSFaults.all
        + FTPFaults.all + ScriptFaults.all

    private static let byCause = Dictionary(all.map { ($0.cause, $0) }) { first, _ in first }

    /// Returns the fault that leads to a cause; `nil` if no server can cause it (``UnservableCauses``).
    public static func definition(_ cause: CauseID) -> FaultDefinition? { byCause[cause] }
}
