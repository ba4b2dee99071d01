import NetworkModel

/// The single pieces of that evidence.
struct UplinkSigns {
    let uplink: UplinkEvidence
    /// An ICMP error of the gateway itself for packets that it was to forward; or of a router behind it that prohibits them.
    let refusal: ICMPError?
    /// The last router behind the gateway that was heard, in a private network: another router of this home, perhaps.
    let lastPrivateRouter: IPAddress?
    /// A router behind the gateway that was heard now.
    let firstRouter: IPAddress?
    /// A router behind the gateway with an address of the Internet, or of a provider's network, was heard.
    let isProviderHeard: Bool
    /// Two hosts beyond the gateway were heard, one of them of the Internet. One by itself may be the provider's first router, which
    /// is there whatever is broken behind it.
    let isRouterHeard: Bool

    init(_ uplink: UplinkEvidence) {
        self.uplink = uplink
        let packets = uplink.packets.filter { $0.isEarlier != true || $0.error?.meaning == .prohibited }
        let errors =
            (packets.sorted { ($0.limit ?? 64) < ($1.limit ?? 64) }.map(\.error) + [uplink.interception?.error])
            .compactMap(\.self).filter { !$0.isOwn }
        let own = Set(uplink.gateways.map(\.bytes))
        // A gateway that forwards some packets and rejects others has a filter, and an uplink.
        let forwarded = Set(errors.filter { $0.isReport(behind: uplink.gateways) }.compactMap(\.reporter?.family))
        refusal = errors.first { error in
            guard let reporter = error.reporter, error.meaning != .timeExceeded, error.meaning != .tooBig else {
                return false
            }
            return error.meaning == .prohibited || own.contains(reporter.bytes) && !forwarded.contains(reporter.family)
        }
        let beyond = errors.compactMap(\.reporter).filter { !own.contains($0.bytes) }
        let now = uplink.packets.filter { $0.isEarlier != true }.map(\.error) + [uplink.interception?.error]
        let routers = now.compactMap(\.self).filter { $0.isReport(behind: uplink.gateways) }.compactMap(\.reporter)
        firstRouter = routers.first
        isProviderHeard = routers.contains { !$0.isOfLocalNetwork }
        // Of each family by itself: a router has an address of each.
        isRouterHeard = AddressFamily.allCases.contains { family in
            let servers = uplink.queries.filter(\.isFromBeyond).map(\.server)
            let heard = Set((routers + servers).filter { $0.family == family }.map(\.bytes))
            return heard.count > 1 && heard.contains { IPAddress(bytes: $0)?.isOfLocalNetwork == false }
        }
        lastPrivateRouter = beyond.last(where: \.isOfLocalNetwork)
    }

    /// What resolvers said that tells of the uplink that traffic takes. One of this machine's own, as systemd-resolved, asks by
    /// every uplink that has servers, so that its answer proves nothing where a spare one has reached the root.
    var queries: [UplinkEvidence.Query] {
        let isSpareReached = uplink.spares?.contains { $0.queries.contains(where: \.reachesRoot) } == true
        return isSpareReached ? uplink.queries.filter { $0.place != .own } : uplink.queries
    }

    var reachesRoot: Bool { queries.contains { $0.reachesRoot || $0.hasSignatures } }
    /// Those of a portal that answers TLS for everybody are no sign, and neither are old ones where new ones get no answer.
    var isConnectionHeard: Bool {
        let isAnyTLSCaught = uplink.interception.map { $0.isOfPortal && $0.isTLSAccepted == true } ?? false
        return !isAnyTLSCaught && (uplink.connections?.heard ?? 0) > 0 && !areMoreStuck
    }
    /// More hosts leave this machine's connections without an answer than answer them: a router whose table of connections is full lets
    /// those live that it knows.
    var areMoreStuck: Bool {
        guard let connections = uplink.connections, connections.heard > 0 else { return false }
        return connections.stuckPeers >= UplinkReading.enoughStuckPeers && connections.stuckPeers > connections.heard
    }
    /// What this machine's own programs do works, whoever answers in place of others.
    var isUserHeard: Bool { isConnectionHeard || uplink.isURLAnswered == true }
    /// Something other than a resolver has shown that packets get out and answers come back.
    var isHeardBeyond: Bool { isRouterHeard || isConnectionHeard || uplink.isURLAnswered == true }
    var stuckPeers: Int { isConnectionHeard || areMoreStuck ? 0 : uplink.connections?.stuckPeers ?? 0 }
    /// A resolver, or other hosts that programs have asked, do not answer.
    var isSomethingSilent: Bool { queries.contains { $0.outcome == .timeout } || stuckPeers > 0 }
    /// Packets were sent, and nobody behind the provider's first router has said a word.
    var arePacketsSilent: Bool {
        !isRouterHeard
            && uplink.packets.contains {
                $0.limit != nil && $0.failure == nil && ($0.isEarlier != true || !isPassing($0))
            }
    }

    /// A resolver of the Internet has just taken a TCP connection, so that what does not come back is what it was asked over UDP: a filter
    /// of port 53, or a server that is half dead. It says nothing where somebody accepts connections in place of others.
    var isResolverReached: Bool {
        uplink.interception?.isAccepted != true
            && connections.contains {
                $0.limit == nil && $0.answer == .accepted && $0.isEarlier != true && !$0.destination.isOfLocalNetwork
            }
    }

    /// What shows that packets of this machine's own get beyond the gateway, and answers back. A resolver may reach the Internet
    /// where nobody else does.
    var isOwnTrafficHeard: Bool {
        isUserHeard || isTCPHeard || connections.isEmpty && uplink.packets.contains(where: isPassing)
    }

    /// SYNs get beyond the gateway, as an answer shows.
    private var isTCPHeard: Bool {
        if uplink.hasConnected != nil { return true }
        let resolvers = connections.filter { $0.limit == nil }
        if resolvers.contains(where: { $0.answer != nil }) { return true }
        // Of each family by itself: a router has an address of each.
        let reported = connections.filter { $0.isReported(behind: uplink.gateways) }
        let routers =
            AddressFamily.allCases.map { family in
                Set(reported.filter { $0.destination.family == family }.compactMap(\.error?.reporter?.bytes))
            }.max { $0.count < $1.count } ?? []
        // One router that is heard says nothing of those behind it, where a host behind it does not answer, or nobody does. A resolver that
        // is silent on UDP as well is no such host: it may be dead by itself.
        let isEachDead = resolvers.allSatisfy { $0.error == nil && isSilent($0.destination) }
        return isEachDead
            ? routers.count > 1 || routers.count == 1 && lastRouter == nil
            : routers.count > 1 && resolvers.allSatisfy { $0.error == nil }
    }

    /// The resolver has been asked over UDP, and has not answered either.
    private func isSilent(_ server: IPAddress) -> Bool {
        let asked = uplink.queries.filter { $0.server == server }
        return !asked.isEmpty && asked.allSatisfy { $0.outcome == .timeout }
    }

    /// The one router behind the gateway that reports packets, where those with a greater hop limit meet silence: it may be the last one
    /// that this machine's packets are let to.
    var lastRouter: IPAddress? {
        let reported = connections.filter { $0.isReported(behind: uplink.gateways) }
        guard let router = reported.first?.error?.reporter,
            reported.allSatisfy({ $0.error?.reporter == router && $0.error?.meaning == .timeExceeded }),
            let end = reported.compactMap(\.limit).max()
        else { return nil }
        let beyond = uplink.packets.filter {
            $0.destination == reported[0].destination && $0.limit.map { $0 > end } == true && $0.failure == nil
        }
        return !beyond.isEmpty && beyond.allSatisfy { $0.error == nil && $0.answer == nil } ? router : nil
    }

    /// This machine's TCP connections to hosts of the Internet get there.
    var isConnecting: Bool {
        isUserHeard || uplink.hasConnected != nil
            || connections.contains {
                $0.limit == nil && $0.answer == .accepted && !$0.destination.isOfLocalNetwork
            }
    }

    /// Who refuses connections to a resolver behind it.
    var refusalOfResolver: ICMPError? {
        connections.lazy.filter { $0.limit == nil }.compactMap(\.error).first {
            !$0.isOwn && $0.reporter != nil && $0.meaning != .tooBig
        }
    }

    /// A resolver behind the gateway takes this machine's TCP connections.
    var isResolverConnected: Bool { connections.contains { $0.limit == nil && $0.answer != nil } }

    /// SYNs were sent, and none got an answer.
    var isTCPSilent: Bool {
        !isUserHeard && !isTCPHeard && !connections.isEmpty && connections.allSatisfy { $0.answer == nil }
    }
    /// A router behind the gateway has reported a SYN to port 80, while others are sent to port 443.
    var isWebHeard: Bool { uplink.interception?.error?.isReport(behind: uplink.gateways) == true }
    /// Somebody resets connections to addresses that nobody has.
    var isTCPReset: Bool { !isUserHeard && connections.contains { $0.limit != nil && $0.answer == .reset } }
    /// Datagrams get beyond the gateway.
    var areDatagramsHeard: Bool {
        uplink.packets.contains { $0.transport != .tcp && isPassing($0) } || queries.contains(where: \.isFromBeyond)
    }

    /// SYNs that were sent.
    private var connections: [UplinkEvidence.Packet] {
        uplink.packets.filter { $0.transport == .tcp && $0.failure == nil && !isOfAnotherNetwork($0) }
    }

    /// Whether a router behind the gateway, or a resolver there, has answered it.
    func isPassing(_ packet: UplinkEvidence.Packet) -> Bool {
        !isOfAnotherNetwork(packet)
            && (packet.isReported(behind: uplink.gateways) || packet.limit == nil && packet.answer != nil)
    }

    /// A connection to a resolver with a private address for which a router has no way, or one that leads in circles: what a VPN has left behind.
    /// Routers of the Internet are right not to know it, and it tells nothing of the way to others.
    private func isOfAnotherNetwork(_ packet: UplinkEvidence.Packet) -> Bool {
        guard packet.limit == nil, packet.destination.isOfLocalNetwork, let error = packet.error, !error.isOwn else {
            return false
        }
        return switch error.meaning {
        case .networkUnreachable, .hostUnreachable, .timeExceeded: true
        case .prohibited, .portUnreachable, .tooBig, .other: false
        }
    }

    /// No resolver reaches anybody. That one on the link is silent says nothing of the uplink.
    var areResolversAgainst: Bool {
        let isAgainst = { (query: UplinkEvidence.Query) in
            // One of this machine's own may be kept from asking by itself: by its servers, their certificates, or a closed port.
            if query.place == .own, isProviderHeard { return false }
            return switch query.outcome {
            // A home router without its provider; from beyond it, an answer has come at least.
            case .nxdomain, .noData: query.isDenial && query.place == .gateway
            // A filter of names, perhaps. One in the Internet has been reached. A router that has lost its provider refuses; one whose
            // provider answers has been told to.
            case .refused: !query.isRefusalOfName && !query.isFromInternet && !isProviderHeard
            case .servfail: !query.isFromInternet && !query.hasSignatures
            case .timeout: query.place != .link && query.isTruncated != true && !isDeadByItself(query)
            case .address, .closed, .malformed: false
            }
        }
        return queries.contains(where: isAgainst)
            && queries.allSatisfy { isAgainst($0) || $0.outcome == .timeout }
    }

    /// A resolver of a private network, which is not behind the provider: where that one's router is heard, and the resolver is silent on TCP
    /// as well, it is the resolver that is dead. One that waits for others in vain takes connections.
    private func isDeadByItself(_ query: UplinkEvidence.Query) -> Bool {
        isProviderHeard && query.place == .beyond && query.server.isOfLocalNetwork
            && connections.contains { $0.limit == nil && $0.destination == query.server && $0.answer == nil }
    }

    var confidence: Double {
        let signs = [areResolversAgainst, refusal != nil, stuckPeers > 0].filter(\.self).count
        return [0.7, 0.85, 0.95, 0.98][signs]
    }

    /// In words, what shows that it does not work.
    var against: [String] {
        var words = queries.filter { !$0.reachesRoot }.map { query in
            let does =
                query.reasons?.first.map {
                    FactPhrase.withReason.text(["what": query.does, "reason": shown($0.description)])
                } ?? query.does
            return uplink.gateway == query.server
                ? FactPhrase.itsDNSServer.text(["does": does])
                : FactPhrase.theDNSServer.text(["server": "\(query.server)", "does": does])
        }
        if let refusal {
            words.append(FactPhrase.itAnswers.text(["answer": PathRules.answer(refusal.meaning)]))
        } else if isCutOffByGateway {
            words.append(FactPhrase.itAnswers.text(["answer": PathRules.answer(.networkUnreachable)]))
        } else if let last = lastPrivateRouter ?? firstRouter {
            words.append(FactPhrase.lastRouter.text(["router": "\(last)"]))
        } else if arePacketsSilent {
            words.append(FactPhrase.noRouterBehind.text)
        }
        if let connections = uplink.connections, stuckPeers > 0 {
            words.append(
                (connections.stuck == 1 ? FactPhrase.oneStuck : .severalStuck).text(["count": "\(connections.stuck)"])
            )
        }
        return words
    }
}

extension UplinkEvidence.Query {
    /// It has seen signatures that it does not accept (RFC 8914, codes 6 to 12), so that somebody has answered it: what is wrong is its clock,
    /// or what it trusts. A missing DNSKEY (9) may as well be one that nobody could be asked for.
    package var hasSignatures: Bool {
        outcome == .servfail && reasons?.contains { (6...12).contains($0.code) && $0.code != 9 } == true
    }

    fileprivate var does: String {
        switch outcome {
        case _ where isDenial: FactPhrase.deniesNames.text
        case _ where isRefusalOfName: FactPhrase.refusesOneName.text(["code": refusal])
        case .nxdomain: FactPhrase.reachesInternet.text
        case .address: FactPhrase.makesAddressesUp.text
        case .noData: FactPhrase.knowsNoAddress.text
        case .refused: FactPhrase.answersCode.text(["code": refusal])
        case .servfail: FactPhrase.answersCode.text(["code": "SERVFAIL"])
        case .timeout: FactPhrase.doesNotAnswer.text
        case .closed: FactPhrase.doesNotRun.text
        case .malformed: FactPhrase.noValidAnswer.text
        }
    }
}

extension IPAddress {
    /// An address that networks of homes and companies use; those of providers' own networks (RFC 6598) are not.
    var isOfLocalNetwork: Bool {
        let isProviders = family == .ipv4 && bytes[0] == 100 && bytes[1] & 0xc0 == 64
        return isPrivate && !isProviders
    }
}

extension UplinkEvidence.Query {
    /// Whether a resolver behind the gateway has answered, whatever it said.
    var isFromBeyond: Bool {
        place == .beyond && (isTruncated == true || outcome != .timeout && outcome != .closed)
    }
    fileprivate var isFromInternet: Bool { isFromBeyond && !server.isOfLocalNetwork }
}
