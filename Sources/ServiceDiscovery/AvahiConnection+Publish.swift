extension AvahiConnection {
    /// Announces a service until its publication or this connection is ended. Releasing them does not end it.
    ///
    /// ```swift
    /// let publication = try await connection.publish(ServiceRegistration(name: "Shop", types: ["_http._tcp"], port: 80))
    /// for await state in publication.states { print(state.name ?? "not yet") }
    /// ```
    ///
    /// - Throws: ``ServiceDiscoveryError`` if the registration is not valid, or ``ServiceDiscoveryError/unavailable(_:)``
    ///   after ``close()``. A missing daemon is not an error: the publication waits for it.
    public func publish(_ registration: ServiceRegistration) async throws(ServiceDiscoveryError) -> ServicePublication {
        try registration.validate()
        let subtypes = try registration.subtypes(of: registration.types)
        return try publication { PublishedService(registration, subtypes: subtypes, $0) }
    }
}
