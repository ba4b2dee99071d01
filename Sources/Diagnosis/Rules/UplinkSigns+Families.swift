import NetworkModel

/// What the packets of one family show beside those of the other.
extension UplinkSigns {
    /// The family of IPv6 leads nowhere while IPv4 does, by the same packets: its gateway.
    var deadSixthGateway: IPAddress? {
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil }
        let (sixth, fourth) = (
            sent.filter { $0.destination.family == .ipv6 }, sent.filter { $0.destination.family == .ipv4 }
        )
        let isHeard = queries.contains { $0.server.family == .ipv6 && $0.isFromBeyond }
        guard !isHeard, fourth.contains(where: isPassing), sixth.count >= UplinkSigns.enough,
            !sixth.contains(where: isPassing)
        else { return nil }
        return uplink.gateways.first { $0.family == .ipv6 }
    }

    /// So many packets without an answer are no chance: SYNs and datagrams of three hop limits.
    private static let enough = 6

    /// The gateway answers that it knows no way to whatever was sent, and nothing of this machine's gets further: that its own resolver
    /// reaches somebody, as over the other family, helps nobody.
    var isCutOffByGateway: Bool {
        guard !isHeardBeyond, !isOwnTrafficHeard, !queries.contains(where: \.isFromBeyond) else { return false }
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil && $0.isEarlier != true }
        let own = Set(uplink.gateways.map(\.bytes))
        let families = Set(sent.map(\.destination.family))
        return !families.isEmpty
            && families.allSatisfy { family in
                sent.contains { packet in
                    packet.destination.family == family && packet.error?.meaning == .networkUnreachable
                        && packet.error?.reporter.map { own.contains($0.bytes) } == true
                }
            }
    }
}
