public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Tests whether this machine drops SYNs, without a privilege: the kernel counts it when it repeats them. It sends SYNs to ports
/// 80 and 443 of addresses that belong to nobody, with a hop limit of 1.
public struct RepetitionProbe: Sendable {
    /// The maximum number of addresses: one in each address family.
    private static let maxDestinations = 2
    /// The distance of SYNs that are examined one by one, so that only one of them is repeated while the counters are watched.
    private static let distance = HandshakeWatch.withRepetition - HandshakeWatch.beforeRepetition + .milliseconds(50)

    private let peers: [SocketAddress]
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - destinations: Addresses that belong to nobody (RFC 5737, RFC 3849), at most two. If this process may use raw
    ///     sockets, which are sufficient, none is examined.
    ///   - loop: The loop on which the probe runs.
    public init(_ destinations: [IPAddress], loop: EventLoop) {
        self.init(destinations, ports: OutputProbe.ports, loop: loop)
    }

    /// Creates a probe of some of the ports.
    package init(_ destinations: [IPAddress], ports: [UInt16], loop: EventLoop) {
        peers = destinations.prefix(Self.maxDestinations).filter { !RawSYN.isPermitted($0.family) }
            .flatMap { address in ports.map { SocketAddress(address, port: $0) } }
        self.loop = loop
    }

    /// Sends all SYNs at once, which takes 1.15 s. If the kernel dropped some of the segments that it repeated and not others,
    /// they are sent again one by one, since its counters belong to the whole machine.
    ///
    /// - Returns: The SYNs that this machine drops.
    /// - Throws: `CancellationError`.
    public func observe() async throws -> [SocketAddress] {
        guard !peers.isEmpty else { return [] }
        switch try await together() {
        case .none: return []
        case .all(let dropped): return dropped
        case .some(let silent):
            return try await withThrowingTaskGroup(of: SocketAddress?.self) { group in
                for (place, peer) in silent.enumerated() {
                    group.addTask {
                        try await loop.sleep(until: .now + Self.distance * place)
                        return try await isDropped(peer) ? peer : nil
                    }
                }
                let dropped = try await group.reduce(into: [SocketAddress]()) { if let peer = $1 { $0.append(peer) } }
                return silent.filter(dropped.contains)
            }
        }
    }

    private enum Result {
        case none
        case all([SocketAddress])
        /// Some segments were dropped; those of these SYNs, or those of other programs.
        case some([SocketAddress])
    }

    private func together() async throws -> Result {
        let sockets = peers.compactMap { peer in connecting(to: peer).map { (peer, $0) } }
        let begun = ContinuousClock.now
        let waiting = try await unanswered(sockets, until: begun + HandshakeWatch.beforeRepetition)
        guard !waiting.isEmpty, waiting.allSatisfy({ TCPCounters.retransmissions(of: $0.1.fd) == 0 }),
            let before = RepeatedSegments.now
        else { return .none }
        let silent = try await unanswered(waiting, until: begun + HandshakeWatch.withRepetition)
        let own = silent.compactMap { TCPCounters.retransmissions(of: $0.1.fd) }.reduce(0, +)
        guard let after = RepeatedSegments.now else { return .none }
        let peers = silent.map(\.0)
        if after.showsDrops(since: before, own: own) { return .all(peers) }
        return after.dropped == before.dropped ? .none : .some(peers)
    }

    /// The sockets on which nothing arrives until a moment.
    private func unanswered(
        _ sockets: [(SocketAddress, ProbeSocket)], until end: ContinuousClock.Instant
    ) async throws -> [(SocketAddress, ProbeSocket)] {
        let descriptors = sockets.map(\.1.fd)
        let answered = try await withThrowingTaskGroup(of: CInt?.self) { group in
            for descriptor in descriptors {
                group.addTask { [loop] in
                    try await loop.ready(descriptor, for: .writable, until: end).isEmpty ? nil : descriptor
                }
            }
            return try await group.reduce(into: Set<CInt>()) { if let descriptor = $1 { $0.insert(descriptor) } }
        }
        return sockets.filter { !answered.contains($0.1.fd) }
    }

    private func isDropped(_ peer: SocketAddress) async throws -> Bool {
        guard let socket = connecting(to: peer) else { return false }
        defer { withExtendedLifetime(socket) {} }
        let begun = ContinuousClock.now
        let result = try await HandshakeWatch(socket.fd, from: begun, on: loop)
            .result(until: begun + HandshakeWatch.withRepetition)
        if case .dropped = result { return true }
        return false
    }

    private func connecting(to peer: SocketAddress) -> ProbeSocket? {
        guard let socket = try? ProbeSocket(.stream(peer.address.family)) else { return nil }
        socket.setHopLimit(1)
        socket.resetOnClose()
        socket.queueErrors()
        return (try? socket.connect(to: peer)) == nil ? nil : socket
    }
}
