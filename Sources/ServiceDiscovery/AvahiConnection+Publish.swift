extension AvahiConnection {
    /// Announces a service until its publication or this connection is ended; letting go of them is no end.
    ///
    /// ```swift
    /// let publication = try await connection.publish(ServiceRegistration(name: "Shop", types: ["_http._tcp"], port: 80))
    /// for await state in publication.states { print(state.name ?? "not yet") }
    /// ```
    ///
    /// - Throws: What is wrong with the registration, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``. A
    ///   daemon that is not there is no error: the publication waits for it.
    public func publish(_ registration: ServiceRegistration) async throws(ServiceDiscoveryError) -> ServicePublication {
        try registration.validate()
        let subtypes = try registration.subtypes(of: registration.types)
        return try publication { PublishedService(registration, subtypes: subtypes, $0) }
    }
}
