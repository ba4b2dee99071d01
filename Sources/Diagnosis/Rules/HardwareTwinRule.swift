import NetworkModel

/// The rule for another host on the link with this machine's hardware address, as a copy of a virtual machine has: each of the two
/// loses what switches send to the other one, so that whatever is observed at higher layers changes from one check to the next.
enum HardwareTwinRule {
    /// The finding, as a warning; empty without such a host.
    static func findings(in evidence: AddressEvidence) -> [Finding] {
        guard let twin = evidence.twin else { return [] }
        let hardware = shown(twin.hardwareAddress)
        return [
            Finding(
                AddressCauses.duplicate, confidence: 0.9, severity: .warning,
                [
                    "interface": shown(twin.interface), "addresses": hardware, "cloned": hardware,
                    "who": FactPhrase.anotherHostAt.text(["address": "\(twin.address)"]),
                    "which": FactPhrase.ownHardwareToo.text(["address": hardware]),
                ])
        ]
    }

    /// Whether a finding is about such a host.
    static func isAbout(_ finding: Finding) -> Bool {
        finding.id == AddressCauses.duplicate.id && finding.facts["cloned"] != nil
    }

    /// Whether such a host explains the failure of a check: something was sent, and no response arrived.
    static func explainsFailure(_ evidence: Evidence) -> Bool {
        if evidence.hasTimedOut || evidence.tls?.outcome == .timeout { return true }
        if evidence.http?.outcome == .noAnswer || evidence.http?.outcome == .stalled { return true }
        if evidence.gateway?.hops.contains(where: { GatewayRules.condition(of: $0) == .dead }) == true { return true }
        return evidence.dns.map { dns in
            dns.resolution.system?.failure == .timeout
                || dns.resolution.failures.contains { $0.reason == .timeout }
                    && dns.resolution.answers.isEmpty
        } == true
    }

    /// Whether such a host explains what is wrong with the machine: queries or look-ups got no response, or nothing proves that the
    /// uplink works.
    static func explainsFailure(_ observation: MachineObservation, isUplinkUp: Bool) -> Bool {
        !isUplinkUp || observation.names?.resolution.system?.failure == .timeout
            || observation.resolvers.contains { $0.failure == .timeout }
    }

    /// The question whether there is such a host, if packets of a check were lost.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard evidence.isSlow || explainsFailure(evidence) else { return [] }
        let link = evidence.link?.carriers.first { !$0.isLoopback && $0.hardwareAddress != nil && $0.hasCarrier }
        return link.map { [.link(.twin(interface: $0.name))] } ?? []
    }
}
