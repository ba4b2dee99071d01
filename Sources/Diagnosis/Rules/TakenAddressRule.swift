import NetworkModel

/// The rule for a machine that was given the address of its router, which is the DNS server as well: queries do not leave this machine,
/// where no server runs, and the kernel rejects a default route over its own address.
enum TakenAddressRule {
    /// The finding, if another host answers ARP for the address.
    static func finding(in evidence: AddressEvidence) -> Finding? {
        guard let holder = evidence.holder else { return nil }
        let address = "\(holder.address)"
        var finding = Finding(
            AddressCauses.duplicate, confidence: 0.95,
            AddressRules.facing(
                holder.address,
                [
                    "interface": shown(holder.interface), "addresses": address, "own": address,
                    "who": FactPhrase.anotherHostAt.text(["address": shown(holder.hardwareAddress)]),
                    "which": FactPhrase.ownAddressToo.text(["address": address]),
                ]))
        finding.side = .machine
        return finding
    }

    /// The question whether another host has the address, if all of the servers that are queried are this machine, and none runs.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard let dns = evidence.dns, dns.resolution.answers.isEmpty else { return [] }
        let failures = dns.resolution.failures.filter { $0.source == .dns }
        guard GatewayRules.isOwnPortClosed(failures, evidence),
            let address = failures.lazy.compactMap({ $0.server.flatMap(PathDestination.init(server:))?.address }).first
        else { return [] }
        return [.link(.ownHolder(address))]
    }
}
