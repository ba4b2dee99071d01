import Diagnosis
import LinkFacts
import NetworkModel

extension UplinkEvidence.Connections {
    private static let interceptedPort: UInt16 = 80

    /// Counts the connections to addresses of the Internet over a default route, or a gateway.
    init(_ connections: [OwnConnection], in snapshot: NetworkSnapshot) {
        let recent = Duration.seconds(2), overdue = Duration.seconds(1)
        self.init()
        var peers: Set<IPAddress> = []
        let spares = snapshot.spareDefaultRoutes.compactMap(\.interface)
        let spareAddresses = Set(
            snapshot.links.filter { spares.contains($0.name) }.flatMap(\.addresses).map(\.address.bytes))
        for connection in connections {
            // A connection over a spare uplink from before says nothing about the current uplink.
            guard connection.peer.isOfInternet, !spareAddresses.contains(connection.source?.bytes ?? []),
                let route = snapshot.route(to: connection.peer),
                route.gateway != nil || route.isDefault
            else { continue }
            total += 1
            if let silence = connection.silence, silence <= recent {
                // A portal responds for everybody there.
                if connection.port != Self.interceptedPort {
                    heard += 1
                    heardOverIPv4 = (heardOverIPv4 ?? 0) + (connection.peer.family == .ipv4 ? 1 : 0)
                }
            } else if connection.isRetransmitting, connection.silence ?? overdue >= overdue {
                stuck += 1
                peers.insert(connection.peer)
            }
        }
        stuckPeers = peers.count
    }
}
