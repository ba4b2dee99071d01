public import EventLoopKit
import Glibc
public import NetworkModel

/// Repeats an exchange that hung, in segments that are too small to be lost because of their size. If it succeeds, full-sized
/// packets are lost on the path (RFC 2923 section 2.1). It is meant for peers that respond to no echo request.
public struct SmallSegmentsProbe: Sendable {
    /// The maximum segment size in both directions, in bytes of data (tcp(7), `TCP_MAXSEG`).
    public static let size = 500

    private let peer: SocketAddress
    private let loop: EventLoop

    /// Creates a probe of a peer.
    public init(peer: SocketAddress, loop: EventLoop) {
        self.peer = peer
        self.loop = loop
    }

    /// Whether the peer takes part in a TLS handshake, whatever its result.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func isAnswered(_ handshake: TLSProbe, within limit: Duration) async throws -> Bool {
        try await converse(within: limit) { socket, rest in
            switch try await handshake.observe(over: socket, within: rest).tls?.outcome {
            case .established, .certificate, .alert, .version: true
            case .timeout, .reset, .closed, .failed, .notTLS, nil: false
            }
        }
    }

    /// Whether the peer responds to the request with a whole page.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
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
