import NetworkModel

/// Rules for packets lost on the path. A repeated packet or a missing reply is a sign, which several echo requests confirm.
enum LossRule {
    /// Fewer losses are chance.
    static let least = 2
    /// The number of packets of one connection that had to be sent again, from which on that is not chance.
    private static let leastOfConnection = 3
    /// From this share of lost packets on, exchanges fail.
    static let ruinousShare = 0.3
    /// From this share of lost pings on, most programs give up: half of the packets are lost in each direction.
    private static let hopelessShare = 0.7
    /// From this share of lost packets on, all SYNs of a connection attempt may be lost.
    private static let silencingShare = 0.2
    /// Within this time after the last datagram, the response is one to that datagram. A slow server may have got them all.
    private static let promptness = Duration.milliseconds(500)

    /// A host to or from which packets may be lost.
    private struct LossyHost {
        var address: IPAddress
        /// The lost packets of the exchange itself, if they prove the loss, and how many were sent.
        var counted: (lost: Int, sent: Int)?
    }

    static func followUps(in evidence: Evidence) -> [PathFollowUp] {
        let host = lossyHost(in: evidence)?.address
        // Whether another connection is accepted shows what the silence of this one means.
        let hanging = evidence.proxy == nil ? evidence.hangingPeer.flatMap { $0.address == host ? $0 : nil } : nil
        let asked: [PathFollowUp?] = [
            host.map(PathFollowUp.losses), hanging.map(PathFollowUp.connections),
            unacknowledged(in: evidence).map { .packet($0.destination) },
        ]
        return asked.compactMap(\.self)
    }

    /// The finding about lost echo requests, which is a warning if the target was reached nevertheless, or accepts or refuses
    /// a later connection.
    static func finding(in evidence: Evidence) -> Finding? {
        guard let echoes = evidence.path?.echoes else { return ofBurst(in: evidence) }
        guard echoes.received > 0, !echoes.areRepliesLimited, lossyHost(in: evidence)?.address == echoes.address,
            !isBehindBurst(echoes, evidence)
        else { return nil }
        let lost = echoes.sent - echoes.received
        guard lost >= least, !isLostBefore(lost, of: echoes.sent, to: echoes.address, evidence),
            !isSilent(echoes.address, evidence) || Double(lost) >= silencingShare * Double(echoes.sent)
        else { return nil }
        // An exchange that hangs on a path which loses that much says nothing about the server.
        let isHanging = evidence.hangingPeer.map { $0.address == echoes.address } == true
        let isRuinous = isHanging && Double(lost) >= ruinousShare * Double(echoes.sent)
        let isPassing =
            evidence.isReached && !isRuinous || evidence.isTargetRefusing
            || echoes.lostShare < hopelessShare && isAcceptedLater(echoes.address, evidence)
        var found = finding(
            lost, of: echoes.sent, .pings, to: echoes.address, confidence: 0.9, isPassing ? nil : .error)
        if LimitedGatewayRule.isPlaceUnknown(of: echoes.address, evidence) { found.side = nil }
        return found
    }

    /// Whether a later connection to a host was accepted, so that programs which wait for longer get through. If nothing but the SYN of the
    /// first one was acknowledged, a filter may let pass no other packets.
    private static func isAcceptedLater(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        evidence.proxy == nil && unacknowledged(in: evidence) == nil
            && evidence.tcp?.further?.contains { $0.address == address && $0.outcome == .connected } == true
    }

    /// Whether lost packets alone are why no connection was established, or why one hangs, while a later one to the same host is accepted.
    /// The silence then says nothing about the server.
    static func explainsSilence(in evidence: Evidence) -> Bool {
        guard let echoes = evidence.path?.echoes, echoes.lostShare < hopelessShare,
            isAcceptedLater(echoes.address, evidence),
            evidence.hangingPeer != nil ? echoes.lostShare >= ruinousShare : evidence.tcp?.winner == nil
        else { return false }
        return finding(in: evidence) != nil
    }

    /// The later connections that were accepted, and those of the failed ones that were to other hosts; `nil` if lost packets do not
    /// explain the failures.
    static func later(
        than failed: [TCPEvidence.Attempt], in evidence: Evidence
    ) -> (dead: [TCPEvidence.Attempt], later: [TCPEvidence.Attempt])? {
        guard explainsSilence(in: evidence) else { return nil }
        let later = (evidence.tcp?.further ?? []).filter { $0.outcome == .connected }
        return (failed.filter { attempt in !later.contains { $0.address == attempt.address } }, later)
    }

    /// Whether the host responded to no SYN, not even to a later one.
    private static func isSilent(_ address: IPAddress, _ evidence: Evidence) -> Bool {
        !evidence.isReached
            && evidence.pathSubjects.contains { $0.destination.address == address && $0.trace?.outcome != .answered }
    }

    /// Whether the requests of a thorough check met the queue that its own burst had filled, which drops most of both, while single
    /// requests before them got all replies.
    private static func isBehindBurst(_ echoes: EchoEvidence, _ evidence: Evidence) -> Bool {
        guard let burst = evidence.path?.burst, burst.address == echoes.address, burst.calm.sent > 0 else {
            return false
        }
        return burst.calm.received == burst.calm.sent && burst.burst.received * 4 <= burst.burst.sent
    }

    /// The finding about echo requests that were lost one by one as well as in a burst, without a count of more requests. If only
    /// those of the burst are lost, that is the burst's effect.
    private static func ofBurst(in evidence: Evidence) -> Finding? {
        // A reply that this process was too busy to receive in time is not lost.
        guard let burst = evidence.path?.burst, evidence.ownDelay < .milliseconds(300), evidence.leavesMachine else {
            return nil
        }
        let (calm, full) = (burst.calm.sent - burst.calm.received, burst.burst.sent - burst.burst.received)
        let (lost, sent) = (calm + full, burst.calm.sent + burst.burst.sent)
        guard burst.burst.received > 0, calm > 0, full * 4 >= burst.burst.sent, !isLimited(burst, evidence),
            !isLostBefore(lost, of: sent, to: burst.address, evidence)
        else { return nil }
        return finding(lost, of: sent, .pings, to: burst.address, confidence: 0.8, evidence.isReached ? nil : .error)
    }

    /// Whether a host replies to a number of echo requests only, and to none of those that follow; or to so few that TCP, which had
    /// to repeat nothing, cannot have lost as many.
    private static func isLimited(_ burst: PathEvidence.Burst, _ evidence: Evidence) -> Bool {
        if burst.burst.leading == burst.burst.received { return true }
        return evidence.peer.map { $0.port > 0 } == true && burst.burst.received * 4 <= burst.burst.sent
            && !hasSign(in: evidence)
    }

    /// Whether something besides lost echo requests suggests that packets to a host, or to the target, are lost.
    static func hasSign(in evidence: Evidence, of address: IPAddress? = nil) -> Bool {
        lossyHost(in: evidence).map { address == nil || $0.address == address } ?? false
    }

    /// The finding about lost packets of the exchange itself, with a host that replies to no echo requests, or limits the rate of its replies.
    static func withoutEchoes(in evidence: Evidence) -> Finding? {
        // A datagram may have been repeated since this process was too busy to receive the response in time.
        guard evidence.ownDelay < .milliseconds(300), evidence.hangingPeer == nil,
            let suspect = lossyHost(in: evidence), let (lost, sent) = suspect.counted,
            let echoes = evidence.path?.echoes, echoes.address == suspect.address,
            echoes.received == 0 || echoes.areRepliesLimited,
            !isLostBefore(lost, of: sent, to: suspect.address, evidence)
        else { return nil }
        return finding(lost, of: sent, .packets, to: suspect.address, confidence: 0.7, nil)
    }

    /// The finding about a connection of which nothing arrives after the handshake, while another SYN is acknowledged: a server
    /// acknowledges what it receives, however long its response takes.
    static func afterHandshake(in evidence: Evidence) -> Finding? {
        guard let (destination, lost) = unacknowledged(in: evidence),
            let trace = evidence.path?.traces.first(where: {
                $0.address == destination.address && $0.port == destination.port && $0.transport == .tcp
            }), trace.outcome == .answered, trace.error == nil
        else { return nil }
        let detour = detour(to: destination.address, evidence)
        var finding = finding(
            lost, of: lost, .packetsAfterHandshake, to: destination.address, confidence: 0.9, .error,
            detour.merging(["port": "\(destination.port)"]) { $1 })
        // A firewall that sees one direction alone may be in the gateway, and is in this network if answers do not pass that.
        finding.side = detour.isEmpty ? nil : .network
        return finding
    }

    /// The facts about a gateway that passes packets on to another router of this machine's link, so that their answers do not pass
    /// it; empty if it is not known to do so.
    private static func detour(to address: IPAddress, _ evidence: Evidence) -> [String: String] {
        guard let route = evidence.gatewayHop(to: address)?.route, let gateway = route.gateway,
            let interface = route.interface
        else { return [:] }
        let reporters = (evidence.uplink?.packets ?? []).filter { $0.limit == 2 && $0.error?.meaning == .timeExceeded }
            .compactMap(\.error?.reporter)
        let sources = (evidence.address?.usable ?? []).filter { $0.interface == interface }.map(\.address)
        let next = reporters.first { reporter in
            reporter.family == gateway.family && reporter.bytes != gateway.bytes
                && sources.contains { $0.prefixLength > 0 && $0.covers(reporter) && $0.address != reporter }
        }
        guard let next else { return [:] }
        return ["detour": "\(gateway)", "next": "\(next)", "interface": shown(interface)]
    }

    /// The destination of the connection that hangs since nothing of it was acknowledged, and the number of its packets.
    private static func unacknowledged(in evidence: Evidence) -> (destination: PathDestination, lost: Int)? {
        guard evidence.leavesMachine, evidence.hangingPeer != nil else { return nil }
        let attempts = evidence.proxy.map(\.attempts) ?? evidence.tcp?.attempts ?? []
        guard let attempt = attempts.first(where: { $0.outcome == .connected }), let packets = attempt.packets,
            packets.isUnacknowledged == true, packets.repeated >= leastOfConnection
        else { return nil }
        return (PathDestination(attempt.address, port: attempt.port, .tcp), packets.repeated + 1)
    }

    /// A finding about lost packets.
    static func finding(
        _ lost: Int, of sent: Int, _ what: FactPhrase, to address: IPAddress, confidence: Double, _ severity: Severity?,
        _ others: [String: String] = [:]
    ) -> Finding {
        Finding(
            PathCauses.loss, confidence: confidence, severity: severity,
            ["lost": "\(lost)", "sent": "\(sent)", "what": what.text, "address": "\(address)"].merging(others) { $1 })
    }

    /// Whether the gateway itself loses packets about as often, so that those to a host behind it are not lost beyond it. Of
    /// twenty requests, chance decides about some, so that those to all addresses of the router on the link count together as well.
    static func isLostBefore(_ lost: Int, of sent: Int, to address: IPAddress, _ evidence: Evidence) -> Bool {
        guard let hop = evidence.gatewayHop(to: address) else { return false }
        let farther = Double(lost) / Double(max(sent, 1))
        let own = [hop.series ?? hop.echo].compactMap(\.self)
        return [own, own + series(ofRouterAt: hop, evidence)].contains { echoes in
            let counted = echoes.filter { $0.received > 0 && !$0.areRepliesLimited }
            let count = counted.reduce(0) { $0 + $1.sent }
            let share = Double(count - counted.reduce(0) { $0 + $1.received }) / Double(max(count, 1))
            guard count >= 4, share >= evidence.thresholds.gatewayLoss else { return false }
            return share * 2 >= farther || !isGreater(farther, of: sent, than: share, of: count)
        }
    }

    /// The series of echo requests to the other addresses of a gateway on its link.
    private static func series(ofRouterAt hop: GatewayEvidence.Hop, _ evidence: Evidence) -> [EchoEvidence] {
        guard let router = hop.neighbour?.hardwareAddress else { return [] }
        return (evidence.gateway?.hops ?? []).filter { other in
            other.route.gateway != hop.route.gateway && other.route.interface == hop.route.interface
                && other.neighbour?.hardwareAddress == router
        }.compactMap(\.series)
    }

    /// The standard score beyond which a difference is significant, with one tail of 5 %.
    private static let significance = 1.645

    /// Whether a share of packets is significantly greater than another one (a test of two proportions).
    static func isGreater(_ share: Double, of sent: Int, than other: Double, of sentOther: Int) -> Bool {
        let (count, countOther) = (Double(max(sent, 1)), Double(max(sentOther, 1)))
        let pooled = (share * count + other * countOther) / (count + countOther)
        let deviation = (pooled * (1 - pooled) * (1 / count + 1 / countOther)).squareRoot()
        return share - other > significance * deviation
    }

    /// The host for which a packet was repeated; or that did not respond to a connection attempt, but to a later SYN. If an
    /// earlier check found that packets to it are lost, no such sign is needed: a few packets may be lucky.
    private static func lossyHost(in evidence: Evidence) -> LossyHost? {
        guard evidence.leavesMachine else { return nil }
        let attempts = evidence.proxy.map(\.attempts) ?? evidence.tcp?.attempts ?? []
        if let attempt = attempts.first(where: { $0.outcome == .connected && $0.hasLost }) {
            return LossyHost(address: attempt.address, counted: attempt.packets.flatMap(counted))
        }
        if let peer = evidence.peer {
            let isSuspect = evidence.http?.isRepeated == true || evidence.path?.isLossKnown == true
            if isSuspect { return LossyHost(address: peer.address) }
            // The host was reached at another address.
            return attempts.first { FamilyComparison.isAnsweredLater($0, evidence) }.map {
                LossyHost(address: $0.address)
            }
        }
        if let datagrams = evidence.kind?.datagrams, datagrams.outcome == .answered {
            return lossyHost(in: datagrams)
        }
        return evidence.pathSubjects.first {
            $0.isSilent && $0.destination.transport == .tcp && $0.gateway != nil
                && ($0.trace?.outcome == .answered || isAcceptedLater($0.destination.address, evidence)
                    || evidence.path?.isLossKnown == true)
        }.map { LossyHost(address: $0.destination.address) }
    }

    /// The packets of a connection that were lost, if they are many. Those that had arrived are not.
    private static func counted(_ packets: TCPEvidence.Packets) -> (lost: Int, sent: Int)? {
        let lost = packets.repeated - packets.duplicates
        return lost >= leastOfConnection ? (lost, max(packets.sent, lost)) : nil
    }

    private static func lossyHost(in datagrams: DatagramEvidence) -> LossyHost? {
        let lost = datagrams.sent - 1
        guard lost > 0, datagrams.strays == 0 else { return nil }
        let isPrompt = datagrams.roundTrip.map { $0.duration < promptness } ?? false
        return LossyHost(
            address: datagrams.address, counted: lost >= least && isPrompt ? (lost, datagrams.sent) : nil)
    }
}

extension Evidence {
    /// Whether packets of this check itself suggest that some to its host are lost.
    package var hasSignOfLoss: Bool {
        var own = self
        own.path?.isLossKnown = nil
        return LossRule.hasSign(in: own)
    }
}

extension TCPEvidence.Attempt {
    /// Whether a packet of the connection was repeated, or one was received before another that is missing.
    var hasLost: Bool { isRepeated == true || packets?.suggestLoss == true }
}

extension Evidence {
    /// Whether packets to the target leave this machine.
    fileprivate var leavesMachine: Bool { link?.carriers.contains { !$0.isLoopback } == true }

    /// Whether the target, or its proxy, responded.
    fileprivate var isReached: Bool { peer != nil || kind?.datagrams?.outcome == .answered }
}

extension EchoEvidence {
    /// The share of requests without a reply.
    var lostShare: Double { Double(sent - received) / Double(max(sent, 1)) }

    /// Whether the host limits the rate of its replies: they follow that pattern, and are so few that a loss of every other packet, or
    /// of two of three, is not mistaken for it.
    var areRepliesLimited: Bool { isLimited == true && received * 5 <= sent }
}
