extension AvahiConnection {
    /// Browses until the stream is released, its reader is cancelled, or the connection is closed.
    ///
    /// ```swift
    /// for await event in try await connection.browse(type: "_printer._sub._http._tcp", domain: "local", resolve: true) {
    ///     if case .service(let event) = event { print(event.event, event.instance.name) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: A type such as `_http._tcp`, or with a subtype `_printer._sub._http._tcp`; `nil` for all types, of which 512
    ///     are examined, with 8,192 instances.
    ///   - domain: The domain, `local` for mDNS.
    ///   - resolve: Whether to resolve host, port, addresses and TXT record of each instance too, and to follow their
    ///     changes: for some hundred instances at a time, since avahi-daemon has no room for more.
    /// - Throws: ``ServiceDiscoveryError`` if the type or the domain is not valid, or
    ///   ``ServiceDiscoveryError/unavailable(_:)`` after ``close()``.
    public func browse(
        type: String?, domain: String, resolve: Bool
    ) async throws(ServiceDiscoveryError) -> AsyncStream<BrowseEvent> {
        if let type { try ServiceType.validate(type, use: .browsing) }
        try DomainNameRules.validate(domain, use: .domain)
        try DomainNameRules.validate(together: (type.map { [$0] } ?? []) + [domain])
        return try stream { [loop] in ServiceBrowse(type: type, domain: domain, resolves: resolve, on: loop, $0) }
    }

    /// Lists the existing service types (RFC 6763 section 9) on each interface, and follows their changes.
    ///
    /// ```swift
    /// for await event in try await connection.browseTypes() {
    ///     if case .added(let type) = event { print(type.type, type.interface ?? "") }
    /// }
    /// ```
    ///
    /// - Throws: ``ServiceDiscoveryError`` if the domain is not valid, or ``ServiceDiscoveryError/unavailable(_:)`` after
    ///   ``close()``.
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

    /// Lists the domains that are recommended for browsing (RFC 6763 section 11): those in avahi-daemon's configuration, and
    /// those announced in `domain`.
    ///
    /// ```swift
    /// for await event in try await connection.browseDomains() {
    ///     if case .added(let domain) = event { print(domain.domain) }
    /// }
    /// ```
    ///
    /// - Throws: ``ServiceDiscoveryError`` if the domain is not valid, or ``ServiceDiscoveryError/unavailable(_:)`` after
    ///   ``close()``.
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

    /// Lists the records of a name and a type (class IN) on each interface, and follows their changes.
    ///
    /// ```swift
    /// for await event in try await connection.monitor(name: "printer.local", type: .aaaa) {
    ///     if case .added(let record) = event { print(record.value as Any) }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The full name. A dot or a backslash within a label is preceded by a backslash, and any byte can be written as
    ///     `\DDD`, in decimal (RFC 1035 section 5.1): `My\.Shop._http._tcp.local`.
    ///   - type: The type of records, which must not be a query type such as ANY or AXFR.
    /// - Throws: ``ServiceDiscoveryError`` if name or type is not valid, or ``ServiceDiscoveryError/unavailable(_:)`` after
    ///   ``close()``.
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
