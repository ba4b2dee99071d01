import NetworkModel

/// Addresses that this machine or its gateway shares with another host.
extension AddressRules {
    /// Findings about an address of this machine that another host uses as well, while the gateway is silent: its replies go
    /// to that host.
    static func addressConflicts(
        _ gateway: GatewayEvidence?, isForwarding: Bool, heard: Set<AddressFamily>
    ) -> [Finding] {
        if let own = ownGateway(gateway, isForwarding: isForwarding) { return [own] }
        // The other address family may work. If this one does, replies get here: another device replies to ARP requests for
        // every address (proxy ARP), and the gateway does not reply to pings.
        let silent = gateway?.hops.first { hop in
            hop.holder != nil
                && (!isForwarding
                    || GatewayRules.condition(of: hop) != .alive && !heard.contains(hop.route.family))
        }
        guard let hop = silent, let holder = hop.holder, let own = hop.own else {
            return gatewayTaken(gateway, isForwarding: isForwarding, heard: heard)
        }
        let isGateway = holder == hop.arpAddress || holder == hop.neighbour?.hardwareAddress
        let facts = [
            "interface": shown(hop.route.interface ?? "?"), "addresses": "\(own)", "own": "\(own)",
            "which": FactPhrase.ownAddressToo.text(["address": "\(own)"]),
            "who": isGateway
                ? FactPhrase.theGateway.text(["router": "\(hop.route.gateway ?? own)"])
                : FactPhrase.anotherHostAt.text(["address": shown(holder)]),
        ]
        return [
            Finding(
                AddressCauses.duplicate, confidence: 0.95, severity: isForwarding ? .warning : nil,
                // There is no other host to be found.
                isGateway ? facts : facing(own, facts))
        ]
    }

    /// The address that this machine has besides another host, according to a finding; `nil` for others.
    static func sharedAddress(in finding: Finding) -> IPAddress? {
        switch finding.id {
        case AddressCauses.duplicate.id: finding.facts["own"].flatMap(IPAddress.init)
        // Of other addresses in the subnet, this machine has none.
        case AddressCauses.overlap.id where finding.facts["routed"] == nil:
            finding.facts["address"].flatMap(IPAddress.init)
        default: nil
        }
    }

    /// The finding about a gateway whose address this machine has itself: packets to the gateway do not leave it. A warning if the
    /// other address family works, or if packets pass the gateway, whose hardware address ARP finds nevertheless.
    private static func ownGateway(_ gateway: GatewayEvidence?, isForwarding: Bool) -> Finding? {
        let hops = gateway?.hops ?? []
        if let subnet = hops.lazy.compactMap(\.ownSubnet).first {
            return SubnetRules.finding(aboutGatewayIn: subnet, isForwarding: isForwarding)
        }
        guard let hop = hops.first(where: { $0.isOwn == true }), let address = hop.route.gateway,
            !isForwarding || hops.contains(where: { $0.route.family != hop.route.family && $0.isOwn != true })
        else { return nil }
        var finding = Finding(
            AddressCauses.duplicate, confidence: 0.95, severity: isForwarding ? .warning : nil,
            facing(
                address,
                [
                    "interface": shown(hop.route.interface ?? "?"), "addresses": "\(address)", "own": "\(address)",
                    "which": FactPhrase.sameAddress.text(["address": "\(address)"]),
                    "who": FactPhrase.thisMachineAsGateway.text,
                ]))
        finding.side = .machine
        return finding
    }

    /// Findings about two hosts with the gateway's address. Packets go to the one that this machine heard last.
    private static func gatewayTaken(
        _ gateway: GatewayEvidence?, isForwarding: Bool, heard: Set<AddressFamily>
    ) -> [Finding] {
        let taken = gateway?.hops.first { $0.rival != nil && (!isForwarding || !heard.contains($0.route.family)) }
        guard let hop = taken, let rival = hop.rival,
            let known = hop.neighbour?.hardwareAddress, let address = hop.route.gateway
        else { return [] }
        // The neighbour entry may have changed to the rival since that one answered.
        let other = [known, hop.arpAddress].compactMap(\.self).first { $0 != rival }
        let who =
            other.map { FactPhrase.besidesAnother.text(["address": shown(rival), "other": shown($0)]) }
            ?? FactPhrase.anotherHostAt.text(["address": shown(rival)])
        return [
            Finding(
                AddressCauses.duplicate, confidence: 0.95, severity: isForwarding ? .warning : nil,
                facing(
                    address,
                    [
                        "interface": shown(hop.route.interface ?? "?"), "addresses": "\(address)",
                        "gateway": "\(address)", "which": FactPhrase.sameAddress.text(["address": "\(address)"]),
                        "who": who,
                    ]))
        ]
    }
}
