import NetworkModel

/// Single signs in the evidence on the uplink.
struct UplinkIndications {
    let uplink: UplinkEvidence
    /// An ICMP error of the gateway for packets that it should forward, or of a router behind it that prohibits them.
    let refusal: ICMPError?
    /// The last router behind the gateway that responded, if it is in a private network, and may belong to the same home.
    let lastPrivateRouter: IPAddress?
    /// A router behind the gateway that responded now.
    let firstRouter: IPAddress?
    /// Whether a router behind the gateway with an address of the Internet, or of a provider's network, responded.
    let isProviderHeard: Bool
    /// Whether two hosts beyond the gateway responded, one of them in the Internet. A single one may be the provider's first
    /// router, which responds whatever is broken behind it.
    let isRouterHeard: Bool

    init(_ uplink: UplinkEvidence) {
        self.uplink = uplink
        let packets = uplink.packets.filter { packet in
            let isProhibited = packet.error?.meaning == .prohibited
            return (packet.isEarlier != true || isProhibited) && !(isProhibited && uplink.isOfAnotherNetwork(packet))
        }
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
        let met = [uplink.interception?.error, uplink.interception?.errorBehind]
        let now = uplink.packets.filter { $0.isEarlier != true }.map(\.error) + met
        let routers = now.compactMap(\.self).filter { $0.isReport(behind: uplink.gateways) }.compactMap(\.reporter)
        firstRouter = routers.first
        isProviderHeard = routers.contains { !$0.isOfLocalNetwork }
        // For each address family separately, since a router has an address in each.
        isRouterHeard = AddressFamily.allCases.contains { family in
            let servers = uplink.queries.filter(\.isFromBeyond).map(\.server)
            let heard = Set((routers + servers).filter { $0.family == family }.map(\.bytes))
            return heard.count > 1 && heard.contains { IPAddress(bytes: $0)?.isOfLocalNetwork == false }
        }
        lastPrivateRouter = beyond.last(where: \.isOfLocalNetwork)
    }

    /// The responses of resolvers that say something about the uplink in use. A resolver on this machine, such as
    /// systemd-resolved, uses every uplink with servers, so that its response proves nothing if a spare uplink reached the
    /// root.
    var queries: [UplinkEvidence.Query] {
        let isSpareReached = uplink.spares?.contains { $0.queries.contains(where: \.reachesRoot) } == true
        return isSpareReached ? uplink.queries.filter { $0.place != .own } : uplink.queries
    }

    var reachesRoot: Bool { queries.contains { $0.reachesRoot || $0.hasSignatures } }
    /// Whether connections of this machine get responses. Connections to a portal that responds over TLS for everybody do not
    /// count, nor do old connections while new ones get no response.
    var isConnectionHeard: Bool {
        !isAnyTLSCaught && (uplink.connections?.heard ?? 0) > 0 && !areMoreStuck
    }
    /// Whether a portal responds over TLS for everybody.
    var isAnyTLSCaught: Bool { uplink.interception.map { $0.isOfPortal && $0.isTLSAccepted == true } ?? false }
    /// Whether more hosts leave this machine's connections without a response than respond. A router with a full connection
    /// table keeps existing connections alive.
    var areMoreStuck: Bool {
        guard let connections = uplink.connections, connections.heard > 0 else { return false }
        // IPv6 alone may lead nowhere.
        let stuck = connections.stuckPeers - (connections.stuckPeersOverIPv6 ?? 0)
        return stuck >= UplinkAssessment.enoughStuckPeers && stuck > connections.heard
    }
    /// Whether traffic of this machine's own programs works, whatever responds in place of others.
    var isUserHeard: Bool { isConnectionHeard || uplink.isURLAnswered == true }
    /// Whether something other than a resolver shows that packets leave and responses come back.
    var isHeardBeyond: Bool { isRouterHeard || isConnectionHeard || uplink.isURLAnswered == true }
    var stuckPeers: Int { isConnectionHeard || areMoreStuck ? 0 : uplink.connections?.stuckPeers ?? 0 }
    /// The same without hosts that were silent already when other connections received something, and without any if a check
    /// of this process has connected to a host: these hosts may be dead themselves. If the uplink has lost connections since then,
    /// newer ones are silent as well. Those over IPv6 do not count if IPv6 alone leads nowhere, or packets over IPv4 pass.
    var stuckPeersOfUplink: Int {
        guard uplink.hasConnected != true, let connections = uplink.connections else { return 0 }
        let isIPv6Apart = deadFamily?.family == .ipv6 || isForwarding(over: .ipv4)
        let sixth = connections.stuckPeersOverIPv4.map { connections.stuckPeers - $0 } ?? connections.stuckPeersOverIPv6
        return max(stuckPeers - max(isIPv6Apart ? sixth ?? 0 : 0, connections.deadPeers ?? 0), 0)
    }
    /// Whether any router, or a resolver that is not on this machine, responded in any way.
    var isAnyoneHeard: Bool {
        let isReported = uplink.packets.contains { packet in
            packet.isEarlier != true
                && (packet.answer != nil || packet.error.map { !$0.isOwn && $0.reporter != nil } == true)
        }
        return isReported || queries.contains { $0.place != .own && $0.outcome != .timeout }
    }
    /// Whether the gateway is there, as a response to any packet shows that arrived since no resolver reaches other servers.
    var isGatewayThere: Bool { isAnyoneHeard || uplink.isHeardUnresolved == true }
    /// Whether a resolver, or other hosts that programs contact, do not respond.
    var isSomethingSilent: Bool { queries.contains { $0.outcome == .timeout } || stuckPeers > 0 }
    /// Whether packets were sent, and nothing behind the provider's first router responded. If that has no route, earlier packets
    /// did not get any further, either. If several routers reported earlier packets of the other address family, the silence of those of
    /// this one does not show that nothing gets out.
    var arePacketsSilent: Bool {
        !isRouterHeard
            && uplink.packets.contains { packet in
                packet.limit != nil && packet.failure == nil
                    && (packet.isEarlier != true
                        || !isPassing(packet) && !wereRoutersHeard(exceptOver: packet.destination.family)
                        || isProviderWithoutRoute(includingEarlier: true))
            }
    }

    private func wereRoutersHeard(exceptOver family: AddressFamily) -> Bool {
        let reports = uplink.packets.filter { packet in
            packet.isEarlier == true && packet.limit != nil && packet.destination.family != family
                && packet.isReported(behind: uplink.gateways)
        }
        return Set(reports.compactMap(\.error?.reporter?.bytes)).count > 1
    }

    /// Whether a resolver in the Internet just accepted a TCP connection, so that only queries over UDP are lost: by a filter
    /// of port 53, or a partly broken server. It says nothing if a device accepts connections in place of others.
    var isResolverReached: Bool {
        uplink.interception?.isAccepted != true
            && connections.contains {
                $0.limit == nil && $0.answer == .accepted && $0.isEarlier != true && !$0.destination.isOfLocalNetwork
            }
    }

    /// Whether this machine's own packets pass the gateway, and responses come back. A resolver may reach the Internet while
    /// no other host does.
    var isOwnTrafficHeard: Bool {
        isUserHeard || isTCPHeard || connections.isEmpty && uplink.packets.contains(where: isPassing)
    }

    /// Whether SYNs pass the gateway, as a response shows.
    private var isTCPHeard: Bool {
        if uplink.hasConnected != nil { return true }
        let resolvers = connections.filter { $0.limit == nil }
        if resolvers.contains(where: { $0.answer != nil && !isBeforeEnd($0.destination) }) { return true }
        if overtaken != nil, endOfFourth() == nil { return false }
        // For each address family separately, since a router has an address in each.
        let reported = connections.filter { $0.isReported(behind: uplink.gateways) }
        let routers =
            AddressFamily.allCases.map { family in
                Set(reported.filter { $0.destination.family == family }.compactMap(\.error?.reporter?.bytes))
            }.max { $0.count < $1.count } ?? []
        // A single router that responds says nothing about those behind it, if a host behind it does not respond, or no host
        // does. A resolver that is also silent over UDP is not such a host: it may be dead itself.
        let isEachDead = resolvers.allSatisfy { $0.error == nil && uplink.isSilent($0.destination) }
        return isEachDead
            ? routers.count > 1 || routers.count == 1 && lastRouter == nil
            : routers.count > 1 && resolvers.allSatisfy { $0.error == nil }
    }

    /// Whether a resolver may be no further than the last router that reports packets: it is that router, or in the provider's
    /// own network (RFC 6598), or in a private one. That it accepts connections says nothing about hosts behind it. If no router
    /// behind the gateway reports packets, it may be next to the gateway, as those of clouds, or at this end of a tunnel.
    private func isBeforeEnd(_ server: IPAddress) -> Bool {
        guard server.isOfLocalNetwork || server.isOfSharedSpace else { return server == lastRouter }
        return lastRouter != nil || areConnectionsSilent && firstRouter == nil
    }

    /// The only router behind the gateway that reports packets, if those with a higher hop limit get no response. It may be
    /// the last one that lets this machine's packets through.
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

    /// Whether this machine's TCP connections reach hosts of the Internet.
    var isConnecting: Bool {
        isUserHeard || uplink.hasConnected != nil
            || connections.contains {
                $0.limit == nil && $0.answer == .accepted && !$0.destination.isOfLocalNetwork
                    && !isBeforeEnd($0.destination)
            }
    }

    /// Whether a TCP connection of this machine was established with a host beyond the gateway, now or a short while ago. That
    /// routers report SYNs shows that these get out, and not that a connection is established.
    var isConnectionSeen: Bool {
        if isEverythingAccepted { return isUserHeard || uplink.hasConnected != nil }
        return isConnecting
            || uplink.interception?.isAccepted != true
                && (uplink.connections?.familiesHeardLately != nil
                    || connections.contains { $0.limit == nil && $0.answer == .accepted })
    }

    /// Whether a device accepts connections in place of any host, and then says nothing, or does so on port 443 as well, so that
    /// it accepts those to resolvers too.
    private var isEverythingAccepted: Bool {
        guard let met = uplink.interception, met.isAccepted else { return false }
        return met.status == nil || connections.contains { $0.limit != nil && $0.answer == .accepted }
    }

    /// Whether a device that is no portal accepts connections to ports 80 and 443 of any address, as the proxy of a network that
    /// admits certain hosts does. What becomes of other packets then says nothing about these connections.
    var isWebPlayed: Bool {
        guard let met = uplink.interception, met.isAccepted, !met.isOfPortal else { return false }
        return met.isTLSAccepted == true || connections.contains { $0.limit != nil && $0.answer == .accepted }
    }

    /// Whether connections to DNS servers alone were established, while SYNs to port 443 of other hosts got no
    /// response, or a single router alone. A filter may pass port 53 only, and routers may report nothing.
    var areResolversSeenAlone: Bool {
        (areConnectionsSilent || lastRouter != nil && !isUserHeard) && !isHostConnected
    }

    /// Whether a check has connected to a host in the Internet, or programs heard from one over TCP a short while ago.
    var isHostConnected: Bool { uplink.hasConnected != nil || uplink.connections?.familiesHeardLately != nil }

    /// Whether SYNs to port 443 of documentation addresses were sent, and neither a host nor a router responded.
    var areConnectionsSilent: Bool {
        let sent = connections.filter { $0.limit != nil }
        return !isUserHeard && !sent.isEmpty && sent.allSatisfy { $0.error == nil && $0.answer == nil }
    }

    /// The same as ``areConnectionsSilent``, about the user of this process alone. If the connections of other users show that
    /// the uplink works, no SYNs need have been sent.
    var mayConnectionsBeDropped: Bool {
        guard let own = uplink.connections?.heardOfUser else { return areConnectionsSilent }
        let sent = connections.filter { $0.limit != nil && $0.isEarlier != true }
        return own == 0 && uplink.isURLAnswered != true && sent.allSatisfy { $0.error == nil && $0.answer == nil }
    }

    /// Whether a transparent proxy on port 80 answers the machine's connectivity URL with an error, as it answers for an
    /// address that nobody has.
    var isProxyFailing: Bool {
        guard let known = uplink.known, uplink.isURLAnswered == false, known.url.hasPrefix("http:"),
            let met = uplink.interception, met.isAccepted, let status = met.status
        else { return false }
        return known.status >= 400 && known.status != 511 && status >= 400 && status != 511
    }

    /// The error of a router that refuses connections to a resolver behind it.
    var refusalOfResolver: ICMPError? {
        connections.lazy.filter { $0.limit == nil }.compactMap(\.error).first {
            !$0.isOwn && $0.reporter != nil && $0.meaning != .tooBig
        }
    }

    /// Whether a resolver behind the gateway responds to this machine's TCP connections.
    var isResolverConnected: Bool { connections.contains { $0.limit == nil && $0.answer != nil } }

    /// Whether SYNs were sent, and none got a response.
    var isTCPSilent: Bool {
        !isUserHeard && !isTCPHeard && !connections.isEmpty && connections.allSatisfy { $0.answer == nil }
    }
    /// Whether SYNs were sent, and no host behind the last router that reports packets answered one: a resolver in the
    /// provider's own network is before a translator that drops everything else.
    var isNoHostHeard: Bool {
        !isUserHeard && !isTCPHeard && !connections.isEmpty
            && connections.allSatisfy { $0.answer == nil || $0.limit == nil && isBeforeEnd($0.destination) }
    }
    /// Whether a router behind the gateway reported that a SYN to port 80 expired there, while other SYNs are sent to port 443. One
    /// that reports it as undeliverable may do so with all, as its limit of errors allows.
    var isWebHeard: Bool { isWebReported && uplink.interception?.error?.meaning == .timeExceeded }
    /// Whether a router behind the gateway reported that SYN in any way.
    var isWebReported: Bool { uplink.interception?.error?.isReport(behind: uplink.gateways) == true }
    /// Whether datagrams pass the gateway.
    var areDatagramsHeard: Bool {
        uplink.packets.contains { $0.transport != .tcp && isPassing($0) } || queries.contains(where: \.isFromBeyond)
    }

    /// The SYNs that were sent.
    var connections: [UplinkEvidence.Packet] {
        uplink.packets.filter { $0.transport == .tcp && $0.failure == nil && !uplink.isOfAnotherNetwork($0) }
    }

    /// Whether a router behind the gateway reported the packet, or a resolver there responded.
    func isPassing(_ packet: UplinkEvidence.Packet) -> Bool {
        !uplink.isOfAnotherNetwork(packet)
            && (packet.isReported(behind: uplink.gateways) || packet.limit == nil && packet.answer != nil)
    }

    var confidence: Double {
        let indications = [areResolversAgainst, refusal != nil, stuckPeers > 0].filter(\.self).count
        return [0.7, 0.85, 0.95, 0.98][indications]
    }

    /// The evidence that the uplink does not work, as texts.
    var against: [String] {
        var words = queries.filter { !$0.reachesRoot }.map { query in
            let reason = query.isWithoutServers ? nil : query.reasons?.first
            let does =
                reason.map {
                    FactPhrase.withReason.text(["what": query.does, "reason": shown($0.description)])
                } ?? query.does
            return uplink.gateway == query.server
                ? FactPhrase.itsDNSServer.text(["does": does])
                : FactPhrase.theDNSServer.text(["server": "\(query.server)", "does": does])
        }
        if let refusal {
            words.append(FactPhrase.itAnswers.text(["answer": PathRules.meaningText(refusal.meaning)]))
        } else if isCutOffByGateway {
            words.append(FactPhrase.itAnswers.text(["answer": PathRules.meaningText(.networkUnreachable)]))
        } else if isProviderCutOff, let error = rejectionsBehind.first, let router = error.reporter {
            words.append(
                FactPhrase.routerAnswersTCP.text([
                    "router": "\(router)", "answer": PathRules.meaningText(error.meaning),
                ]))
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
    /// Whether the server received signatures that it does not accept (RFC 8914, codes 6 to 12), so that another server
    /// responded to it. Its clock or its trust anchors are wrong. A missing DNSKEY (9) may also mean that no server
    /// responded. A server without such codes shows it if it succeeds with checking disabled.
    package var hasSignatures: Bool {
        outcome == .servfail
            && (control == .known || reasons?.contains { (6...12).contains($0.code) && $0.code != 9 } == true)
    }

    fileprivate var does: String {
        switch outcome {
        case _ where isDenial || control == .ownRoot: FactPhrase.deniesNames.text
        case _ where isRefusalOfName: FactPhrase.refusesOneName.text(["code": refusal])
        case .nxdomain: FactPhrase.reachesInternet.text
        case .address: FactPhrase.makesAddressesUp.text
        case .noData: FactPhrase.knowsNoAddress.text
        case .refused where isWithoutServers: FactPhrase.hasNoServers.text(["code": refusal])
        case .refused: FactPhrase.answersCode.text(["code": refusal])
        case .servfail: FactPhrase.answersCode.text(["code": "SERVFAIL"])
        case .timeout: (isLate == true ? FactPhrase.answersLate : .doesNotAnswer).text
        case .closed: FactPhrase.doesNotRun.text
        case .malformed: FactPhrase.noValidAnswer.text
        }
    }
}

extension UplinkEvidence.Query {
    /// Whether a resolver behind the gateway responded, with whatever result.
    var isFromBeyond: Bool {
        place == .beyond && (isTruncated == true || isLate == true || outcome != .timeout && outcome != .closed)
    }
    var isFromInternet: Bool { isFromBeyond && !server.isOfLocalNetwork }
    /// Whether it refuses since it has no server to forward queries to.
    var isWithoutServers: Bool { outcome == .refused && !isRefusalOfName && reasons?.sayNoServers == true }
}

extension [ExtendedDNSError] {
    /// Whether a server that refuses has none to forward queries to, as dnsmasq says (RFC 8914, code 14). One whose servers do not
    /// answer says something else (22, 23).
    var sayNoServers: Bool {
        let codes = map(\.code)
        return codes.contains(14) && !codes.contains(22) && !codes.contains(23)
    }
}
