import NetworkModel

/// Rules for the addresses on the interfaces of the route, and whether they match its gateway.
enum AddressRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let address = evidence.address else { return [] }
        if let taken = TakenAddressRule.finding(in: address) { return [taken] }
        var found = findings(
            in: address, link: evidence.link, gateway: evidence.gateway, isForwarding: evidence.provesForwarding,
            heard: evidence.familiesHeard, isUplinkSilent: evidence.isUplinkSilent)
        if let broadcast = BroadcastAddressRule.finding(in: evidence) { return [broadcast] }
        // The response for IPv4 is missing, or wrong.
        if DNSRules.lostFamily(in: evidence) == .ipv4 || BlockedFamilyRule.onlyFamily(in: evidence) == .ipv4
            || DNSRules.isLedByHosts(evidence)
        {
            found.removeAll { $0.id == AddressCauses.ipv6Disabled.id }
        }
        // This machine itself responds in place of its gateway, which says nothing about what is beyond it.
        let failures = evidence.dns?.resolution.failures.filter { $0.source == .dns } ?? []
        if evidence.dns?.resolution.answers.isEmpty == true, GatewayRules.isOwnPortClosed(failures, evidence) {
            found = found.map { finding in
                let own = sharedAddress(in: finding).map { "\($0)" }
                return own != nil && failures.contains { $0.server == own } ? finding.asError : finding
            }
        }
        let isUnrelated = isUnrelated(evidence)
        if isUnrelated {
            found = found.map { $0.id == AddressCauses.duplicate.id && $0.facts["own"] != nil ? $0.asWarning : $0 }
        }
        if HardwareTwinRule.explainsFailure(evidence) {
            found = found.map { finding in
                let isSharing = !isUnrelated && isAboutSharing(finding, evidence.gateway)
                return isSharing || HardwareTwinRule.isAbout(finding) ? finding.asError : finding
            }
        }
        // Another host has taken the gateway's address since the connection was established.
        if let peer = peerSilencedBehindGateway(evidence) {
            let others = AddressFamily.allCases.filter { $0 != peer.family }
            found += gatewayTaken(evidence.gateway, isForwarding: true, heard: Set(others)).map(\.asError)
        }
        if SourceRule.isRefuted(by: evidence) { found.removeAll { $0.id == AddressCauses.badSource.id } }
        let sixth = withoutSixth(evidence)
        // The only address is the cause, and not one of several.
        if sixth.contains(where: { $0.id == AddressCauses.duplicate.id }) {
            found.removeAll { $0.id == AddressCauses.duplicate.id && $0.facts["own"] == nil }
        }
        found += sixth
        found += SubnetRules.findings(in: evidence) + RogueRouterRule.findings(in: evidence)
        found += SharedTargetRule.findings(in: evidence) + StalePrefixRule.findings(in: evidence)
        if let several = RouterRules.severalPrefixes(in: evidence) { found.append(several) }
        return found
    }

    /// The findings about addresses.
    ///
    /// - Parameters:
    ///   - gateway: The evidence of the gateways, if it is already known.
    ///   - isForwarding: Whether something beyond a gateway responds.
    ///   - heard: The address families in which it does.
    ///   - isUplinkSilent: Whether the uplink was examined, and nothing proves that it works.
    static func findings(
        in evidence: AddressEvidence, link: LinkEvidence?, gateway: GatewayEvidence?, isForwarding: Bool,
        heard: Set<AddressFamily>, isUplinkSilent: Bool
    ) -> [Finding] {
        let carriers = link?.carriers ?? []
        if let port = onPort(evidence, link, gateway, isForwarding: isForwarding) { return [port] }
        if isUplinkSilent, !isForwarding, let broadcast = BroadcastAddressRule.finding(in: evidence) {
            return [broadcast]
        }
        guard evidence.usable.isEmpty else {
            let partly =
                lease(evidence, gateway) + switchedOff(carriers, gateway) + duplicate(evidence, severity: .warning)
                + deprecated(evidence, carriers)
                + SourceRule.findings(in: gateway, isForwarding: isForwarding, heard: heard)
            return partly + HardwareTwinRule.findings(in: evidence)
                + addressConflicts(gateway, isForwarding: isForwarding, heard: heard)
                + offLink(gateway, isForwarding: isForwarding, isUplinkSilent: isUplinkSilent)
                + RouterRules.findings(in: gateway, isForwarding: isForwarding)
        }
        // None of the interfaces can lead to other networks, so that an address would not help.
        if let link, link.carriers.isEmpty, !link.others.isEmpty { return [] }
        let duplicate = duplicate(evidence, severity: .error)
        guard duplicate.isEmpty else { return duplicate }
        let tentative = evidence.unusable.filter { !$0.address.isUsable && !$0.address.address.isLinkLocal }
        guard tentative.isEmpty else {
            return [finding(AddressCauses.tentative, tentative, carriers, severity: .error)]
        }
        if let lease = evidence.expired?.first { return [expired(lease, severity: .error)] }
        let linkLocal = evidence.unusable.filter(\.address.address.isLinkLocal)
        let configured = linkLocal.filter { $0.address.address.family == .ipv4 }
        // Every link that is up has an fe80:: address, which says nothing about a missing DHCP reply.
        guard configured.isEmpty else { return [finding(AddressCauses.linkLocalOnly, linkLocal, carriers)] }
        guard evidence.unusable.isEmpty, let narrow = narrow(among: carriers) else {
            return [finding(AddressCauses.none, [], carriers)]
        }
        var finding = Finding(
            AddressCauses.none, ["interface": shown(narrow.name)].merging(narrowness(narrow)) { $1 })
        finding.side = .machine
        return [finding]
    }

    /// Whether another host has this machine's address, while the gateway answers, and what was not reached is missing on the link:
    /// replies to ARP requests come to the hardware address, so that this has another cause.
    private static func isUnrelated(_ evidence: Evidence) -> Bool {
        let subjects = evidence.pathSubjects
        let shared = (evidence.gateway?.hops ?? []).filter { $0.holder != nil }
        return !shared.isEmpty && shared.allSatisfy { GatewayRules.condition(of: $0) == .alive } && !subjects.isEmpty
            && subjects.allSatisfy { evidence.isMissingOnLink($0.destination.address) }
    }

    /// The minimum MTU of a link with IPv6, in bytes (RFC 8200 section 5).
    private static let leastMTU = 1_280

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        let isDoubtful = evidence.gateway?.hops.contains {
            $0.isOffLink == true && GatewayRules.condition(of: $0) == .silent
        }
        let isUnreached = isDoubtful == true && !evidence.pathSubjects.isEmpty && !evidence.provesForwarding
        var asked: [FollowUp] = isUnreached ? [.path(.uplink)] : []
        let isUplinkSilent = evidence.isUplinkSilent
        asked += holderFollowUps(evidence, isUplinkSilent: isUplinkSilent) + SubnetRules.followUps(in: evidence)
        asked += SourceRule.followUps(in: evidence, isUplinkSilent: isUplinkSilent)
        asked += RouterRules.followUps(in: evidence) + RogueRouterRule.followUps(in: evidence)
        asked += StalePrefixRule.followUps(in: evidence) + HardwareTwinRule.followUps(in: evidence)
        asked += TakenAddressRule.followUps(in: evidence) + sharingFollowUps(in: evidence)
        return asked + SharedTargetRule.followUps(in: evidence)
    }

    /// The question whether another host has the gateway's address or this machine's, if the uplink does not work, or queries
    /// get no response, although the gateway responds.
    private static func holderFollowUps(_ evidence: Evidence, isUplinkSilent: Bool) -> [FollowUp] {
        guard let uplink = evidence.uplink else { return [] }
        if uplink.isIPv6Dead, evidence.unreachedOverIPv6 != nil { return [.link(.holders)] }
        let areQueriesLost = evidence.dns?.resolution.answers.isEmpty == true && evidence.hasTimedOut
        guard isUplinkSilent || areQueriesLost,
            !evidence.provesForwarding || peerSilencedBehindGateway(evidence) != nil,
            evidence.gateway?.hops.contains(where: { $0.route.gateway != nil && $0.echo?.outcome == .reply }) == true
        else { return [] }
        return [.link(.holders)]
    }

    private static func finding(
        _ entry: CauseEntry, _ sources: [AddressEvidence.Source], _ carriers: [Link], severity: Severity? = nil
    ) -> Finding {
        let addresses = sources.map { "\($0.address.address)" }.joined(separator: ", ")
        let interface = shown(sources.first?.interface ?? carriers.first?.name ?? "?")
        let facts = [
            "interface": interface, (severity == .error ? "fresh" : "aged"): interface,
            "client": shown(carriers.first?.name ?? "?"), "why": "", "addresses": addresses,
            "which": FactPhrase.ownAddressToo.text(["address": addresses]),
            "who": FactPhrase.anotherHost.text,
            "state": severity == .error ? FactPhrase.notUsableYet.text : FactPhrase.isDeprecated.text,
        ]
        let shared = entry.id == AddressCauses.duplicate.id ? sources.first?.address.address : nil
        return Finding(entry, severity: severity, shared.map { facing($0, facts) } ?? facts)
    }

    /// Facts, and the address that another host has as one of the advice how to find that host: by ARP, or by NDP.
    static func facing(_ address: IPAddress, _ facts: [String: String]) -> [String: String] {
        var facts = facts
        facts[address.family == .ipv4 ? "probed" : "solicited"] = "\(IPAddress(bytes: address.bytes) ?? address)"
        return facts
    }

    /// The finding about a target with IPv6 addresses only, to which packets leave from a link-local address, as a router
    /// reports (RFC 4443 section 3.1, code 2): neither a router's announcement nor DHCPv6 gave this machine an address.
    private static func withoutSixth(_ evidence: Evidence) -> [Finding] {
        let subjects = evidence.pathSubjects
        guard !subjects.isEmpty, subjects.allSatisfy(isOutOfScope), let address = evidence.address,
            !address.usable.contains(where: { $0.address.address.family == .ipv6 }),
            let source = address.unusable.first(where: { source in
                source.address.address.family == .ipv6 && source.address.address.isLinkLocal
            })
        else { return [] }
        let taken = address.unusable.filter { source in
            source.address.flags.contains(.dadFailed) && source.address.address.family == .ipv6
                && !source.address.address.isLinkLocal
        }
        guard taken.isEmpty else { return [finding(AddressCauses.duplicate, taken, [], severity: .error)] }
        let interface = shown(source.interface)
        return [
            Finding(
                AddressCauses.none, confidence: 0.95,
                [
                    "interface": interface,
                    "why": FactPhrase.withoutSixth.text(["address": "\(source.address.address)"]),
                ])
        ]
    }

    private static func isOutOfScope(_ subject: PathSubject) -> Bool {
        guard subject.destination.address.family == .ipv6, let error = subject.trace?.error, !error.isOwn else {
            return false
        }
        return error.type == 1 && error.code == 2
    }

    private static func duplicate(_ evidence: AddressEvidence, severity: Severity) -> [Finding] {
        let sources = evidence.unusable.filter { $0.address.flags.contains(.dadFailed) }
        return sources.isEmpty ? [] : [finding(AddressCauses.duplicate, sources, [], severity: severity)]
    }

    /// Whether the target needs the missing address family.
    private static func isNeeded(_ family: AddressFamily, _ gateway: GatewayEvidence?) -> Bool {
        gateway.map { $0.familiesWithoutRoute.contains(family) && $0.hops.isEmpty } ?? false
    }

    /// Findings about deprecated addresses. They work, but the router that announced them no longer does so (RFC 4862 section
    /// 5.5.4).
    private static func deprecated(_ evidence: AddressEvidence, _ carriers: [Link]) -> [Finding] {
        AddressFamily.allCases.compactMap { family in
            let sources = evidence.usable.filter { $0.address.address.family == family }
            guard !sources.isEmpty, sources.allSatisfy({ $0.address.flags.contains(.deprecated) }) else { return nil }
            return finding(AddressCauses.tentative, sources, carriers, severity: .warning)
        }
    }

    // MARK: Leases

    private static func lease(_ evidence: AddressEvidence, _ gateway: GatewayEvidence?) -> [Finding] {
        (evidence.expired ?? []).map {
            expired($0, severity: isNeeded($0.address.family, gateway) ? .error : .warning)
        }
    }

    private static func expired(_ lease: ExpiredLease, severity: Severity) -> Finding {
        var facts = ["interface": shown(lease.interface), "address": "\(lease.address)"]
        facts["server"] = lease.server.map { "\($0)" }
        // To the second, as in "2026-11-21T10:00:00Z".
        facts["ended"] = lease.ended.map { String("\($0)".prefix(19)) + "Z" } ?? FactPhrase.aWhileAgo.text
        return Finding(
            AddressCauses.leaseExpired, confidence: lease.source == .kernel ? 0.98 : 0.9, severity: severity, facts)
    }

    // MARK: IPv6

    private static func switchedOff(_ carriers: [Link], _ gateway: GatewayEvidence?) -> [Finding] {
        guard let gateway, gateway.familiesWithoutRoute.contains(.ipv6), let first = carriers.first else { return [] }
        let isNeeded = isNeeded(.ipv6, gateway)
        let interface = shown(first.name)
        guard carriers.allSatisfy({ $0.isIPv6Disabled == true }) else {
            // A link with a small MTU, as of a tunnel, may be meant for IPv4 alone.
            guard isNeeded, let narrow = narrow(among: carriers), carriers.count == 1 else { return [] }
            return [
                Finding(
                    AddressCauses.ipv6Disabled, severity: .error,
                    ["interface": interface].merging(narrowness(narrow)) { $1 })
            ]
        }
        return [
            Finding(
                AddressCauses.ipv6Disabled, severity: isNeeded ? .error : nil,
                ["interface": interface, "disabled": interface, "why": ""])
        ]
    }

    /// A link whose MTU is too small for IPv6; `nil` if there is none.
    private static func narrow(among carriers: [Link]) -> Link? {
        carriers.first { $0.mtu < leastMTU && !$0.isLoopback }
    }

    private static func narrowness(_ link: Link) -> [String: String] {
        [
            "narrow": shown(link.name),
            "why": FactPhrase.mtuTooSmall.text(["mtu": "\(link.mtu)", "least": "\(leastMTU)"]),
        ]
    }

    // MARK: Bridges

    /// The finding about an address on a port of a bridge, if no neighbour responds there: the bridge takes the replies.
    private static func onPort(
        _ evidence: AddressEvidence, _ link: LinkEvidence?, _ gateway: GatewayEvidence?, isForwarding: Bool
    ) -> Finding? {
        guard !isForwarding, let gateway else { return nil }
        for port in link?.ports ?? [] {
            let hops = gateway.hops.filter { $0.route.interface == port.name }
            let sources = evidence.usable.filter { $0.interface == port.name }
            guard let source = sources.first(where: { $0.address.address.family == .ipv4 }) ?? sources.first,
                hops.contains(where: { GatewayRules.isDead($0) || $0.neighbour?.state == .failed }),
                !hops.contains(where: { GatewayRules.condition(of: $0) == .alive })
            else { continue }
            let master = shown(port.master)
            var facts = [
                "interface": shown(port.name), "bridge": master,
                "address": "\(source.address.address)/\(source.address.prefixLength)",
            ]
            facts["gateway"] = hops.lazy.compactMap(\.route.gateway).first.map { "\($0)" }
            return Finding(AddressCauses.bridgePort, confidence: 0.95, facts)
        }
        return nil
    }

    // MARK: Gateways elsewhere

    private static func offLink(
        _ gateway: GatewayEvidence?, isForwarding: Bool, isUplinkSilent: Bool
    ) -> [Finding] {
        let isMute = { (hop: GatewayEvidence.Hop) in
            hop.isOffLink == true && GatewayRules.condition(of: hop) == .silent && isUplinkSilent && !isForwarding
        }
        let hops = gateway?.hops ?? []
        return (hops.first(where: isLost) ?? hops.first(where: isMute))
            .flatMap { offLink($0, severity: isForwarding ? .warning : nil) }.map { [$0] } ?? []
    }

    /// The finding about a gateway that is in no subnet of its interface.
    static func offLink(_ hop: GatewayEvidence.Hop, severity: Severity?) -> Finding? {
        guard let address = hop.route.gateway else { return nil }
        let answer = isLost(hop) ? FactPhrase.noAnswerThere.text : FactPhrase.repliesLost.text
        return Finding(
            AddressCauses.gatewayOffLink, confidence: isLost(hop) ? 0.95 : 0.85, severity: severity,
            ["gateway": "\(address)", "interface": shown(hop.route.interface ?? "?"), "answer": answer])
    }

    // MARK: Addresses that others have

    /// Whether a gateway is dead, and its place explains that.
    static func isLost(_ hop: GatewayEvidence.Hop) -> Bool {
        hop.isOffLink == true && GatewayRules.condition(of: hop) == .dead
    }
}

extension Evidence {
    /// Whether the uplink was examined, and nothing proves that it works.
    var isUplinkSilent: Bool { uplink.map { UplinkAssessment($0).status != .connectionUp } == true }
}
