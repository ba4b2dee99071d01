package import NetworkModel

/// An error that a router reported for a packet, with the packet's destination and hop limit, if they are known.
private struct RouterReport {
    let error: ICMPError
    var destination: IPAddress?
    var limit = Int.max
}

/// A router of the provider without a route to the Internet.
extension UplinkAssessment {
    /// The warning that the only router behind the gateway reports every packet as undeliverable, while no resolver answers for a
    /// reason of its own, as one on the link that is switched off. Each of the two faults prevents everything.
    ///
    /// This is not certain, since the router may lack a route to documentation addresses only. If it forwards to another address,
    /// there is no warning.
    ///
    /// - Parameter areQueriesWithheld: Whether this machine's own packet filter keeps back its queries, so that there may be none.
    static func withoutRoute(_ indications: UplinkIndications, areQueriesWithheld: Bool = false) -> [Finding] {
        let uplink = indications.uplink
        let isNobodyResolving =
            (areQueriesWithheld || !uplink.queries.isEmpty)
            && uplink.queries.allSatisfy { $0.outcome == .timeout && $0.isLate != true || $0.outcome == .closed }
        guard isNobodyResolving, uplink.proxy == nil, uplink.hasConnected != true, !indications.isHeardBeyond,
            !indications.isHostConnected, indications.isProviderWithoutRoute(includingEarlier: true),
            let gateway = uplink.gateway
        else { return [] }
        return [upstreamDown(indications, "\(gateway)", confidence: 0.7).asWarning]
    }

    /// The warning that the gateway prohibits packets to a host of the Internet as well as those to addresses that nobody has, in each
    /// address family with a gateway, while its own resolver reaches the Internet.
    ///
    /// The state remains unknown, since it may admit other hosts. No device may accept connections in place of others.
    static func prohibited(_ indications: UplinkIndications) -> [Finding] {
        let uplink = indications.uplink
        guard uplink.proxy == nil, uplink.interception?.isAccepted != true, let families = uplink.familiesProhibited,
            uplink.gateways.allSatisfy({ families.contains($0.family) }),
            let refusal = indications.refusal, refusal.meaning == .prohibited,
            uplink.gateways.contains(where: { $0.bytes == refusal.reporter?.bytes }),
            !indications.isHeardBeyond, !indications.isConnecting, !indications.isHostConnected
        else { return [] }
        return broken(indications).map { [$0.asWarning] } ?? []
    }

    /// The finding about a router that reports packets to hosts of the Internet as undeliverable, whatever a resolver reaches: the
    /// gateway, or the only one behind it that was heard; `nil` if there is none.
    static func cutOff(_ indications: UplinkIndications) -> Finding? {
        if indications.isCutOff { return broken(indications) }
        guard indications.isProviderCutOff, let gateway = indications.uplink.gateway else { return nil }
        return upstreamDown(indications, "\(gateway)", confidence: 0.9)
    }

    /// The reason why the state is open if that router may have no route to the Internet at all, as in a network that is meant
    /// to have none, or if nothing shows whether it has one; `nil` if there is no reason.
    static func hostsRejected(_ indications: UplinkIndications) -> String? {
        let cut = indications.familiesCutOff
        let families = cut.isEmpty ? indications.familiesUndecided : cut
        let rejection = indications.rejectionsBehind.first { error in
            error.reporter.map { families.contains($0.family) } ?? false
        }
        guard let rejection, let router = rejection.reporter else { return nil }
        let phrase = cut.isEmpty ? FactPhrase.hostsUndecided : .hostsRejected
        return phrase.text([
            "router": "\(router)", "answer": PathRules.meaningText(rejection.meaning),
        ])
    }
}

extension UplinkEvidence {
    /// Whether the only router behind the gateway just reported all packets to documentation addresses as undeliverable, and no
    /// resolver reaches the Internet: whether it has a route to other addresses is worth a question.
    package var isProviderWithoutRoute: Bool {
        let indications = UplinkIndications(self)
        return !indications.reachesRoot && !indications.isHeardBeyond && indications.isProviderWithoutRoute()
    }

    /// The hop limit with which a packet to a routed address shows whether that router has a route to it.
    package var limitOfRouteTrial: Int? { UplinkIndications(self).smallestRejectedLimit }

    /// Whether only packets to hosts show that a router has a route to any, since it reports those to addresses that nobody has as
    /// undeliverable, and nothing else but a resolver was heard.
    package var isRouteOpen: Bool { UplinkIndications(self).isRouteOpen }

    /// Whether a router was silent about SYNs to addresses that nobody has which would have got as far as those that it rejected: it
    /// limits its errors, so that its silence about packets to hosts shows nothing.
    package func leavesOutRejections(_ family: AddressFamily) -> Bool {
        let sent = packets.filter { packet in
            packet.transport == .tcp && packet.limit != nil && packet.failure == nil && packet.isEarlier != true
                && packet.destination.family == family && !packet.destination.isUnspecified
        }
        let rejected = sent.filter { $0.error?.isUndeliverable == true }
        let nearest = rejected.compactMap(\.limit).min() ?? 0
        return sent.contains { $0.error == nil && $0.answer == nil && ($0.limit ?? 0) >= nearest }
    }

    /// The hosts that this router has not yet rejected, if it may do so after a pause: it limits its errors. None if another router
    /// reported a packet.
    ///
    /// - Parameters:
    ///   - hosts: The hosts to which packets were sent.
    ///   - packets: What became of these.
    package func hosts(_ hosts: [IPAddress], undecidedAfter packets: [Packet]) -> [IPAddress] {
        let indications = UplinkIndications(self)
        guard !packets.contains(where: indications.isReportedByOthers) else { return [] }
        let routers = indications.routersWithoutRoute
        return hosts.filter { host in
            routers.contains { $0.count == host.bytes.count }
                && packets.allSatisfy { packet in
                    packet.destination != host
                        || packet.answer == nil && packet.error.map { $0.meaning == .timeExceeded } ?? true
                }
        }
    }
}

extension UplinkIndications {
    /// Whether the only router behind the gateway that responded, in each address family, reports all packets as undeliverable. It
    /// may have no route to the documentation addresses alone, so that this only counts together with other evidence.
    ///
    /// Many routers drop a packet whose hop limit ends there before they look for its route. That says nothing if they reject
    /// those to the same address that would get further.
    func isProviderWithoutRoute(includingEarlier: Bool = false) -> Bool {
        let packets = uplink.packets.filter { includingEarlier || $0.isEarlier != true }
        var reports = packets.compactMap { packet in
            packet.error.map { RouterReport(error: $0, destination: packet.destination, limit: packet.limit ?? .max) }
        }
        // The interception probe sends the same packet as a browser would, before the router has used up its limit of errors.
        if let error = uplink.interception?.error { reports.append(RouterReport(error: error)) }
        reports.removeAll { !$0.error.isReport(behind: uplink.gateways) }
        let rejections = reports.filter(\.error.isUndeliverable)
        guard !rejections.isEmpty, !isRouterHeard else { return false }
        return reports.allSatisfy { report in
            report.error.isUndeliverable
                || report.error.meaning == .timeExceeded
                    && rejections.contains { rejection in
                        rejection.error.reporter == report.error.reporter && rejection.limit > report.limit
                            && rejection.destination == report.destination
                    }
        }
    }

    /// The reports of routers behind the gateway that packets to addresses that nobody has are undeliverable.
    var rejectionsBehind: [ICMPError] {
        (uplink.packets.filter { $0.limit != nil }.map(\.error) + [uplink.interception?.error]).compactMap(\.self)
            .filter { $0.isUndeliverable && $0.isReport(behind: uplink.gateways) }
    }

    /// Whether a resolver on this machine, on the link or on the gateway alone shows a path to the Internet, while a router reports
    /// packets to addresses that nobody has as undeliverable, and no other one behind the gateway was heard in its address family: it
    /// may have no route to any host, or let queries pass alone.
    var isRouteOpen: Bool { !routersWithoutRoute.isEmpty }

    /// The addresses of that router, one in each address family at most.
    var routersWithoutRoute: Set<[UInt8]> {
        // Over spare uplinks and single next hops, datagrams alone are sent, and nothing to hosts.
        guard reachesRoot, !queries.contains(where: \.isFromBeyond), !isHeardBeyond, !isConnecting, !isHostConnected,
            !rejectionsBehind.isEmpty, connections.contains(where: { $0.limit != nil })
        else { return [] }
        let reported = uplink.packets.filter { $0.isReported(behind: uplink.gateways) }
        let met = uplink.interception?.error.flatMap { $0.isReport(behind: uplink.gateways) ? $0 : nil }
        let reporters = reported.compactMap(\.error?.reporter) + [met?.reporter].compactMap(\.self)
        let isEachAlone = AddressFamily.allCases.allSatisfy { family in
            Set(reporters.filter { $0.family == family }.map(\.bytes)).count < 2
        }
        guard isEachAlone, met?.isUndeliverable ?? true else { return [] }
        // A packet that would get furthest, and expires at the router, is forwarded there.
        let isNoneForwarded = reported.allSatisfy { packet in
            if packet.error?.isUndeliverable == true { return true }
            let end = packet.limit ?? .max
            return uplink.packets.contains { further in
                guard further.destination == packet.destination, let limit = further.limit, limit > end,
                    further.failure == nil, further.answer == nil
                else { return false }
                return further.error?.isUndeliverable ?? true
            }
        }
        return isNoneForwarded ? Set(rejectionsBehind.compactMap(\.reporter?.bytes)) : []
    }

    /// Whether a router behind the gateway other than that one reported a packet. That this one reports further packets shows nothing
    /// about a path behind it.
    func isReportedByOthers(_ packet: UplinkEvidence.Packet) -> Bool {
        packet.isReported(behind: uplink.gateways)
            && packet.error?.reporter.map { routersWithoutRoute.contains($0.bytes) } != true
    }

    /// The address families with a gateway in which that router reports hosts of the Internet as undeliverable as well.
    var familiesCutOff: [AddressFamily] { familiesOfRouter(uplink.familiesUnreachable) }

    /// The address families with a gateway in which nothing shows whether that router forwards to hosts of the Internet.
    var familiesUndecided: [AddressFamily] { familiesOfRouter(uplink.familiesUndecided) }

    private func familiesOfRouter(_ families: [AddressFamily]?) -> [AddressFamily] {
        guard let families, isRouteOpen else { return [] }
        return families.filter { family in uplink.gateways.contains { $0.family == family } }
    }

    /// Whether that router rejects packets to hosts in each address family, and has a route to some: a packet expired there. One without
    /// a route rejects packets whatever their hop limits are, since it looks for the route first.
    var isProviderCutOff: Bool {
        let cut = familiesCutOff
        guard !cut.isEmpty, uplink.gateways.allSatisfy({ cut.contains($0.family) }) else { return false }
        return uplink.packets.contains { packet in
            packet.error?.meaning == .timeExceeded
                && packet.error?.reporter.map { routersWithoutRoute.contains($0.bytes) } == true
        }
    }

    /// The smallest hop limit of the packets that a router behind the gateway just reported as undeliverable; `nil` if there are
    /// none. A packet with a smaller one may end there whatever routes the router has.
    var smallestRejectedLimit: Int? {
        uplink.packets.compactMap { packet -> Int? in
            guard packet.isEarlier != true, packet.destination.family == .ipv4, let limit = packet.limit,
                let error = packet.error, error.isUndeliverable,
                error.isReport(behind: uplink.gateways)
            else { return nil }
            return limit
        }.min()
    }
}
