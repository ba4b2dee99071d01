import FoundationEssentials

import struct NetworkModel.CauseID

extension Fault {
    /// The rows of `make faults`: all, or those with a title that contains the text of `NETDIAG_ROWS`.
    static let chosen: [Fault] = matching(all)

    /// The rows of `make test`: all, and some by `netdiag diagnose`. With `NETDIAG_ROWS`, those with such a title, of all
    /// that `netdiag diagnose` can be asked about.
    static let tested: [Fault] = words == nil ? all + diagnosedSample : matching(all + all.compactMap(\.diagnosed))

    private static let words = ProcessInfo.processInfo.environment["NETDIAG_ROWS"]

    private static func matching(_ rows: [Fault]) -> [Fault] {
        guard let words else { return rows }
        let chosen = rows.filter { $0.title.contains(words) }
        if chosen.isEmpty { fatalError("no row of the fault table has a title that contains \"\(words)\"") }
        return chosen
    }

    /// Every row: those of the layers that all targets share, lowest layer first, and then those of each registered
    /// kind.
    static let all: [Fault] =
        HealthyTargets.rows + HealthyLinks.rows + LocalFaults.rows + OutputFaults.rows + LinkFaults.rows
        + AddressFaults.rows
        + GatewayFaults.rows + RoutingFaults.rows + OwnNetworkFaults.rows + WideRouteFaults.rows + UplinkFaults.rows
        + WithoutTargetFaults.rows
        + SpareUplinkFaults.rows + UnobservedFaults.rows + BogonFaults.rows + HangingFaults.rows
        + FixedNeighbourFaults.rows
        + LegFaults.rows + SingleFamilyFaults.rows + SingleFamilyFaults.targets + FamilyComparisonFaults.rows
        + HostSettingFaults.rows
        + StalePrefixFaults.rows + IPv6OnlyFaults.rows + ImpostorFaults.rows + LossFaults.rows
        + PathFaults.rows + DroppedPortFaults.rows
        + SystemNameFaults.rows + ResolverFaults.rows + ResolvedFaults.rows + ForeignReplyFaults.rows
        + MulticastFaults.rows
        + ProxyFaults.rows + ExpectationFaults.rows
        + DoubleFaults.rows + DoubleLinkFaults.rows + WebFaults.rows
        + LabKinds.all.flatMap { $0.rows }

    /// Causes that no fault in a lab of this kind can bring about, each with the reason. The rules are tested for them
    /// in Tests/DiagnosisTests, with recorded evidence if there is any.
    static let testedAtTheRules: [CauseID: String] = [
        "link.weak-signal": "no radio here: with messages of nl80211 laid out as the kernel does",
        "link.insecure": "no radio here: likewise",
        "path.shared-loss": "found from the checks of several targets: in SharedLossTests",
        "local.probe-overrun": "no probe of netdiag runs on without end: with kinds that do, in ProbeOverrunTests",
    ]
}
