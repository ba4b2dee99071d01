package import NetworkModel

extension UplinkEvidence {
    /// The address families in which a filter of documentation addresses may be the only reason why the uplink is not proven to work,
    /// or why the family seems to lead nowhere, or to be prohibited: a resolver reaches the Internet.
    package var familiesToTryElsewhere: [AddressFamily] {
        guard isOff != true, isRootReached else { return [] }
        guard UplinkProof(self) == .works else { return AddressFamily.allCases }
        let indications = UplinkIndications(self)
        if indications.mayIPv6End { return [.ipv6] }
        // Datagrams to the same address pass.
        if indications.endOfFourth(in: 1) != nil { return [] }
        let doubted = [indications.deadFamily ?? indications.doubtfulFamily].compactMap { $0?.family }
        return doubted.isEmpty && indications.mayIPv4BeProhibited ? [.ipv4] : doubted
    }

    /// Whether packets over an address family seem to end at a router behind the gateway, while those of the other one pass. The routers
    /// behind it may also report nothing.
    package func seemsToEnd(_ family: AddressFamily) -> Bool {
        let indications = UplinkIndications(self)
        guard let dead = indications.deadFamily ?? indications.doubtfulFamily else { return false }
        return dead.family == family && !dead.isTold && dead.last != dead.gateway
    }

    /// Whether hosts are not reached over IPv6 alone, for a reason that packets to documentation addresses may show.
    package var mayIPv6BeLost: Bool {
        gateways.contains { $0.family == .ipv6 }
            && (failedNetworksOverIPv6 != nil || connections?.stuckPeersOverIPv6 != nil)
    }

    /// An address that nobody has, to which a packet with a small hop limit was sent; `nil` for none.
    var nobody: IPAddress? {
        packets.lazy.filter { $0.limit != nil }.map(\.destination).first { !$0.isUnspecified }
    }

    /// The packets to hosts, without those of an address family in which a router rejects one. It has no route to an address that is
    /// in use, so that nothing shows a path to the Internet; nobody need have a route to addresses that nobody has.
    package static func withoutRejected(_ packets: [Packet]) -> [Packet] {
        let rejected = packets.filter { $0.error != nil && $0.error?.meaning != .timeExceeded }
        let families = Set(rejected.map(\.destination.family))
        return packets.filter { !families.contains($0.destination.family) }
    }

    /// The evidence with the address families in which a router prohibits packets to hosts, or the gateway cannot forward them, or the
    /// only router behind it that was heard, and nothing shows that any of them gets further. Those with a smaller hop limit may end
    /// before that router, or there. A router that limits its errors need not report each of them.
    ///
    /// A gateway that forwards packets to addresses that nobody has, and none to hosts, is not to blame for what that router does.
    package func recording(toHosts packets: [Packet]) -> UplinkEvidence {
        func families(rejectedAs isRejection: (ICMPError) -> Bool) -> [AddressFamily]? {
            let found = AddressFamily.allCases.filter { family in
                let sent = packets.filter { $0.destination.family == family && $0.failure == nil }
                let rejected = sent.filter { $0.error.map(isRejection) == true }
                guard let nearest = rejected.map({ $0.limit ?? .max }).min() else { return false }
                return sent.allSatisfy { packet in
                    guard packet.answer == nil, let error = packet.error else { return packet.answer == nil }
                    return isRejection(error) || error.meaning == .timeExceeded && (packet.limit ?? .max) < nearest
                }
            }
            return found.isEmpty ? nil : found
        }
        var recorded = self
        recorded.familiesProhibited = families { $0.meaning == .prohibited && !$0.isOwn }
        let routers = UplinkIndications(self).routersWithoutRoute
        let isUndeliverable = { (error: ICMPError) in
            routers.isEmpty ? isUnreachable(error) : isUnreachable(error, by: routers)
        }
        recorded.familiesUnreachable = families(rejectedAs: isUndeliverable)
        // The router may have used up its limit of errors for the packets to addresses that nobody has. If one expires there, it has a
        // route.
        for family in recorded.familiesUnreachable ?? [] {
            let own = packets.filter { $0.destination.family == family }
            let expired = routers.isEmpty ? nil : own.first { $0.error?.meaning == .timeExceeded }
            let rejected = own.first { $0.error.map(isUndeliverable) == true }
            for var packet in [expired, rejected].compactMap(\.self) {
                packet.hideDestination()
                recorded.packets.append(packet)
            }
        }
        return recorded
    }

    /// The address families in which packets to hosts get no further than those to addresses that nobody has: to the same router at
    /// most. A router that limits its errors may be silent once, so that silence behind the gateway counts after a pause only.
    package func familiesStopping(_ packets: [Packet]) -> [AddressFamily] {
        AddressFamily.allCases.filter { family in
            let sent = packets.filter { $0.destination.family == family && $0.failure == nil }
            let reported = sent.filter { $0.isReported(behind: gateways) }
            let known = self.packets.filter { $0.limit != nil && $0.destination.family == family }
            let routers = Set(reported.compactMap(\.error?.reporter))
            let end = reported.compactMap(\.limit).max() ?? 0
            let further = sent.filter { ($0.limit ?? 0) > end }
            guard routers.count < 2, routers.isSubset(of: known.compactMap(\.error?.reporter)), !further.isEmpty,
                further.allSatisfy({ $0.isStopped(at: gateways) })
            else { return false }
            let nearest = further.compactMap(\.limit).min()
            return end > 0 || further.contains { $0.isRefused(at: gateways) }
                || further.count { $0.limit == nearest } > 1
        }
    }

    /// Whether the gateway reports that it cannot forward a packet.
    private func isUnreachable(_ error: ICMPError) -> Bool { isUnreachable(error, by: Set(gateways.map(\.bytes))) }

    /// The same for other routers.
    private func isUnreachable(_ error: ICMPError, by routers: Set<[UInt8]>) -> Bool {
        !error.isOwn && UplinkIndications.unreachable.contains(error.meaning)
            && error.reporter.map { routers.contains($0.bytes) } == true
    }

    /// The packet with the smallest hop limit to an address that nobody has which a router just prohibited, or the gateway could not
    /// forward; `nil` if there is none.
    package func nearestRejected(_ family: AddressFamily) -> Packet? {
        let rejected = packets.filter { packet in
            packet.isEarlier != true && packet.limit != nil && packet.destination.family == family
                && packet.error.map { $0.meaning == .prohibited && !$0.isOwn || isUnreachable($0) } == true
        }
        return rejected.min { ($0.limit ?? 0) < ($1.limit ?? 0) }
    }

    /// The evidence with packets to other addresses in place of those to documentation addresses, in the address families in which
    /// they got further: in one that seems to end at a router, beyond that router.
    ///
    /// - Returns: `nil` if the uplink is not proven to work in that way either. A device that answers in place of others proves
    ///   nothing, and a router that prohibits these packets, too, prohibits more than documentation addresses.
    package func replacingPackets(by others: [Packet]) -> UplinkEvidence? {
        let known = UplinkIndications(self)
        let stopping = familiesStopping(others).filter(seemsToEnd)
        let families = AddressFamily.allCases.filter { family in
            let own = others.filter { $0.destination.family == family }
            return !stopping.contains(family) && own.contains(where: known.isReportedByOthers)
                && own.allSatisfy { $0.answer == nil }
        }
        guard !families.isEmpty else { return nil }
        var changed = self
        changed.packets.removeAll { $0.limit != nil && families.contains($0.destination.family) }
        changed.packets += others.filter { families.contains($0.destination.family) }
        if let met = interception, families.contains(met.destination.family) { changed.interception?.error = nil }
        let indications = UplinkIndications(changed)
        let isDeadFamilyLeft = indications.deadFamily != nil || indications.mayIPv6End
        guard UplinkProof(changed) == .works, UplinkProof(self) != .works || !isDeadFamilyLeft else { return nil }
        return changed
    }
}

extension UplinkEvidence.Packet {
    /// Replaces the destination by the unspecified address: which hosts the programs of this machine contact is nobody's business. An
    /// error that the host itself sent is removed.
    package mutating func hideDestination() {
        if error?.reporter?.bytes == destination.bytes { error = nil }
        let count = destination.family == .ipv4 ? 4 : 16
        destination = IPAddress(bytes: [UInt8](repeating: 0, count: count)) ?? .unspecified
    }
}

extension UplinkEvidence.Packet {
    /// Whether the packet got no response, or was refused.
    func isStopped(at gateways: [IPAddress]) -> Bool {
        error == nil && answer == nil || isRefused(at: gateways)
    }

    /// Whether a device on the path reset the connection, or reported that a rule rejects the packet, or the gateway did not forward it.
    func isRefused(at gateways: [IPAddress]) -> Bool {
        guard let error else { return answer == .reset }
        guard !error.isOwn, let reporter = error.reporter else { return false }
        return switch error.meaning {
        case .prohibited: true
        case .portUnreachable, .networkUnreachable, .hostUnreachable:
            gateways.contains { $0.bytes == reporter.bytes }
        case .timeExceeded, .tooBig, .other: false
        }
    }
}
