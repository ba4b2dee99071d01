import NetworkModel

/// What the packets of one family show beside those of the other.
extension UplinkSigns {
    /// A family that leads nowhere.
    struct DeadFamily {
        let family: AddressFamily
        /// Its gateway.
        let gateway: IPAddress
        /// Who was heard last: the gateway, or the one router behind it.
        let last: IPAddress
        let nobody: IPAddress
        /// The gateway says so itself: it knows no way.
        let isTold: Bool
    }

    /// The family that leads nowhere while the other does, by the same packets.
    var deadFamily: DeadFamily? { deadFamily(after: UplinkSigns.enough) }

    /// The same after a first round, while more would tell.
    var doubtfulFamily: DeadFamily? { deadFamily(after: UplinkSigns.enough / 2).flatMap { $0.isTold ? nil : $0 } }

    private func deadFamily(after count: Int) -> DeadFamily? {
        AddressFamily.allCases.lazy.compactMap { deadFamily($0, after: count) }.first
    }

    private func deadFamily(_ family: AddressFamily, after count: Int) -> DeadFamily? {
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil }
        let own = sent.filter { $0.destination.family == family }
        let other = sent.filter { $0.destination.family != family && isPassing($0) }
        let isHeard =
            queries.contains { $0.server.family == family && $0.isFromBeyond }
            || uplink.packets.contains { $0.limit == nil && $0.answer != nil && $0.destination.family == family }
        guard !isHeard, !other.isEmpty, let nobody = own.first?.destination,
            let gateway = uplink.gateways.first(where: { $0.family == family })
        else { return nil }
        let isTold = own.contains { packet in
            packet.error?.meaning == .networkUnreachable
                && uplink.gateways.contains { $0.bytes == packet.error?.reporter?.bytes }
        }
        guard isTold || own.count >= count else { return nil }
        // A provider that is lost is so for both, whatever was heard a moment ago.
        guard family == .ipv6 || reachesRoot else { return nil }
        let passing = own.filter(isPassing)
        guard !passing.isEmpty else {
            return DeadFamily(family: family, gateway: gateway, last: gateway, nobody: nobody, isTold: isTold)
        }
        // A provider's first router is there whatever is broken behind it. Of IPv6 that is left open: less depends on it.
        let ends = Set(passing.compactMap(\.error?.reporter?.bytes))
        let others = Set(other.compactMap(\.error?.reporter?.bytes))
        guard family == .ipv4, ends.count == 1, others.count > 1, let last = passing.first?.error?.reporter,
            let end = passing.compactMap(\.limit).max(), passing.allSatisfy({ $0.error?.meaning == .timeExceeded }),
            own.count(where: { ($0.limit ?? 0) > end && $0.error == nil && $0.answer == nil }) * 2 >= count
        else { return nil }
        return DeadFamily(family: family, gateway: gateway, last: last, nobody: nobody, isTold: false)
    }

    /// Nobody has reported packets by way of NAT64, nor answered them, while those to other addresses of IPv6 get beyond the gateway.
    var isTranslationDead: Bool {
        guard let sent = uplink.translation?.packets.filter({ $0.limit != nil && $0.failure == nil }) else {
            return false
        }
        return sent.count >= Self.enough
            && !sent.contains { $0.answer != nil || $0.isReported(behind: uplink.gateways) }
            && uplink.packets.contains { $0.destination.family == .ipv6 && isPassing($0) }
    }

    /// So many packets without an answer are no chance: those of three hop limits, twice.
    private static let enough = 6

    /// The gateway answers that it knows no way to whatever was sent, and nothing of this machine's gets further: that its own resolver
    /// reaches somebody, as over the other family, helps nobody.
    var isCutOffByGateway: Bool {
        guard !isHeardBeyond, !isOwnTrafficHeard, !queries.contains(where: \.isFromBeyond) else { return false }
        let sent = uplink.packets.filter { $0.limit != nil && $0.failure == nil }
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
