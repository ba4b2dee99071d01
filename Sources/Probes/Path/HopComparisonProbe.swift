public import EventLoopKit
public import NetworkModel

/// Sends SYNs with a hop limit, and then an echo request with the same one. A router that reports only the latter does not get
/// the SYNs: if it limited its errors, it would report those that come first.
public struct HopComparisonProbe: Sendable {
    /// The number of times to wait for a report of SYNs, two of which are sent each time.
    private static let attempts = 2

    private let destination: SocketAddress
    private let limit: Int
    private let patience: Duration
    private let loop: EventLoop

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - destination: The address and port to which the packets are sent.
    ///   - limit: The hop limit.
    ///   - patience: How long to wait for a report.
    ///   - loop: The loop on which the probe runs.
    public init(_ destination: SocketAddress, limit: Int, patience: Duration, loop: EventLoop) {
        self.destination = destination
        self.limit = limit
        self.patience = patience
        self.loop = loop
    }

    /// Sends the packets.
    ///
    /// - Returns: The router that reported the echo request and no SYN; `nil` if there is none.
    /// - Throws: `CancellationError`.
    public func observe() async throws -> IPAddress? {
        for _ in 0..<Self.attempts {
            guard case .silent = try await response(as: .tcp) else { return nil }
        }
        guard case .error(let error, _) = try await response(as: .icmp), error.meaning == .timeExceeded else {
            return nil
        }
        return error.reporter
    }

    private func response(as transport: PathEvidence.Transport) async throws -> TracePacket.Response {
        try await TracePacket(destination: destination, transport: transport, hopLimit: limit, loop: loop)
            .response(until: .now + patience)
    }
}
