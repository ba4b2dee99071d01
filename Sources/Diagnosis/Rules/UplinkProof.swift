package import NetworkModel

/// The conclusions from the evidence on the uplink.
package enum UplinkProof: Sendable, Hashable {
    case works, broken, unknown

    package init(_ uplink: UplinkEvidence) {
        switch UplinkAssessment(uplink).state {
        case .proven: self = .works
        case .broken: self = .broken
        case .unknown: self = .unknown
        }
    }
}

extension UplinkEvidence {
    /// Whether this machine has default routes in IPv6 and none in IPv4, as in an IPv6-only network.
    package var isOfIPv6Alone: Bool {
        !gateways.isEmpty && gateways.allSatisfy { $0.family == .ipv6 }
            && !packets.contains { $0.destination.family == .ipv4 && $0.failure == nil && $0.limit != nil }
    }

    /// The address families in which packets to documentation addresses get no response, so that they are worth repeating: the
    /// routers may only have exhausted their limit of errors.
    ///
    /// - Parameter isFamilyAlone: Whether to include a family only if packets of the other one get responses.
    package func doubtfulFamilies(isFamilyAlone: Bool) -> [AddressFamily] {
        if let dead = UplinkIndications(self).doubtfulFamily { return [dead.family] }
        if isFamilyAlone { return [] }
        return isWorthRepeating
            ? AddressFamily.allCases : doubtedFamilies
    }

    /// Whether the uplink counts as broken since neither a router nor a resolver was heard, which may be late.
    package var isSilentThroughout: Bool {
        UplinkProof(self) == .broken && !UplinkIndications(self).isAnyoneHeard
    }

    /// Whether late reports of routers decide whether it counts as broken.
    package var mayBeLate: Bool { lateness != nil || isSilentThroughout }

    /// Whether packets over IPv4 were sent beyond the gateway, and nothing there answered any packet of this machine, nor its
    /// connections.
    package var isBeyondSilent: Bool {
        let indications = UplinkIndications(self)
        let sent = packets.filter { $0.limit != nil && $0.failure == nil && $0.destination.family == .ipv4 }
        return !sent.isEmpty && !sent.contains { $0.isReported(behind: gateways) || $0.answer != nil }
            && !indications.isForwarding(over: .ipv4) && !indications.isUserHeard && hasConnected != true
    }

    /// Whether something beyond a gateway was heard over an address family.
    package func isForwarding(over family: AddressFamily) -> Bool {
        UplinkIndications(self).isForwarding(over: family)
    }

    /// Whether nothing is heard over the uplink in use, while a spare one works.
    package var isSilentBesideSpare: Bool { UplinkIndications(self).isSilentBesideSpare }

    /// Whether it is silent beside a spare one, and got its packets in one round only. The spare one may have responded later
    /// than those packets were sent, for instance if this machine was busy.
    package var isWorthRepeating: Bool {
        let indications = UplinkIndications(self)
        return indications.isSilentBesideSpare && !indications.isSilentRepeatedly
    }

    /// All address families, if nothing but silence is the reason why the state of the uplink is not known.
    private var doubtedFamilies: [AddressFamily] {
        let indications = UplinkIndications(self)
        if indications.mayBeOvertaken, indications.overtaken == nil { return AddressFamily.allCases }
        if indications.mayPort443BeSilent { return AddressFamily.allCases }
        if indications.isSilentBesideSpareButNear, !indications.isSilentRepeatedly { return AddressFamily.allCases }
        guard indications.isTCPSilent, !(indications.isWebHeard && indications.areConnectionsRepeated),
            indications.refusal == nil,
            UplinkAssessment(self).status == .connectionIndeterminate
        else { return [] }
        return AddressFamily.allCases
    }

    /// Whether IPv4 leads nowhere, while IPv6 works.
    package var isIPv4Dead: Bool { UplinkIndications(self).deadFamily?.family == .ipv4 }

    /// Whether IPv6 leads nowhere, while IPv4 works.
    package var isIPv6Dead: Bool { UplinkIndications(self).deadFamily?.family == .ipv6 }

    /// The address families that would be blamed, or doubted, because of silence alone.
    package var silentFamilies: [AddressFamily] {
        if let dead = UplinkIndications(self).deadFamily { return dead.isTold ? [] : [dead.family] }
        return doubtedFamilies
    }

    /// Whether the nearest router that packets of an address family reach reported some of them and not others, since it may
    /// have used up its limit of errors. One that reports all, or none, has not: after a pause of a second, the first packet
    /// with the smallest hop limit is reported in any case.
    ///
    /// Nor has one that reports no SYN, and all datagrams, in two rounds: these follow the SYNs, which would have got the report.
    package func isLimited(_ family: AddressFamily) -> Bool {
        let sent = packets.filter {
            $0.limit != nil && $0.failure == nil && $0.isEarlier != true && $0.destination.family == family
        }
        let nearest = sent.filter { $0.limit == sent.compactMap(\.limit).min() }
        let heard = nearest.filter { $0.error != nil || $0.answer != nil }
        let datagrams = nearest.count { $0.transport == .udp }
        let isPassedByDatagramsAlone =
            datagrams > 1 && datagrams * 2 == nearest.count && heard.count == datagrams
            && heard.allSatisfy { $0.transport == .udp }
        return !heard.isEmpty && heard.count < nearest.count && !isPassedByDatagramsAlone
    }

    /// Whether no SYN to a documentation address got a response, nor did connections of this process's user: this machine may
    /// drop them. Those of other users say nothing about a filter of one user.
    package var mayConnectionsBeDropped: Bool { UplinkIndications(self).mayConnectionsBeDropped }

    /// Whether the only sign that the Internet is reached is a resolver's answer about `root-servers.net`, of which it may have a
    /// copy, while the provider's only router reports everything as undeliverable.
    package var mayRootBeCopied: Bool {
        let indications = UplinkIndications(self)
        return indications.reachesRoot && !indications.isHeardBeyond && !indications.isConnecting
            && !indications.isHostConnected && indications.isProviderWithoutRoute(includingEarlier: true)
    }

    /// Whether a resolver reports that a name does not exist which no cache has.
    package var isRootReached: Bool { UplinkIndications(self).reachesRoot }
}

extension MachineVerdict {
    /// Whether nothing below the uplink is broken, so that it can be examined.
    package var isUplinkReached: Bool { uplink.map { $0.status != .noErr } ?? false }
}

extension Verdict {
    /// Whether the uplink is the reason why the target is not reached.
    package var isUplinkBroken: Bool { layers[.uplink] == .connectionDown }
}

extension Report {
    /// How long a connection of a check shows that its way works: until the next check at the default interval.
    package static let proofLifetime = Duration.seconds(75)

    /// Whether this check went to a host beyond a gateway, directly.
    package var isBeyondGateway: Bool {
        read(GatewayEvidence.self) { $0.isOnLink } == false && read(ProxyEvidence.self) { _ in true } == nil
    }

    /// Whether this check went into tunnels that the default route leads into without a gateway, as that of WireGuard does, and was
    /// answered there. That a connection is accepted shows nothing: programs that have such a tunnel accept all of them themselves.
    private var isAnsweredThroughTunnel: Bool {
        let isOfTunnels = read(GatewayEvidence.self) { evidence in
            !evidence.hops.isEmpty
                && evidence.hops.allSatisfy { hop in
                    hop.isTunnel == true && hop.route.kind == .unicast
                        && hop.route.prefixLength <= InternetRoutes.longest(hop.route.family)
                }
        }
        let isAnswered =
            read(TLSEvidence.self) { $0.outcome == .established } == true
            || read(HTTPEvidence.self) { $0.outcome == .response } == true
        return isOfTunnels == true && isAnswered && read(ProxyEvidence.self) { _ in true } == nil
    }

    /// The connection of this check, if it is up and went to a host of the Internet directly; `nil` if not.
    package var connectionToInternet: TCPEvidence.Attempt? {
        guard status == .connectionUp, isBeyondGateway || isAnsweredThroughTunnel,
            let winner = read(TCPEvidence.self, { $0.winner }) ?? nil, winner.address.isOfInternet
        else { return nil }
        return winner
    }

    /// The host of the Internet that this check reached directly, and how its name was resolved; `nil` if it reached none.
    package var reachedHost: StatusDocument.ReachedHost? {
        guard let address = connectionToInternet?.address else { return nil }
        let answers = read(DNSEvidence.self, { $0.resolution.answers }) ?? []
        // A name from a cache may be one of few that still resolve.
        let fresh = answers.filter { $0.source == .dns && $0.address == address && $0.ttl == 0 }
        return .init(address: address, servers: fresh.compactMap(\.server))
    }

    /// Whether this check is up and reached a host by a link-local address, directly.
    package var isOfNeighbour: Bool {
        status == .connectionUp && read(GatewayEvidence.self, { $0.isOnLink }) == true
            && read(TCPEvidence.self, { $0.winner?.address.isLinkLocal }) == true
            && read(ProxyEvidence.self, { _ in true }) == nil
    }
}

extension IPAddress {
    /// Whether the address may be routed in the Internet; addresses for documentation count as such.
    package var isOfInternet: Bool { !isPrivate && !isUnspecified }

    /// The first 32 bits, which networks of different operators do not share: that one of them has failed is no evidence against
    /// the path to others.
    package var networkOfOperator: [UInt8] { Array(bytes.prefix(4)) }

    /// The first 24 bits of an IPv4 address, or the first 48 of an IPv6 address: operators announce no smaller networks to each other.
    package var smallestNetwork: [UInt8] { Array(bytes.prefix(family == .ipv4 ? 3 : 6)) }
}

extension UplinkEvidence.Packet {
    /// Whether a router of the Internet, not of a home or company, reported the packet as undeliverable. A router that
    /// prohibits it may prohibit everything.
    package func isReported(beyond gateways: [IPAddress]) -> Bool { error?.isReport(beyond: gateways) ?? false }

    /// The same for any router except the gateways.
    package func isReported(behind gateways: [IPAddress]) -> Bool { error?.isReport(behind: gateways) ?? false }

    /// Whether the hop limit of the packet ended at a router behind the gateways, as that reports.
    package func isExpired(behind gateways: [IPAddress]) -> Bool {
        error?.meaning == .timeExceeded && isReported(behind: gateways)
    }
}

extension UplinkEvidence.Translation {
    /// Whether a packet got beyond the gateways. A router without a route to the prefix or the address is not proof.
    package func isForwarded(behind gateways: [IPAddress]) -> Bool {
        packets.contains { packet in
            guard packet.answer == nil else { return true }
            guard packet.isReported(behind: gateways), let error = packet.error, let reporter = error.reporter else {
                return false
            }
            // A router of the IPv4 network, whose address is translated.
            return prefix.contains(reporter) || error.meaning == .timeExceeded
        }
    }
}

extension ICMPError {
    /// The same as ``UplinkEvidence/Packet/isReported(beyond:)``.
    func isReport(beyond gateways: [IPAddress]) -> Bool {
        isReport(behind: gateways) && reporter?.isOfLocalNetwork == false
    }

    func isReport(behind gateways: [IPAddress]) -> Bool {
        guard !isOwn, meaning != .prohibited, let reporter else { return false }
        return !gateways.contains { $0.bytes == reporter.bytes }
    }
}

extension UplinkEvidence.Query {
    /// Whether the answer may be from a copy of `root-servers.net`. A resolver behind the gateway was reached itself.
    package var mayBeOfCopy: Bool { outcome == .nxdomain && reachesRoot && place != .beyond }
}
