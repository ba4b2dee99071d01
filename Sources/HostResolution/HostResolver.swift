public import EventLoopKit
public import NetworkModel

/// Forward and reverse resolution, by DNS servers and by the system resolver, with the source of each answer.
///
/// ```swift
/// let resolver = HostResolver(loop: try EventLoop())
/// let found = try await resolver.resolve("example.org", configuration: snapshot.resolvers)
/// for answer in found.answers { print(answer.address, answer.source, answer.ttl) }
/// ```
public struct HostResolver: Sendable {
    /// Queries single servers.
    public let client: DNSClient
    /// Queries the system resolver.
    public let system: SystemResolver
    /// Queries avahi-daemon.
    public let multicast: MulticastResolver
    let loop: EventLoop
    /// Queries the system resolver in a process of its own.
    let process: SystemProcess
    /// Longer ones are for tests on busy machines.
    var limits = WireLookup.Limits()

    /// How long to wait for a name of multicast DNS. Avahi queries at once and again after a second, and responses arrive
    /// within some 120 ms (RFC 6762 sections 5.2 and 6).
    public static let maxMulticastTime = Duration.milliseconds(1_150)

    /// Creates a resolver.
    ///
    /// - Parameters:
    ///   - loop: The loop of the queries on the wire; the caller shuts it down.
    ///   - hostsFile: Read only to determine the source of answers of the system resolver.
    public init(loop: EventLoop, hostsFile: String = "/etc/hosts") {
        self.loop = loop
        client = DNSClient(loop: loop)
        system = SystemResolver(hostsFile: hostsFile)
        process = SystemProcess(loop: loop)
        multicast = MulticastResolver(
            loop: loop, socketPath: "/run/avahi-daemon/socket", nameServices: Self.nameServicesFile)
    }

    /// The addresses of a name.
    ///
    /// The configured servers are queried on the wire, for both address families in parallel, while the system resolver is
    /// called. The servers are used in order: one that fails (silence for its share of the time and at most 2 s, a closed
    /// port, SERVFAIL, REFUSED) is listed and the next one is queried at once; NXDOMAIN and no data are final. Once one
    /// family has its answer, the other has a second in total, or twice as long as the first. The system resolver may take a
    /// second (or as long again as the wire) longer than the wire, unless servers were silent. If the ports of all servers are
    /// closed, it has 100 ms, and its result may be missing.
    ///
    /// `localhost` and names below it (RFC 6761), `.local` (RFC 6762) and single labels without a search list are never sent
    /// to a configured server, except names below a search or routing domain in `.local`.
    ///
    /// - Parameters:
    ///   - name: A name, absolute with a final dot; otherwise the search list applies as in resolv.conf(5). Letters
    ///     beyond ASCII are converted (IDNA2008). An address is its own answer.
    ///   - families: The address families; empty for both.
    ///   - configuration: The configured servers, with the search list and the routing domains.
    ///   - servers: Servers to use instead of the configured ones, for any name; the system resolver is not used then.
    ///   - timeout: The time limit of everything, 10 ms to 60 s.
    /// - Returns: The answers in the system's order (RFC 6724), followed by those only on the wire; if the system resolver has
    ///   not returned in time, all of them in that order. There are no failures if there was nothing to query.
    /// - Throws: `CancellationError`; ``HostResolutionError`` if the name is not valid.
    public func resolve(
        _ name: String, families: Set<AddressFamily> = .all,
        configuration: ResolverConfiguration, servers: [SocketAddress]? = nil, timeout: Duration = .seconds(5)
    ) async throws -> Resolution {
        try await resolve(
            name, families: families, configuration: configuration, servers: servers, timeout: timeout,
            silence: timeout,
            late: nil)
    }

    /// The addresses of a name. Responses of servers may also arrive later.
    ///
    /// - Parameter silence: The time limit if the servers are silent.
    func resolve(
        _ name: String, families: Set<AddressFamily>, configuration: ResolverConfiguration,
        servers: [SocketAddress]?, timeout: Duration, silence: Duration, late: LateDelivery?
    ) async throws -> Resolution {
        let families = families.isEmpty ? .all : families
        if let address = IPAddress(name) { return Self.literal(address, name: name, families: families) }
        let domain = try DomainName(name)
        let types: [DNSRecordType] = [.a, .aaaa].filter { families.contains($0 == .a ? .ipv4 : .ipv6) }
        // If no host on the link has a name, nss-mdns reports that after five seconds.
        let isOfLink = domain.isIn("local") && !configuration.isForUnicastDNS(domain.text)
        let plan = LookupPlan(
            domain, configuration: configuration, servers: servers,
            timeout: servers == nil && isOfLink ? min(timeout, Self.maxMulticastTime) : timeout)
        if plan.asksSystem, domain.isIn("localhost"), domain.dots > 0 {
            return Self.loopback(name: name, families: families)
        }
        var lookup = wire(plan)
        // Programs do not need DNS for it, so that a dead server must not delay the user.
        if plan.asksSystem, system.isInHostsFile(domain.text) {
            lookup.deadline = min(plan.deadline, .now + .seconds(1))
        } else {
            lookup.late = late
            lookup.deadline = min(plan.deadline, .now + silence)
        }
        var found = try await gather(plan, types: types, wire: lookup) {
            try await systemAnswer(of: domain, families: families, until: plan.deadline)
        }
        found.systemSource = isOfLink ? .mdns : .system
        var resolution = Resolution(
            name: name, answers: found.answers(types: types), failures: found.failures,
            aliases: found.wire.aliases)
        resolution.system = found.systemLookup
        for place in resolution.answers.indices where resolution.isTimeOfPrograms(resolution.answers[place].duration) {
            resolution.answers[place].isRepeated = nil
        }
        // curl(1) and browsers need no resolver for it (RFC 6761 section 6.3).
        if resolution.answers.isEmpty, plan.asksSystem, domain.text.lowercased() == "localhost" {
            resolution.answers = system.addressesInHostsFile(of: domain.text)
                .filter { families.contains($0.family) }.map { .init(address: $0, source: .hosts, duration: .zero) }
            if resolution.answers.isEmpty { resolution.answers = Self.loopback(name: name, families: families).answers }
        }
        if let searched = found.wire.answers.first?.name, searched.lowercased() != domain.text.lowercased() {
            resolution.searched = searched
        }
        // Candidates before the name as written are those of the search list.
        if let delay = found.wire.delay, plan.candidates.first?.text != domain.text {
            resolution.searchDelay = Milliseconds(delay)
        }
        return resolution
    }

    /// The records of one type. The system resolver is not used, since it has no call for them.
    ///
    /// - Parameters:
    ///   - name: The name, as in ``resolve(_:families:configuration:servers:timeout:)``.
    ///   - type: The type. Addresses are in the `address` of answers, the names of PTR in `name`, and all others in
    ///     `record` as in a zone file.
    ///   - configuration: The configured servers, with the search list and the routing domains.
    ///   - servers: Servers to use instead of the configured ones, for any name.
    ///   - timeout: The time limit of everything, 10 ms to 60 s.
    /// - Throws: `CancellationError`; ``HostResolutionError`` if the name is not valid.
    public func records(
        _ name: String, type: DNSRecordType, configuration: ResolverConfiguration, servers: [SocketAddress]? = nil,
        timeout: Duration = .seconds(5)
    ) async throws -> Resolution {
        let plan = LookupPlan(try DomainName(name), configuration: configuration, servers: servers, timeout: timeout)
        let wire =
            plan.candidates.isEmpty
            ? .init() : try await wire(plan).query(plan.candidates, types: [type], written: plan.written)
        return Resolution(
            name: name, answers: LookupFindings(wire: wire, system: nil).answers(types: [type]),
            failures: wire.failures,
            aliases: wire.aliases)
    }

    func wire(_ plan: LookupPlan) -> WireLookup {
        WireLookup(client: client, servers: plan.servers, deadline: plan.deadline, limits: limits)
    }

    private static func literal(_ address: IPAddress, name: String, families: Set<AddressFamily>) -> Resolution {
        guard families.contains(address.family) else {
            return Resolution(
                name: name, answers: [], failures: [.init(source: .system, reason: .noData, duration: .zero)])
        }
        return Resolution(
            name: name, answers: [.init(address: address, source: .system, duration: .zero)], failures: [])
    }

    /// The result for names below localhost, which need no query (RFC 6761 section 6.3).
    private static func loopback(name: String, families: Set<AddressFamily>) -> Resolution {
        let addresses = ["::1", "127.0.0.1"].compactMap { IPAddress($0) }.filter { families.contains($0.family) }
        return Resolution(
            name: name, answers: addresses.map { .init(address: $0, source: .system, duration: .zero) }, failures: [])
    }
}
