public import EventLoopKit
import Glibc
public import NetworkModel

/// A conversation that hung, once more in segments so small that no link loses them for their size: where it goes on, full
/// packets vanish on the way (RFC 2923 section 2.1). For peers that answer no echo request.
public struct SmallSegmentsProbe: Sendable {
    /// The largest segment that both sides may send, in bytes of data (tcp(7), `TCP_MAXSEG`).
    public static let size = 500

    private let peer: SocketAddress
    private let loop: EventLoop

    /// Creates a probe of a peer.
    public init(peer: SocketAddress, loop: EventLoop) {
        self.peer = peer
        self.loop = loop
    }

    /// Whether the peer takes part in a TLS handshake, whatever comes of it.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func isAnswered(_ handshake: TLSProbe, within limit: Duration) async throws -> Bool {
        try await converse(within: limit) { socket, rest in
            switch try await handshake.observe(over: socket, within: rest).tls?.outcome {
            case .established, .certificate, .alert, .version: true
            case .timeout, .reset, .closed, .failed, .notTLS, nil: false
            }
        }
    }

    /// Whether the peer answers the request with a whole page.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` where libcurl could not begin.
    public func isAnswered(_ page: HTTPProbe, within limit: Duration) async throws -> Bool {
        try await converse(within: limit) { socket, rest in
            try await page.observe(over: socket, within: rest).http?.outcome == .response
        }
    }

    private func converse(
        within limit: Duration, _ body: (ConnectedSocket, Duration) async throws -> Bool
    ) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        let attempt = ConnectionAttempt(address: peer, loop: loop, largestSegment: Self.size)
        let result = await attempt.run(until: deadline)
        try Task.checkCancellation()
        guard let socket = result.socket else { return false }
        return try await body(socket, ContinuousClock.now.duration(to: deadline))
    }
}
