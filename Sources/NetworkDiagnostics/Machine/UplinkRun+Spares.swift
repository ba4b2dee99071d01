import NetworkModel
import Probes

/// Further uplinks, which traffic does not take. They are examined over their own interfaces.
extension UplinkRun {
    /// The maximum number of spare uplinks that are examined.
    private static let maxSpares = 4

    /// The spare uplinks, with the results of earlier packets over them.
    func uplinksInReserve() -> [UplinkEvidence.Spare] {
        let earlier = engine.uplink.earlierSpares
        func spare(_ route: Route) -> UplinkEvidence.Spare? {
            route.interface.map { .init(gateway: route.gateway, interface: $0, packets: earlier[$0] ?? []) }
        }
        // An interface without an address borrows that of another one, and replies may arrive on any of them.
        let legs = snapshot.otherLegs.filter(hasOwnAddress).compactMap(spare).map { leg in
            var leg = leg
            leg.isLeg = true
            return leg
        }
        return Array((legs + snapshot.spareDefaultRoutes.compactMap(spare)).prefix(Self.maxSpares))
    }

    private func hasOwnAddress(_ route: Route) -> Bool {
        route.interface.flatMap(snapshot.link(named:))?.addresses.contains { own in
            own.isUsable && own.address.family == route.family && !own.address.isLinkLocal
        } == true
    }

    /// Assigns queries to uplinks: the response of a resolver that is reached over a spare uplink only says something about
    /// that one.
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

    /// Packets over the interface of a spare uplink. If traffic takes it as one of several next hops, they include
    /// connections to resolvers.
    func packets(
        by spare: UplinkEvidence.Spare, _ servers: [Resolver]
    ) async throws -> [UplinkEvidence.Packet] {
        guard spare.isLeg == true else { return try await packetsToNobody(by: spare) }
        async let toNobody = packetsToNobody(by: spare)
        let beyond = servers.filter { place(of: $0.address) == .beyond }.prefix(Self.maxConnections)
        let connections = try await withThrowingTaskGroup(of: UplinkEvidence.Packet.self) { group in
            for server in beyond {
                let address = SocketAddress(server.address, port: server.port)
                group.addTask { try await connect(to: address, on: spare.interface) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        return try await toNobody + connections
    }

    /// Connects to a resolver. If its silence would show that one of several next hops is dead, it connects twice at the same
    /// time, since a single SYN may be lost.
    func connect(to server: SocketAddress, on leg: String?) async throws -> UplinkEvidence.Packet {
        let probe = UplinkPacketProbe(toResolver: server, loop: engine.loop, on: leg)
        let deadline = ContinuousClock.now + Self.packetLimit
        guard leg != nil else { return try await probe.observe(until: deadline) }
        async let second = probe.observe(until: deadline)
        let first = try await probe.observe(until: deadline)
        return first.answer == nil && first.error == nil ? try await second : first
    }

    /// Packets to documentation addresses over the interface of a spare uplink, in the address families with a default route
    /// there.
    private func packetsToNobody(by spare: UplinkEvidence.Spare) async throws -> [UplinkEvidence.Packet] {
        let families = Set(snapshot.defaultRoutes.filter { $0.interface == spare.interface }.map(\.family))
        guard
            let destination = AddressFamily.allCases.filter(families.contains)
                .lazy.compactMap({ DocumentationAddress.any($0, in: snapshot) }).first
        else { return [] }
        return try await packets(
            to: [destination], on: spare.interface, gateways: [spare.gateway].compactMap(\.self))
    }
}
