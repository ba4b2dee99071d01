public import NetworkModel
public import ServiceDiscovery
import UnixSignals

/// Announces a service in a process of its own, until that is asked to end.
public struct PublishOnce: Sendable {
    private let connection: AvahiConnection

    public init(connection: AvahiConnection) {
        self.connection = connection
    }

    /// Returns after SIGINT, SIGTERM or its owner's end, when the service has been taken from the link.
    ///
    /// - Parameters:
    ///   - owner: Ends when whoever wanted the service has gone.
    ///   - tell: Told how it stands now, and of each change.
    /// - Throws: What is wrong with the registration; what `tell` throws, when the service is gone.
    public func run(
        _ registration: ServiceRegistration, for owner: AsyncStream<Never>,
        tell: @escaping @Sendable (Publication) throws -> Void
    ) async throws {
        // Before anything is announced: a signal that comes early must not leave it on the link.
        let signals = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let publication = try await connection.publish(registration)
        let result = await withTaskGroup(of: Result<Void, any Error>.self) { group in
            group.addTask {
                do {
                    for await state in publication.states { try tell(state) }
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                for await _ in signals { break }
                return .success(())
            }
            group.addTask {
                for await _ in owner {}
                return .success(())
            }
            defer { group.cancelAll() }
            return await group.next() ?? .success(())
        }
        await publication.end()
        try result.get()
    }
}
