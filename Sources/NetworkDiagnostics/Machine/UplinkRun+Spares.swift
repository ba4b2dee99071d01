import NetworkModel
import Probes

/// Further uplinks, which traffic does not take: whether they would do is asked by their own interfaces.
extension UplinkRun {
    /// More spare uplinks than these are not looked at.
    private static let maxSpares = 4

    /// The spare uplinks, with what packets met that were sent by them earlier.
    func uplinksInReserve() -> [UplinkEvidence.Spare] {
        let earlier = engine.uplink.earlierSpares
        return snapshot.spareDefaultRoutes.prefix(Self.maxSpares).compactMap { route in
            route.interface.map { name in
                .init(gateway: route.gateway, interface: name, packets: earlier[name] ?? [])
            }
        }
    }

    /// A resolver that is reached by a spare uplink says something of that one alone.
    func assign(_ queries: [UplinkEvidence.Query], to evidence: inout UplinkEvidence) {
        var left = queries
        for index in evidence.spares?.indices ?? 0..<0 {
            let name = evidence.spares?[index].interface
            let own = left.filter { $0.place != .own && snapshot.route(to: $0.server)?.interface == name }
            evidence.spares?[index].queries = own
            left.removeAll { own.contains($0) }
        }
        evidence.queries = left
    }

    /// Packets to nobody by the interface of a spare uplink, in the families that have a default route there.
    func packets(bySpare spare: UplinkEvidence.Spare) async throws -> [UplinkEvidence.Packet] {
        let families = Set(snapshot.defaultRoutes.filter { $0.interface == spare.interface }.map(\.family))
        guard
            let destination = AddressFamily.allCases.filter(families.contains)
                .lazy.compactMap({ NobodyAddress.any($0, in: snapshot) }).first
        else { return [] }
        return try await packets(
            to: [destination], on: spare.interface, gateways: [spare.gateway].compactMap(\.self))
    }
}
