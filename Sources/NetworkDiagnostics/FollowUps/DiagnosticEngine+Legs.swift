import EventLoopKit
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// The number of connections over each next hop. If every second one fails, as with a dead backend, all over one of two next hops and
    /// none over the other one do so once in 128 times.
    private static let connectionsOverLeg = 4

    /// Connects over each of several next hops at once: the ports of a connection may determine which one it takes.
    ///
    /// - Parameter interfaces: The interfaces of the next hops.
    func connections(
        to peer: SocketAddress, over interfaces: [String], until end: ContinuousClock.Instant
    ) async throws -> [TCPEvidence.Leg] {
        try await withThrowingTaskGroup(of: TCPEvidence.Leg.self) { group in
            for interface in interfaces {
                for _ in 0..<Self.connectionsOverLeg {
                    group.addTask { [loop = self.loop] in
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
