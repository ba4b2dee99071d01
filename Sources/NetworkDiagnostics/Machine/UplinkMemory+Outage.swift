import NetworkModel
import Synchronization

extension UplinkMemory.State {
    /// Whether the last packets to documentation addresses got no response, and the uplink has worked since: the silence of an
    /// outage that is over shows nothing about a later fault.
    var isOfEarlierOutage: Bool {
        guard let worked = [passed, connected].compactMap(\.self).max() else { return false }
        return packets.allSatisfy { kept in
            kept.packet.limit == nil || kept.packet.error == nil && kept.packet.answer == nil && kept.sent < worked
        }
    }
}

extension UplinkMemory {
    /// Whether a host behind a gateway has been heard since no resolver reaches other servers: their silence is not the gateway's, which
    /// has forwarded packets meanwhile. Packets are sent a few times a minute, so that most observations of an outage hear nobody.
    var isHeardUnresolved: Bool {
        state.withLock { state in
            guard let since = state.unresolvedSince, let heard = state.heard else { return false }
            return heard >= since
        }
    }
}
