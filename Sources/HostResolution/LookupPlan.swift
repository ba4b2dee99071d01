import NetworkModel

/// The sources to query, and the names.
struct LookupPlan: Sendable {
    /// The names to query on the wire, in order; empty for none.
    let candidates: [DomainName]
    /// The name as written by the user; `nil` for that of an address.
    let written: DomainName?
    let servers: [WireLookup.Server]
    let asksSystem: Bool
    /// Whether the servers are those of resolv.conf(5), which the C library queries itself.
    let isOfResolvConf: Bool
    let deadline: ContinuousClock.Instant

    /// Creates a plan.
    ///
    /// - Parameter servers: Servers given by the user, who means them for any name.
    init(_ name: DomainName, configuration: ResolverConfiguration, servers: [SocketAddress]?, timeout: Duration) {
        let asksItself = servers != nil || !Self.isForOthers(name, configuration)
        let candidates = name.candidates(in: configuration, singleLabels: servers == nil ? .notAsked : .asked)
        self.init(
            candidates: asksItself ? candidates : [], written: name, configuration: configuration, servers: servers,
            timeout: timeout)
    }

    /// Creates a plan for the name of an address.
    init(reverse address: IPAddress, configuration: ResolverConfiguration, servers: [SocketAddress]?, timeout: Duration)
    {
        // Their names are only known on the link (RFC 6762 section 4) or on the machine.
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
        // If systemd-resolved selects servers by the name, the same ones are queried.
        let named = servers == nil ? candidates.first : nil
        let selected = named.map { configuration.selected(for: $0.text) } ?? configuration
        isOfResolvConf = servers == nil && selected.servers.allSatisfy { $0.source == .resolvConf }
        let all =
            servers?.map { WireLookup.Server(address: $0, transport: .udp) }
            ?? selected.servers.map {
                WireLookup.Server(address: Self.address(of: $0), transport: $0.isQueriedOverTCP ? .either : .udp)
            }
        self.servers = Array(all.prefix(WireLookup.maxServers))
        self.candidates = self.servers.isEmpty ? [] : candidates
        deadline = .now + min(max(timeout, .milliseconds(10)), .seconds(60))
    }

    /// Whether the name is not one of unicast DNS.
    private static func isForOthers(_ name: DomainName, _ configuration: ResolverConfiguration) -> Bool {
        name.isIn("localhost") || name.isIn("local") && !configuration.isForUnicastDNS(name.text)
    }

    /// The address of a resolver. A link-local server is reached over its link.
    private static func address(of resolver: Resolver) -> SocketAddress {
        var address = resolver.address
        if address.family == .ipv6, address.isLinkLocal, address.zone == nil, let interface = resolver.interface {
            address = IPAddress(bytes: address.bytes, zone: interface) ?? address
        }
        return SocketAddress(address, port: resolver.port)
    }
}
