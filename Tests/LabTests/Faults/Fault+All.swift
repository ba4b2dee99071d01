import struct NetworkModel.CauseID

extension Fault {
    /// Every row, lowest layer first.
    static let all: [Fault] =
        HealthyTargets.rows + LocalFaults.rows + LinkFaults.rows + AddressFaults.rows + GatewayFaults.rows
        + PathFaults.rows + DNSFaults.rows + MulticastFaults.rows + EchoFaults.rows + TCPFaults.rows + TLSFaults.rows
        + ProxyFaults.rows + HTTPFaults.rows + WebSocketFaults.rows + FTPFaults.rows + DoubleFaults.rows

    /// Causes that no machine of this kind can bring about (radio, 802.1X): tested at the rules, with evidence recorded
    /// where it can, in Tests/DiagnosisTests.
    static let testedAtTheRules: Set<CauseID> = []
}
