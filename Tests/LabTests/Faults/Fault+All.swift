import struct NetworkModel.CauseID

extension Fault {
    /// Every row, lowest layer first.
    static let all: [Fault] =
        HealthyTargets.rows + LocalFaults.rows + LinkFaults.rows + AddressFaults.rows + GatewayFaults.rows
        + PathFaults.rows + DNSFaults.rows + MulticastFaults.rows + EchoFaults.rows + TCPFaults.rows + TLSFaults.rows
        + ProxyFaults.rows + HTTPFaults.rows + WebSocketFaults.rows + FTPFaults.rows + ExpectationFaults.rows
        + DoubleFaults.rows + WebFaults.rows

    /// Causes that no fault in a lab of this kind brings about, with the reason. They are tested at the rules, in
    /// Tests/DiagnosisTests, with evidence recorded where it can be had.
    static let testedAtTheRules: [CauseID: String] = [
        "http.failed": "named where no rule knows the reason: no fault is known that ends there"
    ]

    /// Causes whose rows are still to be written.
    static let stillToCome: Set<CauseID> = [
        "address.duplicate", "address.gateway-off-link", "address.ipv6-disabled", "address.lease-expired",
        "address.link-local-only", "address.tentative", "gateway.dead-preferred", "gateway.loss", "gateway.no-icmp",
        "gateway.slow", "link.degraded", "link.dormant", "link.errors", "link.flapping", "link.insecure",
        "link.weak-signal", "mdns.blocked", "mdns.malformed-peer", "mdns.stale",
    ]
}
