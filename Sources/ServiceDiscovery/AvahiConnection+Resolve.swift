public import NetworkModel

extension AvahiConnection {
    /// Finds host, port, addresses and TXT record of one instance, on the interface that answers first.
    ///
    /// ```swift
    /// let shop = try await connection.resolve(
    ///     instance: "Shop", type: "_http._tcp", domain: "local", timeout: .seconds(2))
    /// ```
    ///
    /// - Returns: An instance without addresses where its host has none; `nil` when there is no answer in time.
    /// - Throws: What is wrong with the names, ``ServiceDiscoveryError/unavailable(_:)`` where avahi-daemon is not there or
    ///   hangs, `CancellationError`.
    public func resolve(
        instance: String, type: String, domain: String, timeout: Duration
    ) async throws -> ServiceInstance? {
        let name = try InstanceIdentifier(validating: instance, type: type, domain: domain)
        return try await answer(within: timeout) { InstanceLookup(name, $0) }
    }

    /// Finds one instance and follows its changes, until the stream is let go of, its reader is cancelled, or the
    /// connection is closed.
    ///
    /// ```swift
    /// for await event in try await connection.follow(instance: "Shop", type: "_http._tcp", domain: "local") {
    ///     if case .found(let instance) = event { print(instance.port ?? 0, instance.addresses ?? []) }
    /// }
    /// ```
    ///
    /// - Throws: What is wrong with the names, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func follow(
        instance: String, type: String, domain: String
    ) async throws(ServiceDiscoveryError) -> AsyncStream<InstanceEvent> {
        let name = try InstanceIdentifier(validating: instance, type: type, domain: domain)
        return try stream { FollowedInstance(name, $0) }
    }

    /// Finds the addresses of both families that a host has, over mDNS where its name ends in `local`.
    ///
    /// ```swift
    /// for found in try await connection.addresses(of: "printer.local", timeout: .seconds(2)) {
    ///     print(found.address, found.interface ?? "")
    /// }
    /// ```
    ///
    /// - Returns: Each address once for each interface on which the host has it; none when there is no answer in time. IPv4
    ///   before IPv6; link-local ones of IPv6 have the interface as their zone.
    /// - Throws: As ``resolve(instance:type:domain:timeout:)``.
    public func addresses(of host: String, timeout: Duration) async throws -> [FoundAddress] {
        try DomainNameRules.validate(host, use: .host)
        return try await answer(within: timeout) { AddressLookup(host, $0) }
    }

    /// Finds the name of the host that has an address, over mDNS.
    ///
    /// ```swift
    /// let name = try await connection.hostName(of: IPAddress("10.0.0.7")!, timeout: .seconds(2))
    /// ```
    ///
    /// - Returns: The first name that is found, and the interface that it came by; `nil` when there is no answer in time.
    /// - Throws: As ``resolve(instance:type:domain:timeout:)``.
    public func hostName(of address: IPAddress, timeout: Duration) async throws -> FoundName? {
        try await answer(within: timeout) { NameLookup(address, $0) }
    }
}
