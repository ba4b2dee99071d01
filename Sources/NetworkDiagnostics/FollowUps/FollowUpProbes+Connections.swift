import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension FollowUpProbes {
    /// The number of further connections: if every second one fails, they all do so once in 32 times.
    private static let furtherConnections = 5
    /// How long to wait for their responses, as for those to packets of a trace, which is made at the same time.
    private static let patience = Duration.milliseconds(800)

    /// Connects a few more times at once. A load balancer passes each connection to another backend, and routers with several
    /// paths choose one by the ports.
    func connections(to peer: SocketAddress) async throws -> Amendment {
        let end = min(ContinuousClock.now + Self.patience, deadline)
        let loop = engine.loop
        async let overLegs = connectionsOverLegs(to: peer, until: end)
        let further = try await withThrowingTaskGroup(of: [TCPEvidence.Attempt].self) { group in
            for _ in 0..<Self.furtherConnections {
                group.addTask {
                    let (evidence, _) = try await TCPProbe(addresses: [peer], loop: loop).observe(until: end) { _ in }
                    return evidence.attempts
                }
            }
            return try await group.reduce(into: [TCPEvidence.Attempt]()) { $0 += $1 }
        }
        let legs = try await overLegs
        // There may have been others, to an address of another family.
        return { evidence in
            guard var tcp = evidence.tcp else { return }
            tcp.further = (tcp.further ?? []) + further
            if !legs.isEmpty { tcp.legs = (tcp.legs ?? []) + legs }
            evidence.tcp = tcp
        }
    }

    private static let maxLegs = 4

    /// Connects over each next hop, if the default route has several: the ports of a connection may determine which one it takes.
    private func connectionsOverLegs(
        to peer: SocketAddress, until end: ContinuousClock.Instant
    ) async throws -> [TCPEvidence.Leg] {
        guard let route = evidence.gatewayHop(to: peer.address)?.route, route.isDefault, route.table == nil else {
            return []
        }
        let snapshot = try await engine.routedSnapshot().snapshot
        let routes = snapshot.preferredDefaultRoutes.filter { $0.family == route.family && $0.gateway != nil }
        let interfaces = Set(routes.compactMap(\.interface)).sorted().prefix(Self.maxLegs)
        guard interfaces.count > 1, interfaces.contains(where: { $0 == route.interface }) else { return [] }
        return try await engine.connections(to: peer, over: Array(interfaces), until: end)
    }
}
