public import NetworkModel

/// A service that is announced until ``end()``, however often avahi-daemon goes and comes meanwhile.
public final class ServicePublication: Sendable {
    /// How it stands now, and each change. For one reader; ends with ``end()`` or ``AvahiConnection/close()``.
    public let states: AsyncStream<Publication>
    private let connection: AvahiConnection
    private let id: Int

    private let continuation: AsyncStream<Publication>.Continuation

    init(
        _ continuation: AsyncStream<Publication>.Continuation, states: AsyncStream<Publication>,
        connection: AvahiConnection, id: Int
    ) {
        self.continuation = continuation
        self.states = states
        self.connection = connection
        self.id = id
    }

    /// Replaces the TXT record in place: others see a changed service, not one that went and came.
    ///
    /// ```swift
    /// await publication.update(txt: [TXTEntry(key: "status", value: .text("busy"))])
    /// ```
    ///
    /// - Returns: `nil`, or what is wrong with the entries; then the record stays as it is. Without a daemon that answers,
    ///   the record is replaced when there is one.
    @discardableResult
    public func update(txt: [TXTEntry]) async -> ServiceDiscoveryError? {
        do { try TXTRecord.validate(txt) } catch { return error }
        await connection.perform { [id] session in try? session.update(id, txt: txt) }
        return nil
    }

    /// Takes it from the link. Returns when avahi-daemon has received this, so that others learn of it, or after 3 s where it
    /// hangs.
    public func end() async {
        await connection.perform { [id] session in session.end(id) }
        continuation.finish()
    }
}
