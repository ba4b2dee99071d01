import struct NetworkModel.CauseID

extension Fault {
    /// Every row, lowest layer first.
    static let all: [Fault] =
        HealthyTargets.rows + LinkFaults.rows + AddressFaults.rows + GatewayFaults.rows + PathFaults.rows
        + DNSFaults.rows + TCPFaults.rows + TLSFaults.rows + HTTPFaults.rows

    /// Causes that no machine of this kind can bring about (radio, 802.1X): tested at the rules, with evidence recorded
    /// where it can, in Tests/DiagnosisTests.
    static let testedAtTheRules: Set<CauseID> = []
}
