import EventLoopKit
import NetworkModel

/// Waits for the end of a TCP handshake, and recognises that this machine itself drops its SYNs.
struct HandshakeWatch: Sendable {
    enum Result: Sendable {
        /// The handshake has succeeded, or has failed.
        case over
        /// Nothing arrived.
        case silent
        /// Nothing arrived, since this machine dropped the SYNs.
        case dropped
    }

    /// The kernel repeats a SYN after a second (RFC 6298 section 2), so that nothing is counted before.
    static let beforeRepetition = Duration.milliseconds(900)
    /// The time after which a SYN was repeated once.
    static let withRepetition = Duration.milliseconds(1_150)

    private let descriptor: CInt
    private let start: ContinuousClock.Instant
    private let loop: EventLoop

    /// Creates a watch over a socket that connects since a moment.
    init(_ descriptor: CInt, from start: ContinuousClock.Instant, on loop: EventLoop) {
        (self.descriptor, self.start, self.loop) = (descriptor, start, loop)
    }

    /// Waits.
    ///
    /// - Throws: `CancellationError`, or an error of the loop.
    func result(until deadline: ContinuousClock.Instant) async throws -> Result {
        let first = min(deadline, start + Self.beforeRepetition)
        if try await !loop.ready(descriptor, for: .writable, until: first).isEmpty { return .over }
        guard first < deadline else { return .silent }
        // If this process was late, SYNs may have been repeated before the reading.
        let before = TCPCounters.retransmissions(of: descriptor) == 0 ? RepeatedSegments.now : nil
        if try await !loop.ready(descriptor, for: .writable, until: deadline).isEmpty { return .over }
        guard let before, let own = TCPCounters.retransmissions(of: descriptor),
            RepeatedSegments.now?.showsDrops(since: before, own: own) == true
        else { return .silent }
        return .dropped
    }
}
