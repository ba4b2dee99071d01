package import HostResolution
package import EventLoopKit
package import NetworkModel
package import Probes

/// The resources that every probe needs, independent of the target.
package final class ProbeResources: Sendable {
    package let loop: EventLoop
    package let curl: CurlEngine
    package let resolver: HostResolver
    package let credentials: CredentialStore
    /// Limits the concurrent FTP sessions, each of which has a thread.
    package let fileSessions: Limiter

    package init(
        loop: EventLoop, curl: CurlEngine, resolver: HostResolver, credentials: CredentialStore, fileSessions: Limiter
    ) {
        self.loop = loop
        self.curl = curl
        self.resolver = resolver
        self.credentials = credentials
        self.fileSessions = fileSessions
    }
}

/// An exchange with a target over the addresses at which it, or its proxy, was reached. Only kinds of netdiag can use it: it has no
/// public members.
///
/// It is a class, since every closure of an exchange uses it, and would have a copy of its own.
public final class KindExchange: Sendable {
    package let resources: ProbeResources
    package let target: Target
    package let released: ReleasedSettings
    /// The cookies of earlier requests of the same check.
    package let cookies: [String]
    package let proxy: Proxy?
    package let timeToResolve: Duration
    package let destinations: [SocketAddress]
    /// The target's address, for a proxy that does not resolve names (`socks5`).
    package let addressBehind: IPAddress?
    /// The destinations that were silent at earlier places of the same check.
    package let doubtful: Set<IPAddress>
    package let deadline: ContinuousClock.Instant
    /// Whether to wait for the end of a connection over which nothing is sent, to detect packet loss. This takes one
    /// round trip, which a user does not notice. Scheduled checks do not wait, since they observe more connections.
    package let isEndAwaited: Bool
    /// Receives the address that the exchange uses, as soon as it is connected to it.
    package let onConnection: (@Sendable (SocketAddress) -> Void)?

    package init(
        resources: ProbeResources, target: Target, released: ReleasedSettings, cookies: [String], proxy: Proxy?,
        timeToResolve: Duration, destinations: [SocketAddress], addressBehind: IPAddress?, doubtful: Set<IPAddress>,
        deadline: ContinuousClock.Instant, isEndAwaited: Bool, onConnection: (@Sendable (SocketAddress) -> Void)?
    ) {
        self.resources = resources
        self.target = target
        self.released = released
        self.cookies = cookies
        self.proxy = proxy
        self.timeToResolve = timeToResolve
        self.destinations = destinations
        self.addressBehind = addressBehind
        self.doubtful = doubtful
        self.deadline = deadline
        self.isEndAwaited = isEndAwaited
        self.onConnection = onConnection
    }

    package var settings: ProbeSettings { released.settings }

    /// The same exchange with some of the addresses, which may end earlier.
    func with(
        _ destinations: [SocketAddress], until deadline: ContinuousClock.Instant,
        onConnection: (@Sendable (SocketAddress) -> Void)? = nil
    ) -> KindExchange {
        KindExchange(
            resources: resources, target: target, released: released, cookies: cookies, proxy: proxy,
            timeToResolve: timeToResolve, destinations: destinations, addressBehind: addressBehind,
            doubtful: doubtful, deadline: min(deadline, self.deadline), isEndAwaited: isEndAwaited,
            onConnection: onConnection)
    }

    /// The result of using a connection.
    package struct Connected<Value: Sendable>: Sendable {
        package var tcp: TCPEvidence
        /// The time from the first SYN until the connection was passed on.
        package var timeToConnect: Duration
        package var value: Value?
    }

    /// The part of the time limit in which connections are made. Of the default of five seconds, it lets the third SYN be
    /// answered, which Linux sends after two (`tcp_syn_linear_timeouts`): programs connect over a path that loses two.
    package static func timeToConnect(of limit: Duration) -> Duration { limit / 2 }

    /// Connects, and reserves a part of the time limit for the layers above.
    package func connect<Value: Sendable>(
        _ body: @escaping @Sendable (ConnectedSocket, Duration) async throws -> Value
    ) async throws -> Connected<Value> {
        let begun = ContinuousClock.now
        let limit = begun + Self.timeToConnect(of: begun.duration(to: deadline))
        // A closure with a list of captures would not stay on the actor of its caller.
        let (tcp, value) = try await TCPProbe(
            addresses: destinations, loop: resources.loop, from: settings.source, doubting: doubtful
        ).observe(until: limit) {
            self.onConnection?($0.peer)
            return try await body($0, begun.duration(to: .now))
        }
        return Connected(
            tcp: tcp, timeToConnect: tcp.winner?.duration.duration ?? begun.duration(to: .now), value: value)
    }
}
