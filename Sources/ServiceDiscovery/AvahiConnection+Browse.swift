extension AvahiConnection {
    /// Browses until the stream is let go of, its reader is cancelled, or the connection is closed.
    ///
    /// ```swift
    /// for await event in try await connection.browse(type: "_printer._sub._http._tcp", domain: "local", resolve: true) {
    ///     if case .service(let event) = event { print(event.event, event.instance.name) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: For example `_http._tcp`, or a subtype as `_printer._sub._http._tcp`; `nil`: every type that there is, of
    ///     which 512, and 8,192 instances, are examined.
    ///   - domain: `local` for mDNS.
    ///   - resolve: Whether to find host, port, addresses and TXT record of each instance too, and follow their changes: of
    ///     some hundred instances at a time, since avahi-daemon has no room for more.
    /// - Throws: What is wrong with the type or the domain, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func browse(
        type: String?, domain: String, resolve: Bool
    ) async throws(ServiceDiscoveryError) -> AsyncStream<BrowseEvent> {
        if let type { try ServiceType.validate(type, use: .browsing) }
        try DomainNameRules.validate(domain, use: .domain)
        try DomainNameRules.validate(together: (type.map { [$0] } ?? []) + [domain])
        return try stream { [loop] in ServiceBrowse(type: type, domain: domain, resolves: resolve, on: loop, $0) }
    }

    /// The types of services that there are (RFC 6763 section 9), as they come and go on each interface.
    ///
    /// ```swift
    /// for await event in try await connection.browseTypes() {
    ///     if case .added(let type) = event { print(type.type, type.interface ?? "") }
    /// }
    /// ```
    ///
    /// - Throws: What is wrong with the domain, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func browseTypes(
        domain: String = "local"
    ) async throws(ServiceDiscoveryError) -> AsyncStream<ListingEvent<ListedType>> {
        try DomainNameRules.validate(domain, use: .domain)
        return try stream {
            Listing($0, describe: { ListedType(type: $0, domain: domain, interface: $1) }) {
                TypeBrowser($0, domain: domain, handler: $1)
            }
        }
    }

    /// The domains that are recommended for browsing (RFC 6763 section 11): those of avahi-daemon's configuration, and
    /// those announced in `domain`.
    ///
    /// ```swift
    /// for await event in try await connection.browseDomains() {
    ///     if case .added(let domain) = event { print(domain.domain) }
    /// }
    /// ```
    ///
    /// - Throws: What is wrong with the domain, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func browseDomains(
        in domain: String = "local"
    ) async throws(ServiceDiscoveryError) -> AsyncStream<ListingEvent<ListedDomain>> {
        try DomainNameRules.validate(domain, use: .domain)
        return try stream {
            Listing($0, describe: { ListedDomain(domain: $0, interface: $1) }) {
                DomainBrowser.make($0, domain: domain, handler: $1)
            }
        }
    }

    /// The records of a name and a type (class IN), as they come and go on each interface.
    ///
    /// ```swift
    /// for await event in try await connection.monitor(name: "printer.local", type: .aaaa) {
    ///     if case .added(let record) = event { print(record.value as Any) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: In full. A dot or a backslash within a label has a backslash before it, and any byte may be written as
    ///     `\DDD`, in decimal (RFC 1035 section 5.1): `My\.Shop._http._tcp.local`.
    ///   - type: Of records that are kept: no question type, as ANY or AXFR.
    /// - Throws: What is wrong with name or type, or ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func monitor(
        name: String, type: RecordType
    ) async throws(ServiceDiscoveryError) -> AsyncStream<ListingEvent<MonitoredRecord>> {
        try RecordName.validate(name)
        try type.validate()
        return try stream {
            Listing($0, describe: { MonitoredRecord($0, type: type, interface: $1) }) {
                RecordBrowser.make($0, name: name, type: type, handler: $1)
            }
        }
    }
}
