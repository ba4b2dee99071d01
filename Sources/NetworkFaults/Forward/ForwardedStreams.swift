import NIOCore
import NIOPosix

/// The state that all connections of a TCP forwarder share.
struct ForwardedStreams: Sendable {
    /// The decision about a connection.
    enum Arrival: Sendable {
        /// The connection is closed at once.
        case refused
        /// The connection ends in this way at its first bytes, and nothing is forwarded.
        case ends(ExchangeFault.ConnectionEnd)
        case forwarded(Shaping, faults: [String])
    }

    let upstream: Upstream
    let responder: PlanResponder
    let limits: ServerLimits
    let begun: ContinuousClock.Instant
    let connections: StreamConnections

    /// - Parameter budget: The descriptors that it shares with other listeners.
    init(
        upstream: Upstream, responder: PlanResponder, limits: ServerLimits, begun: ContinuousClock.Instant,
        budget: DescriptorBudget
    ) {
        (self.upstream, self.responder, self.limits, self.begun) = (upstream, responder, limits, begun)
        connections = StreamConnections(budget)
    }

    /// Decides about a connection, and records it if it is not forwarded.
    func decide(_ channel: any Channel) -> Arrival {
        guard responder.availability == .running else {
            record(channel, [], failure: "the server is paused")
            return .refused
        }
        let (transmission, faults) = responder.decideOnConnection(from: Self.text(channel), elapsed)
        switch transmission.fault {
        case .silent(let ending):
            record(channel, faults, failure: nil)
            if case .hang = ending {
                channel.eventLoop.scheduleTask(in: TimeAmount(limits.hangTimeout)) { channel.close(promise: nil) }
            }
            return .ends(ending)
        case .raw, .cut, .replaced, .delayed, .paced, nil:
            // Faults of HTTP are rejected when the file is parsed.
            let response = transmission.response
            return .forwarded(Shaping(delay: response.firstByte, pace: response.pace), faults: faults)
        }
    }

    /// Connects to the upstream on the loop of the client.
    func connect(
        _ client: any Channel, _ configure: @escaping @Sendable (any Channel) throws -> Void
    ) async throws -> any Channel {
        let addresses = UpstreamAddresses(listener: client.parent?.localAddress ?? client.localAddress)
        let connector = UpstreamConnector(addresses: addresses, loop: client.eventLoop)
        let channel = try await connector.connect(upstream, configure)
        try await channel.setOption(.allowRemoteHalfClosure, value: true).get()
        return channel
    }

    func record(_ channel: any Channel, _ faults: [String], failure: String?) {
        responder.record(
            RequestLog.Entry(
                number: 0, at: elapsed, listener: responder.plan.name, method: "TCP", path: upstream.url,
                peer: Self.text(channel), status: 0, bodyBytes: 0, faults: faults, failure: failure))
    }

    private var elapsed: Duration { begun.duration(to: .now) }

    private static func text(_ channel: any Channel) -> String {
        channel.remoteAddress.flatMap(HTTPService.text) ?? ""
    }
}
