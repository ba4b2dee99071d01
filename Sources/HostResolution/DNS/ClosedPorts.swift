import NetworkModel

/// The servers whose hosts just said that nothing listens on their port. Hosts limit their ICMP errors (icmp(7)): Linux sends each
/// host one per second, and six at once, so that further queries to such a port get none.
package struct ClosedPorts: Sendable {
    /// How long an error is valid for queries without one: then there is another one.
    static let lifetime = Duration.seconds(1)
    /// How long a response outweighs errors: the server may just be restarted, or one of several hosts behind its address is closed.
    static let lifetimeOfResponses = Duration.seconds(10)
    /// The time for a response, in addition to twice the time of the error.
    static let grace = Duration.milliseconds(50)
    private static let maxServers = 64

    private struct ReportedError {
        let at: ContinuousClock.Instant
        let delay: Duration
    }

    private var errors: [SocketAddress: ReportedError] = [:]
    private var responses: [SocketAddress: ContinuousClock.Instant] = [:]

    /// Records a response of a server.
    mutating func recordResponse(of server: SocketAddress, at now: ContinuousClock.Instant = .now) {
        if !errors.isEmpty { errors[server] = nil }
        responses[server] = now
        guard responses.count > Self.maxServers, let oldest = responses.min(by: { $0.value < $1.value }) else { return }
        responses[oldest.key] = nil
    }

    /// Records an error of a server's host.
    ///
    /// - Parameter delay: The time from the query to the error.
    mutating func recordError(
        of server: SocketAddress, after delay: Duration, at now: ContinuousClock.Instant = .now
    ) {
        errors = errors.filter { $0.value.at + Self.lifetime > now }
        guard errors.count < Self.maxServers else { return }
        errors[server] = ReportedError(at: now, delay: delay)
    }

    /// How long to wait for a response of a server that is known to be closed; `nil` if it is not.
    func grace(for server: SocketAddress, at now: ContinuousClock.Instant = .now) -> Duration? {
        guard isClosed(server, at: now), let error = errors[server], error.at + Self.lifetime > now else { return nil }
        return Self.timeForMore(after: error.delay)
    }

    /// The time for a response, or for one more error, of a host that reported its port as closed after some time.
    package static func timeForMore(after delay: Duration) -> Duration { grace + delay * 2 }

    /// Whether the last that was heard of a server is that it is closed, however long ago.
    func isClosed(_ server: SocketAddress, at now: ContinuousClock.Instant = .now) -> Bool {
        errors[server] != nil && !(responses[server].map { $0 + Self.lifetimeOfResponses > now } ?? false)
    }
}
