public import EventLoopKit
import Glibc
public import NetworkModel

/// Repeats an exchange that hung, in segments that are too small to be lost because of their size. If it succeeds, full-sized
/// packets are lost on the path (RFC 2923 section 2.1). It is meant for peers that respond to no echo request, and for paths on
/// which only the packets of the peer are lost.
public struct SmallSegmentsProbe: Sendable {
    /// The maximum segment sizes in both directions, in bytes of data (tcp(7), `TCP_MAXSEG`): those of paths with the MTU of
    /// PPPoE (1492), of common tunnels (1420, 1400, 1280), and one that is small enough for all paths.
    public static let sizes = [1_452, 1_380, 1_360, 1_240, 500]

    /// What is known of the size that passes, in bytes of data.
    public struct Limit: Sendable, Hashable {
        /// The largest size with a response.
        public var answered: Int
        /// The next larger size that was tried, without a response; `nil` if there is none.
        public var silent: Int?
    }

    private let peer: SocketAddress
    private let loop: EventLoop

    /// Creates a probe of a peer.
    public init(peer: SocketAddress, loop: EventLoop) {
        self.peer = peer
        self.loop = loop
    }

    /// The sizes in which the peer takes part in a TLS handshake, whatever its result; `nil` if there is none.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func sizeLimit(_ handshake: TLSProbe, within limit: Duration) async throws -> Limit? {
        try await exchange(within: limit) { socket, rest in
            switch try await handshake.observe(over: socket, within: rest).tls?.outcome {
            case .established, .certificate, .alert, .version: true
            case .timeout, .reset, .closed, .failed, .notTLS, .noAuthorities, nil: false
            }
        }
    }

    /// The sizes in which the peer responds to the request with a whole page; `nil` if there is none.
    ///
    /// - Throws: `CancellationError`, or ``ProbeError`` if libcurl could not start.
    public func sizeLimit(_ page: HTTPProbe, within limit: Duration) async throws -> Limit? {
        try await sizeLimit(page, within: limit, isCompared: false)
    }

    /// The same; `nil` also if the peer by now responds in segments of the usual size: it was slow, and the size is not the reason.
    ///
    /// - Parameter isCompared: Whether segments of the usual size are tried as well. The kernel reduces them once a router has
    ///   reported a smaller path MTU.
    package func sizeLimit(_ page: HTTPProbe, within limit: Duration, isCompared: Bool) async throws -> Limit? {
        try await exchange(within: limit, isCompared: isCompared) { socket, rest in
            try await page.observe(over: socket, within: rest).http?.outcome == .response
        }
    }

    /// Repeats the exchange in all sizes at the same time, each over its own connection.
    ///
    /// - Parameter isCompared: Whether a further exchange has segments of the usual size; if it succeeds, no size is to blame.
    private func exchange(
        within limit: Duration, isCompared: Bool = false,
        _ body: @escaping @Sendable (ConnectedSocket, Duration) async throws -> Bool
    ) async throws -> Limit? {
        let deadline = ContinuousClock.now + limit
        async let usual = isCompared ? usualSize(until: deadline, body) : false
        let found = try await smallSizes(until: deadline, body)
        guard found != nil else { return nil }
        return try await usual ? nil : found
    }

    /// Whether the exchange succeeds in segments of the usual size.
    private func usualSize(
        until deadline: ContinuousClock.Instant, _ body: @Sendable (ConnectedSocket, Duration) async throws -> Bool
    ) async throws -> Bool {
        let result = await ConnectionAttempt(address: peer, loop: loop).run(until: deadline)
        try Task.checkCancellation()
        guard let socket = result.socket else { return false }
        return try await body(socket, ContinuousClock.now.duration(to: deadline))
    }

    private func smallSizes(
        until deadline: ContinuousClock.Instant,
        _ body: @escaping @Sendable (ConnectedSocket, Duration) async throws -> Bool
    ) async throws -> Limit? {
        try await withThrowingTaskGroup(of: (size: Int, announced: Int, isAnswered: Bool)?.self) { group in
            for size in Self.sizes {
                group.addTask {
                    let attempt = ConnectionAttempt(address: peer, loop: loop, largestSegment: size)
                    let result = await attempt.run(until: deadline)
                    try Task.checkCancellation()
                    guard let socket = result.socket else { return nil }
                    // A router may have reported a smaller path MTU, which the kernel applies to new connections.
                    let announced = min(size, socket.announcedSegment ?? size)
                    let isAnswered = try await body(socket, ContinuousClock.now.duration(to: deadline))
                    return (size, announced, isAnswered)
                }
            }
            var tried: [(size: Int, announced: Int, isAnswered: Bool)] = []
            for try await one in group { if let one { tried.append(one) } }
            let passed = tried.filter { $0.isAnswered }
            guard let best = passed.max(by: { $0.size < $1.size }) else { return nil }
            // A limit of the size passes all smaller segments. A busy server answers some of any size.
            let isLimit = Self.sizes.allSatisfy { size in size > best.size || passed.contains { $0.size == size } }
            let silent = tried.filter { !$0.isAnswered && $0.announced > best.announced }.map { $0.announced }.min()
            return isLimit ? Limit(answered: best.announced, silent: silent) : nil
        }
    }
}
