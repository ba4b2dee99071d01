public import EventLoopKit
import NetworkModel

/// Publishes, browses and resolves services through avahi-daemon.
///
/// The daemon and the bus may be absent, restart or hang. Requests are resumed as soon as they are available, by their own
/// signals, without polling. No call waits for a daemon that hangs.
///
/// ```swift
/// let connection = AvahiConnection(loop: try EventLoop(name: "avahi"))
/// for await event in try await connection.browse(type: "_http._tcp", domain: "local", resolve: true) { … }
/// ```
public final class AvahiConnection: Sendable {
    let loop: EventLoop
    /// All calls of avahi are made on the loop; access from elsewhere traps.
    private let session: OnLoop<AvahiSession>
    private let admission = AvahiObjectLimit()

    /// How long to wait for the loop, which only takes so long if avahi-daemon hangs.
    private static let patience = Duration.seconds(3)
    /// How late an answer may be after its own limit.
    private static let lateness = Duration.seconds(1)

    /// Creates a connection, which connects on its first use, to the bus in `DBUS_SYSTEM_BUS_ADDRESS` as libdbus parses it.
    ///
    /// - Parameter loop: A loop of its own. Calls of libavahi-client are round trips over D-Bus that block the loop's thread:
    ///   usually for less than a millisecond, but for 25 s if avahi-daemon is stopped or hangs.
    public init(loop: EventLoop) {
        self.loop = loop
        session = OnLoop(AvahiSession(loop, admission), loop)
    }

    deinit {
        let session = session
        loop.execute { session.value.close() }
    }

    /// Withdraws what was published, ends all streams and lookups, and frees everything. The connection cannot be used
    /// afterwards. Returns after 3 s if avahi-daemon hangs.
    public func close() async {
        admission.close()
        await perform { $0.close() }
    }

    /// Reports the name that avahi-daemon has claimed for this machine on the link, as in `h1.local`, now and after each change,
    /// until the connection is closed; `nil` while there is none, as during a conflict with another host.
    package func followHostName(_ handler: @escaping @Sendable (String?) -> Void) {
        loop.execute { [session] in session.value.followHostName(handler) }
    }

    // MARK: What everything is made of

    /// A stream of the events of what `make` returns, until its reader ends or is cancelled, or the connection is closed.
    func stream<Event: Sendable>(
        _ make: @escaping @Sendable (AsyncStream<Event>.Continuation) -> any Subscription
    ) throws(ServiceDiscoveryError) -> AsyncStream<Event> {
        let id = try admission.enter(.question)
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingOldest(EventStream.maxEvents))
        // Retains the connection as long as there is a reader.
        continuation.onTermination = { [self] _ in loop.execute { self.session.value.end(id) } }
        loop.execute { [session] in session.value.add(make(continuation), id) }
        return stream
    }

    /// The answer of what `make` returns, by its own limit.
    func result<Value: Sendable>(
        within limit: Duration, _ make: @escaping @Sendable (PendingResult<Value>) -> any Lookup
    ) async throws -> Value {
        let id = try admission.enter(.question)
        let answer = PendingResult<Value>()
        // In all cases, also after a cancellation; the loop executes it after the beginning.
        defer { loop.execute { [session] in session.value.end(id) } }
        loop.execute { [session] in session.value.add(make(answer), id, timeout: limit) }
        return try await answer.value(
            within: limit + Self.lateness, orElse: .failure(ServiceDiscoveryError.unavailable(ClientHandle.hanging)))
    }

    func publication(
        _ make: @escaping @Sendable (AsyncStream<Publication>.Continuation) -> PublishedService
    ) throws(ServiceDiscoveryError) -> ServicePublication {
        let id = try admission.enter(.publication)
        // Only the latest states matter.
        let (stream, continuation) = AsyncStream.makeStream(of: Publication.self, bufferingPolicy: .bufferingNewest(64))
        loop.execute { [session] in session.value.add(make(continuation), id) }
        return ServicePublication(continuation, states: stream, connection: self, id: id)
    }

    /// Runs something on the loop, also for a cancelled task, and waits for it unless the loop is blocked.
    func perform(_ body: @escaping @Sendable (AvahiSession) -> Void) async {
        let answer = PendingResult<Void>()
        loop.execute { [session] in answer.resume(with: .success(body(session.value))) }
        await answer.wait(atMost: Self.patience)
    }
}
