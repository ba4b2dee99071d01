import EventLoopKit
import LinkFacts
import NetworkModel

/// Tunnels of programs whose own packets go into them again. Each packet then becomes a larger one, endlessly.
extension DiagnosticEngine {
    /// The time in which packets are counted.
    private static let countingTime = Duration.milliseconds(100)
    /// The minimum number of packets in that time. Programs do not send as many into a tunnel from which nothing comes back.
    private static let packetsOfLoop: UInt64 = 500

    /// The tunnel that packets to a silent destination go into by a default route, if its own packets go there as well.
    ///
    /// - Throws: `CancellationError`.
    func tunnelLoop(towards destination: IPAddress) async throws -> TunnelLoop? {
        let snapshot = try await routedSnapshot().snapshot
        guard let route = snapshot.route(to: destination) else { return nil }
        return try await tunnelLoop(on: route, in: snapshot)
    }

    /// The first tunnel of the default routes into which its own packets go.
    ///
    /// - Throws: `CancellationError`.
    func tunnelLoop(in snapshot: NetworkSnapshot) async throws -> TunnelLoop? {
        for family in AddressFamily.allCases {
            guard let route = snapshot.defaultRoutes.first(where: { $0.family == family }) else { continue }
            if let loop = try await tunnelLoop(on: route, in: snapshot) { return loop }
        }
        return nil
    }

    /// A tunnel that works sends each packet in another one, over the interface of another default route.
    private func tunnelLoop(on route: Route, in snapshot: NetworkSnapshot) async throws -> TunnelLoop? {
        let beside = snapshot.defaultRoutes.first { other in
            other.family == route.family && other.kind == .unicast && other.gateway != nil
                && other.interface != route.interface
        }
        guard route.isDefault, let link = route.interface.flatMap(snapshot.link(named:)), link.kind == "tun",
            link.hardwareAddress == nil, let outer = beside?.interface, let gateway = beside?.gateway,
            let before = await packetCounts(link.name, outer)
        else { return nil }
        try await loop.sleep(until: .now + Self.countingTime)
        guard let after = await packetCounts(link.name, outer),
            after.tunnel.received == before.tunnel.received, after.tunnel.sent >= before.tunnel.sent,
            after.outer.sent >= before.outer.sent
        else { return nil }
        let sent = after.tunnel.sent - before.tunnel.sent
        guard sent >= Self.packetsOfLoop, (after.outer.sent - before.outer.sent) < sent / 10,
            let packets = Int(exactly: sent)
        else { return nil }
        return TunnelLoop(interface: link.name, packets: packets, outer: outer, gateway: gateway)
    }

    private func packetCounts(
        _ tunnel: String, _ outer: String
    ) async -> (tunnel: (sent: UInt64, received: UInt64), outer: (sent: UInt64, received: UInt64))? {
        guard let tunnel = try? await links.packetCounts(on: tunnel),
            let outer = try? await links.packetCounts(on: outer)
        else { return nil }
        return (tunnel, outer)
    }
}
