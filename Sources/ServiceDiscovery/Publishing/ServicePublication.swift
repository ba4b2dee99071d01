public import NetworkModel

/// A service that is announced until ``end()``.
public struct ServicePublication: Sendable {
    /// How it stands, from now on: `published`, `renamed` with the name that was taken as the reason, or `waiting`:
    /// without a reason while the name is being probed for, with one where Avahi is missing. Ends with the publication.
    public let states: AsyncStream<Publication>
    let connection: AvahiConnection
    let id: Int

    /// Replaces the TXT record in place, without a goodbye (RFC 6762 section 8.4).
    ///
    /// - Throws: ``ServiceDiscoveryError/invalidTXT(_:)``.
    public func update(txt: [TXTEntry]) async throws(ServiceDiscoveryError) {
        try await connection.update(id, txt: txt)
    }

    /// Says goodbye.
    public func end() async {
        await connection.end(publication: id)
    }
}
