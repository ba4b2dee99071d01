import NetworkModel

/// The results of one address family compared with those of the other.
extension UplinkIndications {
    /// An address family that leads nowhere.
    struct DeadFamily {
        let family: AddressFamily
        /// The gateway of the family.
        let gateway: IPAddress
        /// The last host that responded: the gateway, or the one router behind it.
        let last: IPAddress
        let nobody: IPAddress
        /// Whether the gateway itself reports that it has no route, or a router prohibits packets to a host as well, so that silence is
        /// no part of the evidence.
        let isTold: Bool
    }

    /// The address family that leads nowhere, while the same packets show that the other one works; `nil` if there is none.
    var deadFamily: DeadFamily? { deadFamily(after: UplinkIndications.enough) }

    /// The same after a first round, if more packets would help.
    var doubtfulFamily: DeadFamily? { deadFamily(after: UplinkIndications.enough / 2).flatMap { $0.isTold ? nil : $0 } }

    private func deadFamily(after count: Int) -> DeadFamily? {
        AddressFamily.allCases.lazy.compactMap { deadFamily($0, after: count) }.first
    }

    private func deadFamily(_ family: AddressFamily, after count: Int) -> DeadFamily? {
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil }
        let own = sent.filter { $0.destination.family == family }
        // Packets that this machine's own packet filter drops are only seen over IPv4, so there is nothing to compare them with.
        let other = sent.filter { $0.destination.family != family && isPassing($0) && $0.isKeptOut != true }
        if family == .ipv4, reachesRoot, let end = endOfFourth(in: count < UplinkIndications.enough ? 1 : 2),
            let nobody = own.first?.destination, let gateway = uplink.gateways.first(where: { $0.family == .ipv4 })
        {
            return DeadFamily(family: family, gateway: gateway, last: end.router, nobody: nobody, isTold: false)
        }
        guard !isHostHeard(over: family), !other.isEmpty,
            let nobody = (own.first { !$0.destination.isUnspecified } ?? own.first)?.destination,
            let gateway = uplink.gateways.first(where: { $0.family == family })
        else { return nil }
        if family == .ipv4, !isPortalOfIPv4Alone, uplink.familiesProhibited?.contains(.ipv4) == true,
            let router = routerAgainstIPv4
        {
            return DeadFamily(family: family, gateway: gateway, last: router, nobody: nobody, isTold: true)
        }
        let isTold = own.contains { packet in
            packet.error?.meaning == .networkUnreachable
                && uplink.gateways.contains { $0.bytes == packet.error?.reporter?.bytes }
        }
        guard isTold || own.count >= count else { return nil }
        // Many routers report nothing, while hosts respond to programs.
        guard isTold || uplink.connections?.familiesHeardLately?.contains(family) != true else { return nil }
        // A lost provider affects both families, whatever was received a moment ago.
        guard family == .ipv6 || reachesRoot else { return nil }
        // A portal that answers over IPv4 keeps the rest back.
        guard family == .ipv6 || !isPortalOfIPv4Alone else { return nil }
        let passing = own.filter(isPassing)
        guard !passing.isEmpty else {
            // A router behind the gateway may have used up its reports for packets to a resolver.
            let isForwarding = uplink.packets.contains {
                $0.destination.family == family && $0.isReported(behind: uplink.gateways)
            }
            if isForwarding { return nil }
            return DeadFamily(family: family, gateway: gateway, last: gateway, nobody: nobody, isTold: isTold)
        }
        // A provider's first router responds whatever is broken behind it. For IPv6 this is only examined if hosts are not reached,
        // since less depends on it.
        if mayIPv6End, uplink.familiesUnreached?.contains(.ipv6) == true, family == .ipv6, let last = endOfSixth {
            return DeadFamily(family: family, gateway: gateway, last: last, nobody: nobody, isTold: false)
        }
        let ends = Set(passing.compactMap(\.error?.reporter?.bytes))
        let others = Set(other.compactMap(\.error?.reporter?.bytes))
        guard family == .ipv4, ends.count == 1, others.count > 1, let last = passing.first?.error?.reporter,
            let end = passing.compactMap(\.limit).max(), passing.allSatisfy({ $0.error?.meaning == .timeExceeded }),
            own.count(where: { ($0.limit ?? 0) > end && $0.error == nil && $0.answer == nil }) * 2 >= count
        else { return nil }
        return DeadFamily(family: family, gateway: gateway, last: last, nobody: nobody, isTold: false)
    }

    /// The last host that was heard over an address family, if nothing but silence shows that the family ends there; `nil` for none.
    /// Many routers report nothing over one family, over which hosts are reached.
    var end: (router: IPAddress, family: AddressFamily)? {
        guard let dead = deadFamily else { return endOfSixth.map { (router: $0, family: .ipv6) } }
        let connections = uplink.connections
        let isAwaited =
            switch dead.family {
            case .ipv4: (connections?.stuckPeersOverIPv4 ?? connections?.stuckPeers ?? 0) > 0
            case .ipv6: uplink.mayIPv6BeLost
            }
        let isShown =
            dead.isTold || isAwaited || uplink.familiesUnreached?.contains(dead.family) == true
            || dead.family == .ipv4 && endOfFourth() != nil
        return isShown ? nil : (router: dead.last, family: dead.family)
    }

    /// The same as a sentence.
    var endText: String? {
        end.map { end in
            switch end.family {
            case .ipv4: FactPhrase.overIPv4.text(["destination": FactPhrase.nothingHeard.text])
            case .ipv6: FactPhrase.sixthUnseenBehind.text(["router": "\(end.router)"])
            }
        }
    }

    /// The router at which connections over IPv4 end, while it passes datagrams, and several routers report SYNs over IPv6; `nil` if there
    /// is none, if a host was heard over IPv4 with TCP, or if port 443 alone may be dropped.
    func endOfFourth(in leastRounds: Int = 2) -> OutrunRouter? {
        let isHeard =
            areConnectionsHeard(over: .ipv4) || uplink.connections?.familiesHeardLately?.contains(.ipv4) == true
            || connections.contains { $0.limit == nil && $0.answer != nil && $0.destination.family == .ipv4 }
        let routers = connections.filter { packet in
            packet.destination.family == .ipv6 && packet.error?.meaning == .timeExceeded && isPassing(packet)
        }.compactMap(\.error?.reporter?.bytes)
        guard !isHeard, uplink.isURLAnswered != true, uplink.isECNRequested != true, Set(routers).count > 1,
            let end = overtaken(.ipv4, in: leastRounds),
            !isWebReported || uplink.interception?.error?.reporter == end.router
        else { return nil }
        return end
    }

    /// Whether a host beyond the gateway was heard over an address family, and not only routers.
    private func isHostHeard(over family: AddressFamily) -> Bool {
        queries.contains { $0.server.family == family && $0.isFromBeyond }
            || uplink.packets.contains { $0.limit == nil && $0.answer != nil && $0.destination.family == family }
            || areConnectionsHeard(over: family)
    }

    /// Whether a router prohibits packets over IPv4, while routers report those over IPv6. Packets to hosts show whether that is about
    /// addresses alone that nobody has.
    var mayIPv4BeProhibited: Bool {
        routerAgainstIPv4 != nil && !isHostHeard(over: .ipv4)
            && uplink.packets.contains { $0.limit != nil && $0.destination.family == .ipv6 && isPassing($0) }
    }

    /// The router that rejects packets over IPv4 by a rule of its own; `nil` if none does.
    var routerAgainstIPv4: IPAddress? {
        uplink.packets.lazy.filter { $0.destination.family == .ipv4 && !uplink.isOfAnotherNetwork($0) }.compactMap(
            \.error
        )
        .first { $0.meaning == .prohibited && !$0.isOwn && $0.reporter != nil }?.reporter
    }

    /// The only router behind the gateway that reports packets over IPv6, while several do over IPv4, and nothing else was heard
    /// over IPv6; `nil` if there is none. IPv6 may end there, or routers drop packets to documentation addresses.
    var lastRouterOfIPv6: IPAddress? { onlyRouter(over: .ipv6) }

    /// The router at which packets of a check over an address family may end as well, while those over the other one get farther; `nil`
    /// if there is none. What was heard over IPv4 within the last minute was heard before the check, whose connection got no response.
    func lastRouter(beforeTargetOver family: AddressFamily) -> IPAddress? {
        switch family {
        case .ipv6: lastRouterOfIPv6
        case .ipv4:
            uplink.connections?.familiesHeardLately?.contains(.ipv4) == true && deadFamily == nil
                ? onlyRouter(over: .ipv4, mayBeHeardLately: true) : nil
        }
    }

    /// The same for an address family. A lost provider takes away both, so that earlier packets say nothing about IPv4.
    ///
    /// - Parameter mayBeHeardLately: Whether connections over the family may have received something within the last minute.
    func onlyRouter(over family: AddressFamily, mayBeHeardLately: Bool = false) -> IPAddress? {
        let sent = uplink.packets.filter { packet in
            packet.limit != nil && packet.failure == nil && (family == .ipv6 || packet.isEarlier != true)
        }
        let heard = { (family: AddressFamily) in
            Set(sent.filter { $0.destination.family == family && isPassing($0) }.compactMap(\.error?.reporter?.bytes))
        }
        let own = sent.filter { $0.destination.family == family }
        let end = own.filter(isPassing).compactMap(\.limit).max() ?? 0
        let isHeardLately = uplink.connections?.familiesHeardLately?.contains(family) == true
        let isSeen = isHostHeard(over: family) || isHeardLately && !mayBeHeardLately
        guard !isSeen, let last = heard(family).first, heard(family).count == 1,
            heard(family == .ipv4 ? .ipv6 : .ipv4).count > 1,
            own.filter(isPassing).allSatisfy({ $0.error?.meaning == .timeExceeded }),
            own.contains(where: { ($0.limit ?? 0) > end && $0.error == nil && $0.answer == nil })
        else { return nil }
        return IPAddress(bytes: last)
    }

    /// The router at which packets over IPv6 end: the last one that is heard, or one that reports all further ones as unreachable.
    private var endOfSixth: IPAddress? { lastRouterOfIPv6 ?? refusingRouterOfIPv6 }

    /// The only router behind the gateway that is heard over IPv6, and has no route to addresses that nobody has, while several are heard
    /// over IPv4; `nil` if there is none. It may know all networks of the Internet, and reject these addresses alone, so that packets to
    /// hosts must show whether IPv6 ends there.
    private var refusingRouterOfIPv6: IPAddress? {
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil && isPassing($0) }
        let sixth = sent.filter { $0.destination.family == .ipv6 }
        let fourth = sent.filter { $0.destination.family == .ipv4 && $0.error?.meaning == .timeExceeded }
        let reporters = Set(sixth.compactMap(\.error?.reporter?.bytes))
        guard !isHostHeard(over: .ipv6), uplink.connections?.familiesHeardLately?.contains(.ipv6) != true,
            reporters.count == 1, Set(fourth.compactMap(\.error?.reporter?.bytes)).count > 1,
            sixth.contains(where: { $0.error?.meaning == .networkUnreachable }),
            sixth.allSatisfy({ $0.error?.meaning == .timeExceeded || $0.error?.meaning == .networkUnreachable })
        else { return nil }
        return reporters.first.flatMap { IPAddress(bytes: $0) }
    }

    /// Whether IPv6 may end at that router, since hosts of several networks are not reached over IPv6: by programs, or by checks that
    /// reach the same names over IPv4. A single network may have failed itself. Packets to a host then show whether routers drop
    /// those to documentation addresses alone.
    var mayIPv6End: Bool {
        let isLost = uplink.connections?.stuckPeersOverIPv6 != nil || (uplink.failedNetworksOverIPv6 ?? 0) > 1
        return isLost && endOfSixth != nil
    }

    /// Whether a portal responds in place of other hosts over IPv4 only: over IPv6, it does not respond for an address that
    /// nobody has, and several routers behind the gateway report SYNs.
    var isPortalOfIPv4Alone: Bool {
        guard let met = uplink.interception, met.isOfPortal, met.destination.family == .ipv4,
            let sixth = uplink.interceptionOfIPv6, !sixth.isAccepted, uplink.isURLAnswered != false
        else { return false }
        // A daemon sends few packets. What earlier ones showed still counts if a router behind the gateway has just reported a SYN.
        let isHeardNow = sixth.error.map { $0.meaning == .timeExceeded && $0.isReport(behind: uplink.gateways) } == true
        let routers = connections.filter { packet in
            packet.destination.family == .ipv6 && (isHeardNow || packet.isEarlier != true)
                && packet.error?.meaning == .timeExceeded && isPassing(packet)
        }.compactMap(\.error?.reporter?.bytes)
        return Set(routers).count > 1
    }

    /// Whether a check of this process has connected to port 443, where the device that responds in place of others accepts no
    /// connections.
    var isPortalPassed: Bool { uplink.hasConnectedSecurely == true && uplink.interception?.isTLSAccepted == false }

    /// Whether the device that responds in place of others takes port 80 alone, like a router that reminds of an update: it is next to
    /// this machine, and a router behind it reports a SYN to port 443.
    var isWebPortTakenAlone: Bool {
        guard let met = uplink.interception, met.isOfPortal, met.isNear == true, met.isTLSAccepted == false,
            uplink.familiesUnreached == nil
        else { return false }
        let sent = connections.filter { $0.isEarlier != true && $0.destination.family == met.destination.family }
        return (sent.map(\.error) + [met.errorBehind]).contains { error in
            error.map { $0.meaning == .timeExceeded && $0.isReport(behind: uplink.gateways) } == true
        }
    }

    /// Whether a device resets connections to documentation addresses. If it does so over IPv6 alone, programs use IPv4 at once. One
    /// that accepts them on port 443, and resets the handshake, may be a proxy that does not reach those addresses, so that a
    /// connection to that port which works shows that it is none.
    var isTCPReset: Bool {
        if uplink.secureInterception?.isReset == true, !uplink.isSecurePortHeard { return true }
        let reset = Set(connections.filter { $0.limit != nil && $0.answer == .reset }.map(\.destination.family))
        guard !isUserHeard, !reset.isEmpty else { return false }
        return reset != [.ipv6] || !connections.contains { $0.destination.family == .ipv4 && isPassing($0) }
    }

    /// Whether a host beyond the gateway was heard over an address family.
    func isForwarding(over family: AddressFamily) -> Bool {
        queries.contains { $0.server.family == family && $0.isFromBeyond }
            || uplink.packets.contains { $0.destination.family == family && isPassing($0) }
            || areConnectionsHeard(over: family)
            || uplink.connections?.familiesHeardLately?.contains(family) == true
    }

    /// Whether this machine's own connections over an address family receive data.
    private func areConnectionsHeard(over family: AddressFamily) -> Bool {
        guard !isAnyTLSCaught, let connections = uplink.connections, let fourth = connections.heardOverIPv4 else {
            return false
        }
        // Silent hosts over IPv4 say nothing about IPv6.
        return family == .ipv4 ? fourth > 0 && !areMoreStuck : connections.heard > fourth
    }

    /// Whether nothing is received over NAT64, while packets to other IPv6 addresses pass the gateway: neither routers nor, if
    /// there are any, the hosts to which this machine's programs connect.
    var isTranslationDead: Bool {
        guard let translation = uplink.translation,
            uplink.packets.contains(where: { $0.destination.family == .ipv6 && isPassing($0) })
        else { return false }
        if let own = translation.connections {
            if own.heard > 0 { return false }
            if own.stuckPeers >= Self.enoughStuckPeers { return true }
        }
        let sent = translation.packets.filter { $0.limit != nil && $0.failure == nil }
        return sent.count >= Self.enough && !translation.isForwarded(behind: uplink.gateways)
    }

    /// Whether the network has NAT64, and nothing from behind it was received.
    var isTranslationUnseen: Bool {
        guard let translation = uplink.translation else { return false }
        return translation.connections?.heard ?? 0 == 0
            && !translation.packets.contains { packet in
                packet.answer != nil || packet.error?.reporter.map(translation.prefix.contains) == true
            }
    }

    /// A single host that is down says nothing about the NAT64.
    private static let enoughStuckPeers = 2

    /// This number of packets without a response is not chance: packets with three hop limits, twice.
    private static let enough = 6

    /// Whether the gateway reports that it cannot forward any packet, and nothing from this machine gets further: whatever its own
    /// resolver reaches, or one on the link, which may have another way out. Many gateways have no route over IPv4 to addresses alone
    /// that nobody has, so that a host must be unreachable as well.
    var isCutOff: Bool {
        if uplink.isOfIPv6Alone { return isCutOffByGateway }
        return uplink.familiesUnreachable?.contains(.ipv4) == true && !isHostConnected && firstRouter == nil
            && !queries.contains { $0.place == .own && $0.reachesRoot } && isCutOff(by: Self.unreachable)
    }

    /// The errors of a gateway that has no route, and of one that does not find its own next hop.
    static let unreachable: Set<ICMPError.Meaning> = [.networkUnreachable, .hostUnreachable]

    /// Whether the gateway reports that it has no route for any packet, and nothing from this machine gets further. That its
    /// own resolver reaches a server, for example over the other address family, does not help.
    var isCutOffByGateway: Bool { isCutOff(by: [.networkUnreachable]) }

    private func isCutOff(by meanings: Set<ICMPError.Meaning>) -> Bool {
        guard !isHeardBeyond, !isOwnTrafficHeard, !queries.contains(where: \.isFromBeyond) else { return false }
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil }
        let own = Set(uplink.gateways.map(\.bytes))
        let families = Set(sent.map(\.destination.family))
        return !families.isEmpty
            && families.allSatisfy { family in
                sent.contains { packet in
                    packet.destination.family == family
                        && packet.error.map { meanings.contains($0.meaning) } == true
                        && packet.error?.reporter.map { own.contains($0.bytes) } == true
                }
            }
    }
}
