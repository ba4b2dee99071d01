import NetworkModel

/// Rules for the path beyond the gateway: which host rejects packets, whether anything responds there, and which packet sizes
/// pass.
enum PathRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        // If the proxy belongs to another network, the routers here cannot know it, and are not to blame.
        if ProxyRules.isOfOtherNetwork(evidence) { return [] }
        let found = observed(in: evidence)
        // If DNS returned a wrong address, a broken path to it is not a surprise.
        guard !found.isEmpty, evidence.dns?.resolution.answers.isEmpty == false,
            DNSRules.findings(in: evidence).contains(where: { $0.severity == .error })
        else { return found }
        return []
    }

    private static func observed(in evidence: Evidence) -> [Finding] {
        let subjects = evidence.pathSubjects
        if let damaged = CorruptionRule.finding(in: evidence) { return [damaged] }
        // If the host accepts or refuses another connection, neither the path nor a device on it is closed.
        let isReachedLater =
            evidence.tcp?.isReachedLater == true || SomeConnectionsRule.refusedLater(in: evidence) != nil
        let reset = isReachedLater ? nil : subjects.lazy.compactMap { ResetRule.finding($0, evidence) }.first
        if let reset = reset ?? ResetRule.findingOnceAccepted(evidence) { return [reset] }
        // A host that reports itself that no program listens was reached.
        if !isReachedLater, !subjects.contains(where: { $0.trace?.outcome == .answered }) {
            if let lost = subjects.lazy.compactMap({ PrivateNetworkRule.refused($0, evidence) }).first { return [lost] }
            if let down = subjects.lazy.compactMap({ UpstreamRule.refusedNearby($0, evidence) }).first {
                return [TunnelRule.corrected(down, in: evidence)]
            }
            if let refused = subjects.lazy.compactMap({ refusal($0, evidence) }).first { return [refused] }
            if let raised = subjects.lazy.compactMap(HopLimitRule.raised).first { return [raised] }
            if let tunnel = TunnelRule.empty(subjects) { return [tunnel] }
            if let outdone = SpareRule.outdone(subjects, evidence) { return [outdone] }
            if let other = subjects.lazy.compactMap({ OtherGatewayRule.finding($0, evidence) }).first { return [other] }
            if let down = UpstreamRule.finding(subjects, evidence) { return [TunnelRule.corrected(down, in: evidence)] }
            if let hairpin = subjects.lazy.compactMap({ HairpinRule.finding($0, evidence) }).first { return [hairpin] }
            // Lost packets may look as if they were dropped behind some router.
            if evidence.path?.isLossKnown == true, let loss = LossRule.finding(in: evidence) { return [loss] }
            if let dropped = subjects.lazy.compactMap({ DroppedRule.finding($0, evidence) }).first { return [dropped] }
            if let lost = subjects.lazy.compactMap({ PrivateNetworkRule.silent($0, evidence) }).first { return [lost] }
        }
        if let loss = LossRule.finding(in: evidence) { return [loss] }
        let ofSizes =
            PathSizeRules.findings(in: evidence) + PathSizeRules.ofOthers(in: evidence)
            + PathSizeRules.collapse(in: evidence)
        guard ofSizes.isEmpty,
            let loss = LossRule.afterHandshake(in: evidence) ?? LossRule.withoutEchoes(in: evidence)
        else { return ofSizes }
        return [loss]
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        let subjects = evidence.pathSubjects
        var asked = subjects.map { subject -> PathFollowUp in
            if let origin = ResetRule.followUps(subject, evidence) { return origin }
            // A list of hops is useful for a loop, and for a silent destination, unless others beyond the gateway respond.
            let isWorthATrace =
                (subject.trace?.error ?? evidence.attemptRefusal(to: subject.destination))?.meaning == .timeExceeded
                || subject.isSilent && subject.gateway != nil && !UpstreamRule.isHeardBeyond(evidence)
                || DroppedRule.isWorthATrace(subject, evidence)
            return isWorthATrace ? PathFollowUp.trace(subject.destination) : .packet(subject.destination)
        }
        asked += subjects.flatMap { DroppedRule.followUps($0, evidence) + HopLimitRule.followUps($0, evidence) }
        asked +=
            UpstreamRule.followUps(subjects, evidence) + OtherGatewayRule.followUps(subjects, evidence)
            + PathSizeRules.followUps(in: evidence)
            + ResetRule.followUpsOnceAccepted(evidence) + LossRule.followUps(in: evidence)
        // After the packet above, whose trace gets the answer.
        if evidence.isOfOwnService {
            asked += subjects.map(\.destination).filter { $0.transport == .tcp }.map(PathFollowUp.delivery)
        }
        // If the search list produced this name, the path is not to blame, even if it is known to be broken early.
        let isSearched = evidence.dns?.resolution.searched != nil
        return asked.map(FollowUp.path) + (isSearched ? DNSRules.followUps(in: evidence) : [])
    }

    /// The finding from an ICMP error about the path, whoever sent it.
    static func refusal(_ subject: PathSubject, _ evidence: Evidence) -> Finding? {
        guard let trace = subject.trace else { return nil }
        // The last router does not find a DNS server on its link: the server is missing.
        if trace.error?.meaning == .hostUnreachable, evidence.isResolver(subject) { return nil }
        // Routers of the Internet often lead packets to private addresses in a circle.
        let address = subject.destination.address
        let foreign = PrivateNetworkRule.isForeign(address, evidence) ? "\(address)" : nil
        guard let error = trace.error, !error.isOwn else {
            return HopLimitRule.silentLoop(trace, subject.destination, foreign: foreign)
        }
        let isHost = error.reporter?.bytes == address.bytes
        let isGateway = error.reporter.map(evidence.isGatewayItself) == true || trace.isFirst(error.reporter)
        var facts = ["destination": subject.destination.text, "address": "\(address)"]
        facts["foreign"] = foreign
        facts["router"] = error.reporter.map { "\($0)" }
        let isServer = isHost && evidence.isResolver(subject)
        facts["who"] =
            isHost && !(isServer && isGateway)
            ? FactPhrase.theHostItself.text
            : (isGateway ? FactPhrase.theGateway : .theRouter).text(["router": facts["router"] ?? "?"])
        // The gateway is in this network, as is a DNS server on the link, and the target itself on the other side.
        let isHere = isGateway || isServer && subject.gateway == nil
        let side: Side? = isHere ? .network : isHost && !isServer ? .remote : nil
        facts["answer"] = meaningText(error.meaning)
        facts["code"] = "type \(error.type), code \(error.code)"
        switch error.meaning {
        case .prohibited: return filtered(on: side, confidence: 0.97, facts)
        case .portUnreachable:
            // A host responds to datagrams in this way if its port is closed, but never to a SYN.
            guard subject.destination.transport == .tcp || !isHost else { return nil }
            return filtered(on: side, confidence: 0.9, facts)
        case .networkUnreachable, .hostUnreachable: return Finding(PathCauses.noRoute, confidence: 0.97, facts)
        case .timeExceeded:
            let (start, interface) = (evidence.path?.hopLimit, evidence.hop(to: trace.address)?.route.interface)
            if let own = HopLimitRule.exceeded(trace, start: start, on: interface) { return own }
            // Nothing else is known of the path, such as that to a DNS server.
            if trace.hops.isEmpty,
                let own = HopLimitRule.expired(start: start, trace.address.family, on: interface)
            {
                return own
            }
            if let circle = HopLimitRule.circle(trace) {
                facts["hops"] = circle.map { "\($0)" }.joined(separator: " → ")
                return Finding(PathCauses.loop, confidence: 0.97, facts)
            }
            // Usually this is a loop, whose routers do not report every packet. Any other cause needs proof.
            if let lowered = HopLimitRule.lowered(trace, start: start, on: interface, facts) { return lowered }
            facts["hops"] = facts["router"] ?? "?"
            return Finding(PathCauses.loop, confidence: 0.85, facts)
        case .tooBig, .other: return nil
        }
    }

    /// The finding about packets that a filter rejects.
    ///
    /// - Parameter side: The side of the filter; `nil` for a router on the path.
    static func filtered(on side: Side?, confidence: Double, _ facts: [String: String]) -> Finding {
        var finding = Finding(PathCauses.filtered, confidence: confidence, facts)
        if let side { finding.side = side }
        return finding
    }

    /// The meaning of an ICMP error as text.
    static func meaningText(_ meaning: ICMPError.Meaning) -> String {
        switch meaning {
        case .prohibited: "administratively prohibited"
        case .portUnreachable: "port unreachable"
        case .networkUnreachable: "network unreachable"
        case .hostUnreachable: "host unreachable"
        case .timeExceeded: "time exceeded"
        case .tooBig, .other: "an error"
        }
    }
}

extension PathEvidence.Trace {
    func isFirst(_ address: IPAddress?) -> Bool {
        address != nil && hops.first.map { $0.limit == 1 && $0.address == address } == true
    }
}
