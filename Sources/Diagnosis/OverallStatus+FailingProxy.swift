package import NetworkModel

/// Networks that let programs out through a proxy alone, which cannot be used.
extension OverallStatus {
    /// The uplink as it counts beside the targets (``counted(_:beside:_:since:)``).
    package static func uplink(
        of machine: MachineVerdict, beside targets: [StatusDocument.TargetStatus],
        _ incidents: [StatusDocument.Incident] = [], since observed: Timestamp? = nil
    ) -> StatusDocument.Uplink? {
        counted(machine, beside: targets, incidents, since: observed).uplink
    }

    /// Whether a target fails at its proxy, while a device rejects direct connections: it may be meant to, so that the proxy is what is
    /// wrong.
    static func isProxyFailing(_ machine: MachineVerdict, _ targets: [StatusDocument.TargetStatus]) -> Bool {
        machine.isOnlyFiltered
            && targets.contains { target in
                target.isProxied && !target.isInMaintenance && hasFailed(target)
                    && target.cause.map { $0.layer == .proxy && !isOfElsewhere($0) } == true
            }
    }

    /// Whether the proxy is one of another network, or a program of this machine, and tells nothing about this network.
    private static func isOfElsewhere(_ cause: Finding) -> Bool {
        cause.id == ProxyCauses.unreachable.id && cause.side == .machine
    }
}

extension MachineVerdict {
    /// Whether the only error is a device on the path that rejects connections to the ports of the web, and passes other packets.
    var isOnlyFiltered: Bool {
        guard status == .connectionDown, let evidence = uplink?.evidence,
            PortFilterRule.finding(in: evidence)?.severity == .error
        else { return false }
        return findings.allSatisfy { $0.severity != .error || $0.id == PathCauses.filtered.id }
    }

    /// Lets it count as not known whether the Internet is reached, since direct connections may be meant to be rejected.
    mutating func openUplink() {
        lowerErrors(to: .warning)
        status = .connectionIndeterminate
        guard let evidence = uplink?.evidence else { return }
        let isResolverSeen = UplinkIndications(evidence).areResolversSeenAlone
        let words: FactPhrase = isResolverSeen ? .onlyResolversSeen : .noConnectionSeen
        uplink = .init(status: .connectionIndeterminate, detail: words.text, evidence: evidence)
    }
}
