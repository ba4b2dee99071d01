import NetworkModel

/// Subnets of this machine that wrongly cover addresses elsewhere: those of a bridge or tunnel, or of too wide a netmask.
enum SubnetRules {
    static func findings(in evidence: Evidence) -> [Finding] {
        overlap(in: evidence) + netmask(in: evidence)
    }

    static func questions(in evidence: Evidence) -> [Question] {
        let isUnreached = !evidence.pathSubjects.isEmpty
        var questions: [Question] = []
        if let subnet = evidence.address?.overlap, subnet.echo == nil,
            isUnreached || !subnet.hasCarrier && !isIdleTunnel(subnet)
        {
            questions.append(.link(.detour))
        }
        if isUnreached, let subnet = evidence.address?.wide, subnet.witnesses == nil {
            questions.append(.link(.witnesses))
        }
        return questions
    }

    /// Whether an overlap explains that the interface which the packets leave by is not connected.
    static func explainsLink(in evidence: Evidence) -> Bool { !overlap(in: evidence).isEmpty }

    // MARK: Overlaps

    private static func overlap(in evidence: Evidence) -> [Finding] {
        evidence.address?.overlap.flatMap { finding($0, isForwarding: evidence.provesForwarding) }.map { [$0] } ?? []
    }

    /// - Parameter isForwarding: Something of the target is reached all the same.
    static func finding(_ subnet: OwnSubnet, isForwarding: Bool) -> Finding? {
        guard !isIdleTunnel(subnet) else { return nil }
        let confidence: Double
        if isHeard(subnet) {
            confidence = 0.97
        } else if subnet.kind == "bridge", !subnet.hasCarrier {
            // Nothing is connected to it, so that nobody there can answer.
            confidence = 0.75
        } else {
            return nil
        }
        return Finding(
            AddressCauses.overlap, confidence: confidence, severity: isForwarding ? .warning : nil,
            [
                "address": "\(subnet.destination)", "prefix": "\(subnet.prefix)/\(subnet.prefixLength)",
                "interface": shown(subnet.interface), "kind": shown(subnet.kind), "uplink": shown(subnet.uplink),
                "proof": isHeard(subnet)
                    ? FactPhrase.pingAnswered.text(["interface": shown(subnet.uplink)])
                    : FactPhrase.nothingConnected.text(["interface": shown(subnet.interface)]),
            ])
    }

    /// A tunnel whose program does not run: what it was to carry needs the program, not another subnet.
    private static func isIdleTunnel(_ subnet: OwnSubnet) -> Bool { subnet.kind == "tun" && !subnet.hasCarrier }

    /// Whether the host itself has answered by the other interface. A router's word would be that there is none.
    private static func isHeard(_ subnet: OwnSubnet) -> Bool {
        subnet.echo?.outcome == .reply || subnet.echo?.error?.reporter?.bytes == subnet.destination.bytes
    }

    // MARK: Netmasks

    private static func netmask(in evidence: Evidence) -> [Finding] {
        guard let subnet = evidence.address?.wide, !evidence.provesForwarding,
            evidence.pathSubjects.contains(where: { $0.destination.address == subnet.destination }),
            let witnesses = subnet.witnesses
        else { return [] }
        let others = witnesses.filter { $0.address != subnet.gateway && $0.address != subnet.destination }
        // A link on which the gateway is silent as well has another fault.
        guard witnesses.contains(where: { $0.address == subnet.gateway && $0.outcome == .reply }),
            !others.contains(where: { $0.outcome == .reply }), !isFound(subnet.destination, evidence)
        else { return [] }
        return finding(subnet, silent: [subnet.destination] + others.map(\.address)).map { [$0] } ?? []
    }

    /// Whether ARP or NDP found the host on the link.
    private static func isFound(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        let hop = evidence.gateway?.hops.first { $0.nextHop == address }
        switch hop?.neighbour?.state {
        case .reachable, .stale, .delay, .probe, .permanent, .noarp: return true
        case .failed, .incomplete, .some(.none), nil: return false
        }
    }

    /// What a wide prefix and hosts in it that nobody on the link knows come to. Flat networks of 16 bits and more do exist, so
    /// that one host that is switched off is no sign there.
    ///
    /// - Parameter silent: Far addresses in the prefix that ARP or NDP did not find.
    static func finding(_ subnet: WideSubnet, silent: [IPAddress]) -> Finding? {
        let isUnusual = subnet.prefixLength < (subnet.destination.family == .ipv4 ? 16 : 64)
        guard isUnusual || silent.count >= 2 else { return nil }
        return Finding(
            AddressCauses.netmask, confidence: silent.count >= 2 ? 0.9 : 0.75,
            [
                "address": "\(subnet.address)/\(subnet.prefixLength)", "interface": shown(subnet.interface),
                "destination": "\(subnet.destination)", "gateway": "\(subnet.gateway)",
                "usual": subnet.destination.family == .ipv4 ? "24" : "64",
                "silent": silent.map { "\($0)" }.joined(separator: ", "),
            ])
    }
}

/// A source address that replies do not find the way back to.
enum SourceRule {
    static func findings(in gateway: GatewayEvidence?, isForwarding: Bool) -> [Finding] {
        let hops = gateway?.hops ?? []
        guard !isForwarding,
            let hop = hops.first(where: {
                $0.sourceTrial?.fromOther?.outcome == .reply && $0.sourceTrial?.fromSource?.outcome == .timeout
            }), let trial = hop.sourceTrial
        else { return [] }
        let route = hop.route
        let destination = route.destination.map { "\($0)/\(route.prefixLength)" } ?? "default"
        return [
            Finding(
                AddressCauses.badSource, confidence: 0.95,
                [
                    "source": "\(trial.source)", "other": "\(trial.other)",
                    "gateway": "\(route.gateway ?? trial.other)",
                    "interface": shown(route.interface ?? "?"), "destination": destination,
                    "show": route.family == .ipv4 ? "ip route" : "ip -6 route",
                ])
        ]
    }

    static func questions(in evidence: Evidence) -> [Question] {
        let hops = evidence.gateway?.hops ?? []
        // A resolver on the link that says SERVFAIL is no destination that was not reached, but the uplink is silent.
        let isUplinkSilent = evidence.uplink.map { UplinkReading($0).status != .connectionUp } == true
        guard !evidence.provesForwarding, !evidence.pathSubjects.isEmpty || isUplinkSilent,
            hops.contains(where: { $0.sourceTrial.map { $0.fromSource == nil } == true })
        else { return [] }
        return [.link(.sources)]
    }
}
