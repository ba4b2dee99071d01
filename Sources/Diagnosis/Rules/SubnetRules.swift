import NetworkModel

/// Rules for subnets of this machine that wrongly cover addresses elsewhere: those of a bridge or tunnel, or of a netmask
/// that is too short.
enum SubnetRules {
    static func findings(in evidence: Evidence) -> [Finding] {
        overlap(in: evidence) + netmask(in: evidence) + narrowNetmask(in: evidence)
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        let isUnreached = !evidence.pathSubjects.isEmpty
        var followUps: [FollowUp] = []
        if let subnet = evidence.address?.overlap, subnet.echo == nil,
            isUnreached || !subnet.hasCarrier && !isIdleTunnel(subnet)
        {
            followUps.append(.link(.detour))
        }
        if isUnreached, let subnet = evidence.address?.wide, subnet.witnesses == nil {
            followUps.append(.link(.witnesses))
        }
        if let subnet = evidence.address?.narrow, subnet.arp == nil, isSilent(subnet.destination, evidence) {
            followUps.append(.link(.nearby))
        }
        return followUps
    }

    /// Whether an overlap explains why the interface for the packets is not connected.
    static func explainsLink(in evidence: Evidence) -> Bool { !overlap(in: evidence).isEmpty }

    // MARK: Overlaps

    private static func overlap(in evidence: Evidence) -> [Finding] {
        evidence.address?.overlap.flatMap { finding($0, isForwarding: evidence.provesForwarding) }.map { [$0] } ?? []
    }

    /// The finding about a subnet.
    ///
    /// - Parameter isForwarding: Whether something of the target is reached nevertheless.
    static func finding(_ subnet: OwnSubnet, isForwarding: Bool) -> Finding? {
        guard !isIdleTunnel(subnet) else { return nil }
        let confidence: Double
        if isHeard(subnet) {
            confidence = 0.97
        } else if subnet.kind == "bridge", !subnet.hasCarrier {
            // Nothing is connected to it, so that no host there can respond.
            confidence = 0.75
        } else {
            return nil
        }
        let proof =
            isHeard(subnet)
            ? FactPhrase.pingAnswered.text(["interface": shown(subnet.uplink)])
            : FactPhrase.nothingConnected.text(["interface": shown(subnet.interface)])
        // The prefix is not a subnet, but a part of the Internet that a VPN has routed to itself (0.0.0.0/1, 128.0.0.0/1).
        if subnet.prefixLength <= InternetRoutes.longest(subnet.prefix.family), subnet.kind != "bridge" {
            var finding = TunnelRule.finding(
                shown(subnet.interface),
                [FactPhrase.targetIsSilent.text(["target": "\(subnet.destination)"]), proof], confidence: confidence)
            if isForwarding { finding.severity = .warning }
            return finding
        }
        var found = facts(of: subnet, proof: proof)
        if subnet.prefixLength == subnet.destination.bytes.count * 8 {
            // The prefix is not a subnet, but a route to this host alone, as VPNs add.
            found["renumbered"] = nil
            found["leftover"] = found["prefix"]
            found["routes"] = subnet.destination.family == .ipv4 ? "ip route" : "ip -6 route"
        } else {
            found["routed"] = "\(subnet.destination)"
            found["way"] =
                (subnet.router.map { "via \(SourceRule.via($0)) " } ?? "")
                + "dev \(Template.shellWord(shown(subnet.uplink)))"
        }
        return Finding(
            AddressCauses.overlap, confidence: confidence, severity: isForwarding ? .warning : nil, found)
    }

    /// The finding about a virtual interface that has the gateway's own address.
    static func finding(aboutGatewayIn subnet: OwnSubnet, isForwarding: Bool) -> Finding {
        let proof = FactPhrase.hasGatewayAddress.text(["interface": shown(subnet.interface)])
        var finding = Finding(
            AddressCauses.overlap, confidence: 0.95, severity: isForwarding ? .warning : nil,
            facts(of: subnet, proof: proof))
        finding.side = .machine
        return finding
    }

    private static func facts(of subnet: OwnSubnet, proof: String) -> [String: String] {
        [
            "address": "\(subnet.destination)", "prefix": "\(subnet.prefix)/\(subnet.prefixLength)",
            "interface": shown(subnet.interface), "kind": shown(subnet.kind), "uplink": shown(subnet.uplink),
            "proof": proof, "renumbered": shown(subnet.interface),
        ]
    }

    /// Whether the subnet is that of a tunnel whose program does not run. Its traffic needs the program, not another subnet.
    private static func isIdleTunnel(_ subnet: OwnSubnet) -> Bool { subnet.kind == "tun" && !subnet.hasCarrier }

    /// Whether the host itself responded over the other interface. An error of a router would mean that it does not exist.
    private static func isHeard(_ subnet: OwnSubnet) -> Bool {
        subnet.echo?.outcome == .reply || subnet.echo?.error?.reporter?.bytes == subnet.destination.bytes
    }

    // MARK: Netmasks

    private static func netmask(in evidence: Evidence) -> [Finding] {
        guard let subnet = evidence.address?.wide,
            evidence.pathSubjects.contains(where: { $0.destination.address == subnet.destination }),
            let witnesses = subnet.witnesses
        else { return [] }
        // The host was reached through the gateway, so no other host, silent or not, says anything about it.
        if subnet.isForwarded == true {
            return [finding(subnet, silent: [subnet.destination], confidence: 0.97)]
        }
        guard !evidence.provesForwarding else { return [] }
        let others = witnesses.filter { $0.address != subnet.gateway && $0.address != subnet.destination }
        // If the gateway on the link is silent as well, the link has another fault.
        guard witnesses.contains(where: { $0.address == subnet.gateway && $0.outcome == .reply }),
            !others.contains(where: { $0.outcome == .reply }), !isFound(subnet.destination, evidence)
        else { return [] }
        return finding(subnet, silent: [subnet.destination] + others.map(\.address)).map { [$0] } ?? []
    }

    /// The finding about a target that is on the link, although packets to it are sent to a gateway, which does not
    /// deliver them.
    private static func narrowNetmask(in evidence: Evidence) -> [Finding] {
        guard let subnet = evidence.address?.narrow, subnet.arp == .answered, let hardware = subnet.hardwareAddress,
            isSilent(subnet.destination, evidence),
            // A gateway may answer for all hosts behind it (proxy ARP).
            evidence.gateway?.hops.contains(where: {
                $0.neighbour?.hardwareAddress == hardware || $0.arpAddress == hardware
            }) != true
        else { return [] }
        return [
            Finding(
                AddressCauses.narrowNetmask, confidence: 0.9,
                [
                    "address": "\(subnet.address)/\(subnet.prefixLength)", "interface": shown(subnet.interface),
                    "destination": "\(subnet.destination)", "gateway": "\(subnet.gateway)",
                    "hardware": shown(hardware),
                ])
        ]
    }

    private static func isSilent(_ destination: IPAddress, _ evidence: Evidence) -> Bool {
        evidence.pathSubjects.contains { $0.isSilent && $0.destination.address == destination }
    }

    /// Whether ARP or NDP found the host on the link.
    private static func isFound(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        let hop = evidence.gateway?.hops.first { $0.nextHop == address }
        switch hop?.neighbour?.state {
        case .reachable, .stale, .delay, .probe, .permanent, .noarp: return true
        case .failed, .incomplete, .some(.none), nil: return false
        }
    }

    /// The finding from a short prefix and hosts in it that are not found on the link. Flat networks with 16 bits and more
    /// exist, so that a single host that is switched off shows nothing.
    ///
    /// - Parameter silent: Remote addresses in the prefix that ARP or NDP did not find.
    static func finding(_ subnet: WideSubnet, silent: [IPAddress]) -> Finding? {
        let isUnusual = subnet.prefixLength < (subnet.destination.family == .ipv4 ? 16 : 64)
        guard isUnusual || silent.count >= 2 else { return nil }
        return finding(subnet, silent: silent, confidence: silent.count >= 2 ? 0.9 : 0.75)
    }

    /// A prefix of this length, or a shorter one, covers a sixteenth of all addresses, so that most programs meet hosts there.
    private static let lengthOfMany = 4

    /// The finding about a subnet that covers a part of the Internet, for an address of which nobody on the link answers ARP, while
    /// the gateway is there: it does not answer in place of those hosts, as some gateways do (proxy ARP, RFC 1027). A small part
    /// is a warning, since most hosts are reached, and so is any part beside IPv6 that works, as dead IPv4 is.
    static func finding(
        covering subnet: WideSubnet, in snapshot: NetworkSnapshot, _ hops: [GatewayEvidence.Hop],
        beside uplink: UplinkEvidence?
    ) -> Finding? {
        guard let route = snapshot.route(to: subnet.destination), let prefix = route.destination,
            hops.contains(where: {
                $0.route.gateway?.bytes == subnet.gateway.bytes && GatewayRules.condition(of: $0) == .alive
            })
        else { return nil }
        let known = finding(subnet, silent: [subnet.destination], confidence: 0.9)
        let isIPv6Heard = uplink.map { UplinkIndications($0).isForwarding(over: .ipv6) } ?? false
        return Finding(
            AddressCauses.netmask, confidence: known.confidence,
            severity: subnet.prefixLength <= lengthOfMany && !isIPv6Heard ? .error : .warning,
            known.facts.merging(["destination": "\(prefix)/\(route.prefixLength)"]) { $1 })
    }

    private static func finding(_ subnet: WideSubnet, silent: [IPAddress], confidence: Double) -> Finding {
        // Unless a packet shows where the host is, it may be in another network. Those of the Internet are in none.
        let elsewhere: [String: String] =
            subnet.destination.isPrivate && confidence <= 0.9 ? ["elsewhere": "\(subnet.destination)"] : [:]
        return Finding(
            AddressCauses.netmask, confidence: confidence,
            elsewhere.merging([
                "address": "\(subnet.address)/\(subnet.prefixLength)", "interface": shown(subnet.interface),
                "destination": "\(subnet.destination)", "gateway": "\(subnet.gateway)",
                "usual": subnet.destination.family == .ipv4 ? "24" : "64",
                "silent": silent.map { "\($0)" }.joined(separator: ", "),
            ]) { $1 })
    }
}

/// Rules for a source address to which replies are not routed back.
enum SourceRule {
    /// The finding about a preferred source; a warning if the other address family leads on.
    ///
    /// - Parameter heard: The address families in which something beyond a gateway responds.
    static func findings(
        in gateway: GatewayEvidence?, isForwarding: Bool, heard: Set<AddressFamily>
    ) -> [Finding] {
        let hops = gateway?.hops ?? []
        guard
            let hop = hops.first(where: { hop in
                !heard.contains(hop.route.family) && hop.sourceTrial?.isOneSided == true
            }), let trial = hop.sourceTrial
        else { return [] }
        return [finding(trial, hop.route, severity: isForwarding ? .warning : nil)]
    }

    /// The finding about the address from which programs send IPv4 packets, if nothing beyond the gateway answers it, while routers
    /// there report the same packets from another address of this machine in the same subnet. The silence of routers that
    /// report nothing is that of both.
    static func finding(_ trial: SourceTrial?, in snapshot: NetworkSnapshot) -> Finding? {
        guard let trial, trial.isOtherReported == true, trial.isSourceReported == false,
            let route = snapshot.defaultRoutes.first(where: { route in
                route.family == .ipv4 && route.kind == .unicast
                    && route.interface.flatMap(snapshot.link(named:))?.addresses.contains {
                        $0.address.bytes == trial.source.bytes
                    } == true
            })
        else { return nil }
        return finding(trial, route)
    }

    private static func finding(_ trial: SourceTrial, _ route: Route, severity: Severity? = nil) -> Finding {
        let destination = route.destination.map { "\($0)/\(route.prefixLength)" } ?? "default"
        return Finding(
            AddressCauses.badSource, confidence: 0.95, severity: severity,
            [
                "source": "\(trial.source)", "other": "\(trial.other)",
                "gateway": "\(route.gateway ?? trial.other)", "via": via(route.gateway ?? trial.other),
                "interface": shown(route.interface ?? "?"), "destination": destination,
                "show": route.family == .ipv4 ? "ip route" : "ip -6 route",
            ])
    }

    /// A gateway as ip-route(8) takes it after `via`, without the interface of a link-local address.
    static func via(_ gateway: IPAddress) -> String {
        "\(gateway)".split(separator: "%").first.map(String.init) ?? "\(gateway)"
    }

    /// Whether connections to these addresses of the target failed because of the preferred source of their route.
    static func explains(_ dead: [TCPEvidence.Attempt], _ evidence: Evidence) -> Bool {
        !dead.isEmpty && !isRefuted(by: evidence)
            && dead.allSatisfy { evidence.gatewayHop(to: $0.address)?.sourceTrial?.isOneSided == true }
    }

    /// Whether the gateway reported a packet of a trace, which has the usual source address. Traces of several targets may use
    /// up its limit of errors to that address, and leave the one to the other address.
    static func isRefuted(by evidence: Evidence) -> Bool {
        let gateways = (evidence.gateway?.hops ?? []).filter { $0.sourceTrial != nil }.compactMap(\.route.gateway)
        return evidence.path?.traces.contains { trace in
            trace.hops.contains { hop in
                hop.limit == 1 && gateways.contains { $0.bytes == hop.address?.bytes }
            }
        } == true
    }

    /// Whether the gateway of a route does not answer the route's preferred source, and answers another address of this machine.
    static func isShown(in evidence: Evidence) -> Bool {
        !isRefuted(by: evidence) && (evidence.gateway?.hops ?? []).contains { $0.sourceTrial?.isOneSided == true }
    }

    static func followUps(in evidence: Evidence, isUplinkSilent: Bool) -> [FollowUp] {
        let hops = evidence.gateway?.hops ?? []
        // IPv4 leads to the target, or its addresses of that family are not tried.
        let isUntriedOverIPv6 = hops.contains { hop in
            hop.route.family == .ipv6 && hop.sourceTrial.map { $0.fromSource == nil } == true
        }
        if isUntriedOverIPv6, evidence.unreachedOverIPv6 != nil { return [.link(.sources)] }
        // A resolver on the link that responds SERVFAIL was reached, but the uplink is silent.
        guard !evidence.provesForwarding, !evidence.pathSubjects.isEmpty || isUplinkSilent,
            hops.contains(where: { $0.sourceTrial.map { $0.fromSource == nil } == true })
        else { return [] }
        return [.link(.sources)]
    }
}
