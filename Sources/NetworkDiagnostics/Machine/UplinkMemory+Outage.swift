import NetworkModel

extension UplinkMemory.State {
    /// Whether the last packets to documentation addresses got no response, and the uplink has worked since: the silence of an
    /// outage that is over shows nothing about a later fault.
    var isOfEarlierOutage: Bool {
        guard let worked = [heard, connected].compactMap(\.self).max() else { return false }
        return packets.allSatisfy { kept in
            kept.packet.limit == nil || kept.packet.error == nil && kept.packet.answer == nil && kept.sent < worked
        }
    }
}
