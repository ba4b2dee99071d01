public import NetworkModel

/// A service that is announced until ``end()``, regardless of restarts of avahi-daemon.
public final class ServicePublication: Sendable {
    /// The current state, and each change, for one reader. It ends with ``end()`` or ``AvahiConnection/close()``.
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

    /// Replaces the TXT record in place, so that others see a changed service, instead of one that was removed and added.
    ///
    /// ```swift
    /// await publication.update(txt: [TXTEntry(key: "status", value: .text("busy"))])
    /// ```
    ///
    /// - Returns: `nil`, or what is wrong with the entries, in which case the record stays as it is. If the daemon is not
    ///   available, the record is replaced as soon as it is.
    @discardableResult
    public func update(txt: [TXTEntry]) async -> ServiceDiscoveryError? {
        do { try TXTRecord.validate(txt) } catch { return error }
        await connection.perform { [id] session in try? session.update(id, txt: txt) }
        return nil
    }

    /// Withdraws the service from the link. Returns when avahi-daemon has processed this, so that others learn of it, or
    /// after 3 s if it hangs.
    public func end() async {
        await connection.perform { [id] session in session.end(id) }
        continuation.finish()
    }
}
