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

    /// The number of connections over each next hop. If every second one fails, as with a dead backend, all over one of two next hops and
    /// none over the other one do so once in 128 times.
    private static let connectionsOverLeg = 4
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
        let loop = engine.loop
        return try await withThrowingTaskGroup(of: TCPEvidence.Leg.self) { group in
            for interface in interfaces {
                for _ in 0..<Self.connectionsOverLeg {
                    group.addTask {
                        let begun = ContinuousClock.now
                        let packet = try await UplinkPacketProbe(to: peer, loop: loop, on: interface)
                            .observe(until: end)
                        var attempt = TCPEvidence.Attempt(
                            address: peer.address, port: peer.port, outcome: Self.outcome(of: packet),
                            duration: ContinuousClock.now - begun, error: packet.failure)
                        attempt.refusal = packet.error
                        return TCPEvidence.Leg(interface: interface, attempts: [attempt])
                    }
                }
            }
            var attempts: [String: [TCPEvidence.Attempt]] = [:]
            for try await leg in group { attempts[leg.interface, default: []] += leg.attempts }
            return interfaces.map { TCPEvidence.Leg(interface: $0, attempts: attempts[$0] ?? []) }
        }
    }

    private static func outcome(of packet: UplinkEvidence.Packet) -> TCPEvidence.Outcome {
        switch packet.answer {
        case .accepted, .reply: .connected
        case .reset: .refused
        case nil: packet.failure != nil || packet.error != nil ? .failed : .timeout
        }
    }
}
