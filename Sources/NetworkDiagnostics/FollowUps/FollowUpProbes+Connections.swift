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
        let further = try await withThrowingTaskGroup(of: [TCPEvidence.Attempt].self) { group in
            for _ in 0..<Self.furtherConnections {
                group.addTask {
                    let (evidence, _) = try await TCPProbe(addresses: [peer], loop: loop).observe(until: end) { _ in }
                    return evidence.attempts
                }
            }
            return try await group.reduce(into: [TCPEvidence.Attempt]()) { $0 += $1 }
        }
        // There may have been others, to an address of another family.
        return { evidence in
            let earlier = evidence.tcp?.further ?? []
            evidence.tcp?.further = earlier + further
        }
    }
}
