import Diagnosis
import EventLoopKit
import NetworkModel
import Probes
import Synchronization

/// Pings the next hops while the upper layers are at work, so that a dead gateway is known when they fail, and costs a
/// healthy target no time.
final class GatewayWatch: Sendable {
    private let hops: [GatewayEvidence.Hop]
    private let loop: EventLoop
    private let echoes = Mutex<[IPAddress: EchoEvidence]>([:])

    init(hops: [GatewayEvidence.Hop], loop: EventLoop) {
        // More next hops than these are not pinged; a host has one or two.
        self.hops = Array(hops.prefix(8))
        self.loop = loop
    }

    /// Waits for every gateway's answer, or its silence.
    func run() async throws {
        try await withThrowingTaskGroup(of: EchoEvidence.self) { group in
            for address in Set(hops.compactMap(\.route.gateway)) {
                group.addTask { [loop] in
                    try await EchoProbe(address: address, loop: loop).observe(within: .seconds(1))
                }
            }
            for try await echo in group { echoes.withLock { $0[echo.address] = echo } }
        }
    }

    /// The hops with what has been heard of them so far, and with their neighbours' states as they are in a snapshot.
    func observed(in snapshot: NetworkSnapshot) -> [GatewayEvidence.Hop] {
        let echoes = echoes.withLock { $0 }
        return hops.map { hop in
            var hop = hop
            hop.echo = hop.route.gateway.flatMap { echoes[$0] }
            if let address = hop.route.gateway ?? hop.neighbour?.address, let interface = hop.route.interface {
                hop.neighbour = snapshot.neighbour(address, on: interface) ?? hop.neighbour
            }
            return hop
        }
    }

    var isEmpty: Bool { !hops.contains { $0.route.gateway != nil } }
}
