public import NetworkModel

/// A service that is announced until ``end()``, however often avahi-daemon goes and comes meanwhile.
public final class ServicePublication: Sendable {
    /// How it stands now, and each change. For one reader; ends with ``end()`` or ``AvahiConnection/close()``.
    public let states: AsyncStream<Publication>
    private let connection: AvahiConnection
    private let id: Int

    init(states: AsyncStream<Publication>, connection: AvahiConnection, id: Int) {
        self.states = states
        self.connection = connection
        self.id = id
    }

    /// Replaces the TXT record in place: others see a changed service, not one that went and came.
    ///
    /// - Returns: `nil`, or what is wrong with the entries; then the record stays as it is.
    @discardableResult
    public func update(txt: [TXTEntry]) async -> ServiceDiscoveryError? {
        await connection.update(id, txt: txt)
    }

    /// Takes it from the link. Returns when avahi-daemon has been told, so that others learn of it.
    public func end() async {
        await connection.endPublication(id)
    }
}
