import NetworkModel

/// The uplink in use, compared with spare ones.
extension UplinkIndications {
    /// The number of packets with which routers are given two chances, more than a second apart: SYNs and datagrams with three
    /// hop limits, in an address family.
    private static let twoRounds = 12

    /// Whether nothing from beyond the gateway was heard over the uplink in use, while a router or a resolver behind the
    /// gateway of a spare one responded to the same packets.
    ///
    /// Without a spare uplink, silence proves nothing, since many routers send no ICMP errors.
    var isSilentBesideSpare: Bool { isOutdone(exceptFor: { _ in false }) }

    /// The same, if what responds has a link-local address, as the DNS servers of clouds do: no router forwards packets to such
    /// an address (RFC 3927 section 2.7), so that the response says nothing about packets to other hosts.
    var isSilentBesideSpareButNear: Bool { isOutdone(exceptFor: { $0.family == .ipv4 && $0.isLinkLocal }) }

    private func isOutdone(exceptFor isNear: (IPAddress) -> Bool) -> Bool {
        let sent = sentToNobody
        guard !isHeardBeyond, !isHostConnected, !sent.isEmpty,
            uplink.queries.allSatisfy({ $0.outcome == .timeout || isNear($0.server) }),
            uplink.interception?.isAccepted != true, uplink.interception?.error == nil,
            uplink.packets.allSatisfy({ packet in
                packet.error == nil && packet.answer == nil || packet.isEarlier == true && packet.limit == nil
                    || isNear(packet.destination)
            })
        else { return false }
        return (uplink.spares ?? []).contains { spare in
            spare.isLeg != true
                && (spare.packets.contains { $0.isReported(behind: [spare.gateway].compactMap(\.self)) }
                    || spare.queries.contains { $0.place == .beyond && $0.reachesRoot })
        }
    }

    /// Whether packets were sent in two rounds, so that a router which had used up its limit of errors would have responded.
    var isSilentRepeatedly: Bool {
        let families = Dictionary(grouping: sentToNobody, by: \.destination.family)
        return !families.isEmpty && families.values.allSatisfy { $0.count >= Self.twoRounds }
    }

    private var sentToNobody: [UplinkEvidence.Packet] {
        uplink.packets.filter { $0.limit != nil && $0.failure == nil }
    }
}
