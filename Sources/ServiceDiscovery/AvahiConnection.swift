public import EventLoopKit
import NetworkModel

/// Publishes, browses and resolves services through avahi-daemon.
///
/// The daemon and the bus may be absent, restart or hang: what was asked for is taken up again as soon as they are there,
/// by their own signals, without polling. Nothing here waits for a daemon that hangs.
///
/// ```swift
/// let connection = AvahiConnection(loop: try EventLoop(name: "avahi"))
/// for await event in try await connection.browse(type: "_http._tcp", domain: "local", resolve: true) { … }
/// ```
public final class AvahiConnection: Sendable {
    let loop: EventLoop
    /// All of avahi's calls are made on the loop; reached from elsewhere, this traps.
    private let session: OnLoop<AvahiSession>
    private let admission = AvahiObjectLimit()

    /// How long to wait for the loop, which has nothing to do that takes so long unless avahi-daemon hangs.
    private static let patience = Duration.seconds(3)
    /// What an answer may be late, by its own limit.
    private static let lateness = Duration.seconds(1)

    /// Connects when something is first asked of it, to the bus that `DBUS_SYSTEM_BUS_ADDRESS` names as libdbus reads it.
    ///
    /// - Parameter loop: A loop of its own. Calls of libavahi-client are round trips over D-Bus that block the loop's
    ///   thread: below a millisecond as a rule, but 25 s where avahi-daemon is stopped or hangs.
    public init(loop: EventLoop) {
        self.loop = loop
        session = OnLoop(AvahiSession(loop, admission), loop)
    }

    deinit {
        let session = session
        loop.execute { session.value.close() }
    }

    /// Takes back what was published, ends all streams and lookups, and frees everything. Nothing can be asked of it
    /// afterwards. Returns after 3 s where avahi-daemon hangs.
    public func close() async {
        admission.close()
        await perform { $0.close() }
    }

    // MARK: What everything is made of

    /// A stream of the events of what `make` returns, until its reader ends or is cancelled, or the connection is closed.
    func stream<Event: Sendable>(
        _ make: @escaping @Sendable (AsyncStream<Event>.Continuation) -> any Subscription
    ) throws(ServiceDiscoveryError) -> AsyncStream<Event> {
        let id = try admission.enter(.question)
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingOldest(EventStream.maxEvents))
        // Holds on to the connection, so that it lives as long as somebody reads.
        continuation.onTermination = { [self] _ in loop.execute { self.session.value.end(id) } }
        loop.execute { [session] in session.value.add(make(continuation), id) }
        return stream
    }

    /// The answer that `make` gives, by its own limit.
    func answer<Value: Sendable>(
        within limit: Duration, _ make: @escaping @Sendable (Answer<Value>) -> any Lookup
    ) async throws -> Value {
        let id = try admission.enter(.question)
        let answer = Answer<Value>()
        // On every way out, the cancelled ones too; the loop takes it up after the beginning.
        defer { loop.execute { [session] in session.value.end(id) } }
        loop.execute { [session] in session.value.add(make(answer), id, timeout: limit) }
        return try await answer.value(
            within: limit + Self.lateness, orElse: .failure(ServiceDiscoveryError.unavailable(ClientHandle.hanging)))
    }

    func publication(
        _ make: @escaping @Sendable (AsyncStream<Publication>.Continuation) -> PublishedService
    ) throws(ServiceDiscoveryError) -> ServicePublication {
        let id = try admission.enter(.publication)
        // The latest states matter.
        let (stream, continuation) = AsyncStream.makeStream(of: Publication.self, bufferingPolicy: .bufferingNewest(64))
        loop.execute { [session] in session.value.add(make(continuation), id) }
        return ServicePublication(continuation, states: stream, connection: self, id: id)
    }

    /// Does something on the loop, also for a task that has been cancelled, and waits for it unless the loop is blocked.
    func perform(_ body: @escaping @Sendable (AvahiSession) -> Void) async {
        let answer = Answer<Void>()
        loop.execute { [session] in answer.give(.success(body(session.value))) }
        await answer.wait(atMost: Self.patience)
    }
}
