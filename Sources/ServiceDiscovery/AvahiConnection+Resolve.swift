public import NetworkModel

extension AvahiConnection {
    /// Resolves host, port, addresses and TXT record of an instance, on the interface that responds first.
    ///
    /// ```swift
    /// let shop = try await connection.resolve(
    ///     instance: "Shop", type: "_http._tcp", domain: "local", timeout: .seconds(2))
    /// ```
    ///
    /// - Returns: The instance, without addresses if its host has none; `nil` if there is no response in time.
    /// - Throws: ``ServiceDiscoveryError`` if a name is not valid, ``ServiceDiscoveryError/unavailable(_:)`` if avahi-daemon is
    ///   not available or hangs, `CancellationError`.
    public func resolve(
        instance: String, type: String, domain: String, timeout: Duration
    ) async throws -> ServiceInstance? {
        let name = try InstanceIdentifier(validating: instance, type: type, domain: domain)
        return try await result(within: timeout) { InstanceLookup(name, $0) }
    }

    /// Resolves an instance and follows its changes, until the stream is released, its reader is cancelled, or the connection is
    /// closed.
    ///
    /// ```swift
    /// for await event in try await connection.follow(instance: "Shop", type: "_http._tcp", domain: "local") {
    ///     if case .found(let instance) = event { print(instance.port ?? 0, instance.addresses ?? []) }
    /// }
    /// ```
    ///
    /// - Throws: ``ServiceDiscoveryError`` if a name is not valid, or ``ServiceDiscoveryError/unavailable(_:)`` after
    ///   ``close()``.
    public func follow(
        instance: String, type: String, domain: String
    ) async throws(ServiceDiscoveryError) -> AsyncStream<InstanceEvent> {
        let name = try InstanceIdentifier(validating: instance, type: type, domain: domain)
        return try stream { FollowedInstance(name, $0) }
    }

    /// Resolves the addresses of a host in both families, over mDNS if its name ends in `local`.
    ///
    /// ```swift
    /// for found in try await connection.addresses(of: "printer.local", timeout: .seconds(2)) {
    ///     print(found.address, found.interface ?? "")
    /// }
    /// ```
    ///
    /// - Returns: Each address once for each interface on which the host has it; empty if there is no response in time. IPv4
    ///   comes before IPv6, and link-local IPv6 addresses have the interface as their zone.
    /// - Throws: The same as ``resolve(instance:type:domain:timeout:)``.
    public func addresses(of host: String, timeout: Duration) async throws -> [FoundAddress] {
        try DomainNameRules.validate(host, use: .host)
        return try await result(within: timeout) { AddressLookup(host, $0) }
    }

    /// Resolves the host name of an address, over mDNS.
    ///
    /// ```swift
    /// let name = try await connection.hostName(of: IPAddress("10.0.0.7")!, timeout: .seconds(2))
    /// ```
    ///
    /// - Returns: The first name that is found, and its interface; `nil` if there is no response in time.
    /// - Throws: The same as ``resolve(instance:type:domain:timeout:)``.
    public func hostName(of address: IPAddress, timeout: Duration) async throws -> FoundName? {
        try await result(within: timeout) { NameLookup(address, $0) }
    }
}
