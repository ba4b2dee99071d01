public import EventLoopKit
public import NetworkModel

/// Sends SYNs with the usual hop limit and, at the same time, with the next greater one. If a host only answers the latter, a device on
/// the path drops packets that have passed one router more than it permits, as some providers do against tethering.
public struct RaisedLimitProbe: Sendable {
    /// The hop limit with which the packets of most hosts start.
    private static let usualLimit = 64

    private let destination: SocketAddress
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - destination: The address and port to which the packets are sent.
    ///   - loop: The loop on which the probe runs.
    public init(_ destination: SocketAddress, loop: EventLoop) {
        self.destination = destination
        self.loop = loop
    }

    /// Sends the packets, each at most twice.
    ///
    /// - Parameter limit: How long to wait for responses.
    /// - Returns: The greater hop limit, if only packets with it are answered; `nil` otherwise.
    /// - Throws: `CancellationError`.
    public func observe(within limit: Duration) async throws -> Int? {
        let end = ContinuousClock.now + limit
        let raised = Self.usualLimit + 1
        async let usual = response(Self.usualLimit, until: end)
        async let further = response(raised, until: end)
        guard case .answered = try await further, case .silent = try await usual else { return nil }
        return raised
    }

    private func response(
        _ hopLimit: Int, until end: ContinuousClock.Instant
    ) async throws -> TracePacket.Response {
        try await TracePacket(destination: destination, transport: .tcp, hopLimit: hopLimit, loop: loop)
            .response(until: end)
    }
}
