import NetworkModel

/// What targets refute that work although the machine's own check finds a fault beyond the gateway.
extension OverallStatus {
    /// The verdict with warnings in place of errors about the uplink and DNS servers, and the status of a machine that works, if a
    /// target refutes each of them: it has reached a host of the Internet since then, by a name that the same DNS server had.
    ///
    /// - Parameter observed: When the last queries began from which the verdict is; `nil` if the targets were checked at the same time.
    static func refuted(
        _ machine: MachineVerdict, by targets: [StatusDocument.TargetStatus],
        _ incidents: [StatusDocument.Incident], since observed: Timestamp?
    ) -> MachineVerdict {
        let doubted = machine.findings.filter { finding in
            finding.severity == .error || finding.severity == .warning && ofServers.contains(finding.id)
        }
        // A device that accepts connections in place of others may have answered the target.
        guard !doubted.isEmpty, machine.status != .connectionUp,
            machine.uplink?.evidence?.interception?.isAccepted != true,
            doubted.allSatisfy({ finding in
                targets.contains { isRefuted(finding, by: $0, incidents, since: observed) }
            })
        else { return machine }
        var machine = machine
        machine.lowerErrors(to: .warning)
        return machine
    }

    /// Causes that name a DNS server which answers. One that fails or is silent may still have the target's name by chance.
    private static let ofServers: Set<CauseID> = [
        DNSCauses.refused.id, DNSCauses.nxdomain.id, DNSCauses.noAddress.id, DNSCauses.hijacked.id,
    ]

    private static func isRefuted(
        _ finding: Finding, by target: StatusDocument.TargetStatus, _ incidents: [StatusDocument.Incident],
        since observed: Timestamp?
    ) -> Bool {
        guard target.status == .connectionUp, !target.isInMaintenance, let host = target.reached,
            !host.servers.isEmpty
        else { return false }
        // A target that was checked before the fault says nothing about it.
        let begun = incidents.first { $0.isOpen && $0.cause.id == finding.id }?.opened ?? observed
        if let begun {
            guard let last = target.last, last > begun else { return false }
            if incidents.contains(where: { $0.isOpen && $0.opened > last && mayBeOutage($0.cause) }) { return false }
        }
        if finding.id == PathCauses.upstreamDown.id { return true }
        let servers = (finding.facts["servers"] ?? finding.facts["server"] ?? "").split(separator: ", ")
        let madeUp = (finding.facts["addresses"] ?? "").split(separator: ", ")
        return ofServers.contains(finding.id) && !madeUp.contains { $0 == "\(host.address)" }
            && servers.contains { host.servers.contains(String($0)) }
    }
}
