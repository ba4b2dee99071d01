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
        // every address (proxy ARP), and the gateway does not reply to pings. One that replies for this machine's alone takes some
        // of its packets.
        let silent = gateway?.hops.first { hop in
            hop.holder != nil
                && (!isForwarding || hop.isHolderAlone == true
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

    /// The question whether another host has this machine's address, if packets were lost, or all queries: routers send packets to the
    /// one of the two that they heard last, so that everything may work again by the time that the check ends.
    static func sharingFollowUps(in evidence: Evidence) -> [FollowUp] {
        let hops = evidence.gateway?.hops ?? []
        guard hops.contains(where: { $0.route.family == .ipv4 && $0.neighbour?.hardwareAddress != nil }) else {
            return []
        }
        let isDoubtful =
            evidence.isSlow || evidence.dns?.resolution.answers.isEmpty == true && evidence.hasTimedOut
            || evidence.http?.isRepeated == true || evidence.path?.isLossKnown == true
            || hops.contains(where: \.hasLost)
        return isDoubtful ? [.link(.sharing)] : []
    }

    /// Whether a finding is about a host that takes some of the packets to this machine, since it has the same address.
    static func isAboutSharing(_ finding: Finding, _ gateway: GatewayEvidence?) -> Bool {
        guard finding.id == AddressCauses.duplicate.id, let own = finding.facts["own"] else { return false }
        return (gateway?.hops ?? []).contains { $0.isHolderAlone == true && $0.own.map { "\($0)" } == own }
    }

    /// The findings without the losses that such a host causes.
    static func withoutLosses(_ findings: [Finding], _ gateway: GatewayEvidence?) -> [Finding] {
        guard findings.contains(where: { isAboutSharing($0, gateway) }) else { return findings }
        let losses = [GatewayCauses.loss.id, DNSCauses.loss.id, DNSCauses.slow.id]
        return findings.filter { !losses.contains($0.id) }
    }

    /// The address that this machine has besides another host, according to a finding; `nil` for others.
    static func sharedAddress(in finding: Finding) -> IPAddress? {
        switch finding.id {
        case AddressCauses.duplicate.id: finding.facts["own"].flatMap(IPAddress.init)
        // This machine has none of the other addresses in the subnet.
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

    /// The peer of an established connection behind a gateway that became silent, if the uplink does not work any more; `nil` if there is
    /// none.
    static func peerSilencedBehindGateway(_ evidence: Evidence) -> IPAddress? {
        guard let peer = evidence.hangingPeer?.address, evidence.gatewayHop(to: peer) != nil, evidence.isUplinkSilent
        else { return nil }
        return peer
    }

    /// Findings about two hosts with the gateway's address. Packets go to the one that this machine heard last.
    static func gatewayTaken(
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

extension GatewayEvidence.Hop {
    /// Whether some of the echo requests to it got no reply.
    var hasLost: Bool {
        [echo, series].contains { $0.map { $0.received > 0 && $0.received < $0.sent } ?? false }
    }
}
