import NetworkModel

/// Who is asked, and for which names.
struct Plan: Sendable {
    /// What the wire is asked for, in order; empty where it is not asked.
    let candidates: [DomainName]
    /// The name as the user wrote it; `nil` for that of an address.
    let written: DomainName?
    let servers: [SocketAddress]
    let asksSystem: Bool
    let deadline: ContinuousClock.Instant

    /// - Parameter servers: Given by the user, who means them for whatever name.
    init(_ name: DomainName, configuration: ResolverConfiguration, servers: [SocketAddress]?, timeout: Duration) {
        let asksItself = servers != nil || !Self.isForOthers(name)
        let candidates = name.candidates(in: configuration, singleLabels: servers == nil ? .notAsked : .asked)
        self.init(
            candidates: asksItself ? candidates : [], written: name, configuration: configuration, servers: servers,
            timeout: timeout)
    }

    /// For the name of an address.
    init(reverse address: IPAddress, configuration: ResolverConfiguration, servers: [SocketAddress]?, timeout: Duration)
    {
        // Their names are known on the link (RFC 6762 section 4) or the machine alone.
        let isForOthers = address.isLinkLocal || address.isLoopback
        let name = isForOthers && servers == nil ? nil : try? DomainName(address.reverseName + ".")
        self.init(
            candidates: name.map { [$0] } ?? [], written: nil, configuration: configuration, servers: servers,
            timeout: timeout)
    }

    private init(
        candidates: [DomainName], written: DomainName?, configuration: ResolverConfiguration,
        servers: [SocketAddress]?, timeout: Duration
    ) {
        self.written = written
        asksSystem = servers == nil
        // Where systemd-resolved chooses servers by the name, those are asked that it would ask.
        let selected = candidates.first.map { configuration.selected(for: $0.text) } ?? configuration
        self.servers = Array((servers ?? selected.servers.map(Self.address)).prefix(WireLookup.serverLimit))
        self.candidates = self.servers.isEmpty ? [] : candidates
        deadline = .now + min(max(timeout, .milliseconds(10)), .seconds(60))
    }

    /// Names that unicast DNS has nothing to say about.
    private static func isForOthers(_ name: DomainName) -> Bool {
        name.isIn("localhost") || name.isIn("local")
    }

    /// A link-local server is reached over the link that it belongs to.
    private static func address(of resolver: Resolver) -> SocketAddress {
        var address = resolver.address
        if address.family == .ipv6, address.isLinkLocal, address.zone == nil, let interface = resolver.interface {
            address = IPAddress(bytes: address.bytes, zone: interface) ?? address
        }
        return SocketAddress(address, port: resolver.port)
    }
}
