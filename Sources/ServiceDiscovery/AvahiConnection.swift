public import EventLoopKit
public import NetworkModel

/// Publishes, browses and resolves services through avahi-daemon.
///
/// The daemon and the bus may be absent, restart or hang: what was asked for is taken up again as soon as they are there,
/// by their own signals, without polling.
///
/// ```swift
/// let connection = AvahiConnection(loop: try EventLoop(name: "avahi"))
/// for await event in try await connection.browse(type: "_http._tcp", domain: "local", resolve: true) { … }
/// ```
public actor AvahiConnection {
    private nonisolated let loop: EventLoop
    private nonisolated let session: OnLoop<AvahiSession>

    /// All of avahi's calls are made on the loop.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    /// Connects when something is first asked of it, to the bus that `DBUS_SYSTEM_BUS_ADDRESS` names as libdbus reads it.
    ///
    /// - Parameter loop: A loop of its own. Calls of libavahi-client are round trips over D-Bus that block the loop's
    ///   thread: below a millisecond as a rule, but 25 s each where avahi-daemon is stopped or hangs.
    public init(loop: EventLoop) {
        self.loop = loop
        session = OnLoop(AvahiSession(loop), loop)
    }

    deinit {
        let session = session
        loop.execute { session.value.close() }
    }

    /// Announces a service until its publication or this connection is ended; letting go of them is no end.
    ///
    /// - Throws: What is wrong with the registration, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``. A
    ///   daemon that is not there is no error: the publication waits for it.
    public func publish(_ registration: ServiceRegistration) throws(ServiceDiscoveryError) -> ServicePublication {
        try registration.validate()
        let subtypes = try registration.subtypes(of: registration.types)
        let id = try session.value.admit()
        // The latest states matter.
        let (stream, continuation) = AsyncStream.makeStream(of: Publication.self, bufferingPolicy: .bufferingNewest(64))
        session.value.add(PublishedService(registration, subtypes: subtypes, continuation), id)
        return ServicePublication(states: stream, connection: self, id: id)
    }

    /// Browses until the stream is let go of, its reader is cancelled, or the connection is closed.
    ///
    /// - Parameters:
    ///   - type: For example `_http._tcp`, or a subtype as `_printer._sub._http._tcp`; `nil`: every type that there is, of
    ///     which 512, and 8,192 instances, are looked at.
    ///   - domain: `local` for mDNS.
    ///   - resolve: Whether to find host, port, addresses and TXT record of each instance too, and follow their changes: of
    ///     some hundred instances at a time, since avahi-daemon has no room for more.
    /// - Throws: What is wrong with the type or the domain, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func browse(
        type: String?, domain: String, resolve: Bool
    ) throws(ServiceDiscoveryError) -> AsyncStream<BrowseEvent> {
        if let type { try ServiceType.validate(type, use: .browsing) }
        try DomainName.validate(domain, use: .domain)
        let id = try session.value.admit()
        let (stream, continuation) = AsyncStream.makeStream(
            of: BrowseEvent.self, bufferingPolicy: .bufferingOldest(EventStream.mostEvents))
        // Holds on to the connection, so that it lives as long as somebody reads.
        continuation.onTermination = { [self] _ in loop.execute { self.session.value.endBrowse(id) } }
        session.value.add(ServiceBrowse(type: type, domain: domain, resolves: resolve, on: loop, continuation), id)
        return stream
    }

    /// Finds host, port, addresses and TXT record of one instance, on the interface that answers first.
    ///
    /// - Returns: An instance without addresses where its host has none; `nil` when there is no answer in time.
    /// - Throws: What is wrong with the names, ``ServiceDiscoveryError/unavailable(_:)`` where avahi-daemon is not there,
    ///   `CancellationError`.
    public func resolve(
        instance: String, type: String, domain: String, timeout: Duration
    ) async throws -> ServiceInstance? {
        try InstanceName.validate(instance)
        try ServiceType.validate(type, use: .browsing)
        try DomainName.validate(domain, use: .domain)
        let id = try session.value.admit()
        let name = InstanceIdentifier(name: instance, type: type, domain: domain)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                session.value.add(SingleLookup(name, continuation), id, timeout: timeout)
            }
        } onCancel: {
            // Runs after the lookup has been added, which happens in the loop's present turn.
            loop.execute { [session] in session.value.finishLookup(id, .failure(CancellationError())) }
        }
    }

    /// Takes back what was published, ends all streams, and frees everything. Nothing can be asked of it afterwards.
    public func close() { session.value.close() }

    func update(_ id: Int, txt: [TXTEntry]) -> ServiceDiscoveryError? {
        do {
            try session.value.update(id, txt: txt)
            return nil
        } catch {
            return error
        }
    }

    func endPublication(_ id: Int) { session.value.endService(id) }
}
