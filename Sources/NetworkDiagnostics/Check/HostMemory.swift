import EventLoopKit
import NetworkModel
import Synchronization

/// Whether the hosts of DNS servers respond to SYNs, which checks that fail at the same time share.
final class HostMemory: Sendable {
    private static let lifetime = Duration.seconds(5)
    private static let maxHosts = 16

    private typealias Entry = (host: SocketAddress, isSilent: Bool, at: ContinuousClock.Instant)

    private let kept = Mutex<[Entry]>([])
    private let turn = Limiter(1)

    /// Whether a host is silent: a recent result, or a new one.
    ///
    /// - Throws: `CancellationError`, or what `examine` throws.
    func isSilent(
        _ host: SocketAddress, by examine: @Sendable () async throws -> Bool
    ) async throws -> Bool {
        try await turn.acquire()
        defer { turn.release() }
        let now = ContinuousClock.now
        let known = kept.withLock { kept in
            kept.removeAll { $0.at + Self.lifetime < now }
            return kept.first { $0.host == host }?.isSilent
        }
        if let known { return known }
        let isSilent = try await examine()
        kept.withLock { kept in
            kept.append((host, isSilent, ContinuousClock.now))
            kept.removeFirst(max(kept.count - Self.maxHosts, 0))
        }
        return isSilent
    }
}
