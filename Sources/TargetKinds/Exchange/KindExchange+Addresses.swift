import NetworkModel
import Probes

extension KindExchange {
    /// How long an address may take that is not the one that programs use.
    private static let maxTimeOfOthers = Duration.seconds(3)

    private enum Step: Sendable {
        case used(SocketAddress?)
        case main(KindObservation)
        case other(SocketAddress, KindObservation?)
    }

    /// Runs the probe of a kind as programs would, over the first address that is connected, and at the same time alone over
    /// each of the others. DNS servers change the order of addresses, so that a fault of one of them would otherwise be
    /// found in some checks only.
    ///
    /// - Parameter limit: The maximum number of other addresses.
    package func observe(_ kind: any TargetKind.Type, besides limit: Int) async throws -> KindObservation {
        guard limit > 0, destinations.count > 1 else { return try await observe(kind) }
        let (connections, continuation) = AsyncStream.makeStream(of: SocketAddress.self)
        let exchange = with(destinations, until: deadline) { [onConnection] peer in
            onConnection?(peer)
            continuation.yield(peer)
        }
        return try await withThrowingTaskGroup(of: Step.self) { group in
            group.addTask {
                defer { continuation.finish() }
                return .main(try await exchange.observe(kind))
            }
            group.addTask { .used(await connections.first { _ in true }) }
            var main: KindObservation?
            var others: [SocketAddress: KindObservation?] = [:]
            var isUsed = false
            /// Whether the result of an address is still to come that the first exchange could connect to as well.
            func isComplete(_ main: KindObservation) -> Bool {
                let attempts = main.observed.read(TCPEvidence.self) { $0.attempts } ?? []
                return attempts.allSatisfy { attempt in
                    let address = SocketAddress(attempt.address, port: attempt.port)
                    return attempt.outcome != .connected || others[address].map { $0 != nil } ?? true
                }
            }
            while let step = try await group.next() {
                switch step {
                case .used(let peer):
                    isUsed = true
                    guard let peer else { break }
                    let end = ContinuousClock.now + Self.maxTimeOfOthers
                    let rest = TCPProbe.interlaced(destinations).filter { $0 != peer && !doubtful.contains($0.address) }
                    for other in rest.prefix(limit) {
                        others[other] = .some(nil)
                        let alone = with([other], until: end)
                        group.addTask {
                            // A failure of this process to examine it says nothing about the address.
                            .other(other, try? await alone.observe(kind))
                        }
                    }
                case .main(let result): main = result
                case .other(let address, let result):
                    if let result { others[address] = result } else { others[address] = nil }
                }
                if isUsed, let main, isComplete(main) { break }
            }
            group.cancelAll()
            guard var result = main else { throw CancellationError() }
            for (address, other) in others { result.others[address.address] = other }
            return result
        }
    }
}
