public import EventLoopKit
public import NetworkModel

/// Forward and reverse resolution, as DNS servers say and as the system sees it, with the source of each answer.
///
/// ```swift
/// let resolver = HostResolver(loop: try EventLoop())
/// let found = try await resolver.resolve("example.org", configuration: snapshot.resolvers)
/// for answer in found.answers { print(answer.address, answer.source, answer.ttl) }
/// ```
public struct HostResolver: Sendable {
    /// Asks single servers.
    public let client: DNSClient
    /// Asks the system.
    public let system: SystemResolver
    /// Asks avahi-daemon.
    public let multicast: MulticastResolver
    let loop: EventLoop
    /// Asks the system in a process of its own.
    let process: SystemProcess

    /// How long a name of multicast DNS is waited for. Avahi asks at once and again after a second, and answers come within
    /// some 120 ms (RFC 6762 sections 5.2 and 6).
    public static let longestForMulticast = Duration.milliseconds(1_150)

    /// - Parameters:
    ///   - loop: Where the questions on the wire live; the caller shuts it down.
    ///   - hostsFile: Read only to tell where an answer of the system comes from.
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
    /// The configured servers are asked on the wire, both families in parallel, while the system's resolver is asked
    /// for what it makes of the name. The servers are asked in order: one that fails (silence for its share of the
    /// time and at most 2 s, a closed port, SERVFAIL, REFUSED) is listed and the next asked at once; NXDOMAIN and no
    /// data are final. Once one family has its answer, the other has a second in all, or twice as long as the first. The
    /// system may take a second (or as long again as the wire) longer than the wire, unless servers were silent.
    ///
    /// `localhost` and what is below it (RFC 6761), `.local` (RFC 6762) and single labels without a search list are
    /// never sent to a configured server.
    ///
    /// - Parameters:
    ///   - name: Absolute with a final dot; else the search list applies as in resolv.conf(5). Letters outside ASCII
    ///     are converted (IDNA2008). An address is its own answer.
    ///   - families: What to ask for; empty stands for both.
    ///   - servers: Asked instead of the configured ones, for whatever name; the system is not asked then.
    ///   - timeout: For everything, 10 ms to 60 s.
    /// - Returns: Answers in the order that the system prefers (RFC 6724), then what only the wire knows. Failures
    ///   are empty where there was nobody to ask.
    /// - Throws: `CancellationError`; ``HostResolutionError`` for what is no name.
    public func resolve(
        _ name: String, families: Set<AddressFamily> = Set(AddressFamily.allCases),
        configuration: ResolverConfiguration, servers: [SocketAddress]? = nil, timeout: Duration = .seconds(5)
    ) async throws -> Resolution {
        let families = families.isEmpty ? Set(AddressFamily.allCases) : families
        if let address = IPAddress(name) { return Self.literal(address, name: name, families: families) }
        let domain = try DomainName(name)
        let types: [DNSRecordType] = [.a, .aaaa].filter { families.contains($0 == .a ? .ipv4 : .ipv6) }
        // Of a name that nobody on the link answers for, nss-mdns tells after five seconds.
        let isOfLink = servers == nil && domain.isIn("local")
        let plan = Plan(
            domain, configuration: configuration, servers: servers,
            timeout: isOfLink ? min(timeout, Self.longestForMulticast) : timeout)
        if plan.asksSystem, domain.isIn("localhost"), domain.dots > 0 {
            return Self.loopback(name: name, families: families)
        }
        var lookup = wire(plan)
        // The system's programs do not need the DNS for it: a dead server must not make the user wait.
        if plan.asksSystem, system.isInHostsFile(domain.text) {
            lookup = WireLookup(
                client: client, servers: plan.servers, deadline: min(plan.deadline, .now + .seconds(1)))
        }
        var found = try await gather(plan, types: types, wire: lookup) {
            try await systemAnswer(of: domain, families: families, until: plan.deadline)
        }
        found.systemSource = domain.isIn("local") ? .mdns : .system
        var resolution = Resolution(
            name: name, answers: found.answers(types: types), failures: found.failures,
            aliases: found.wire.aliases)
        resolution.system = found.systemLookup
        if let searched = found.wire.answers.first?.name, searched.lowercased() != domain.text.lowercased() {
            resolution.searched = searched
        }
        return resolution
    }

    /// The records of one type. The system is not asked: it has no call for them.
    ///
    /// - Parameters:
    ///   - type: Addresses are in the answers' `address`, the names of PTR in `name`, all else in `record` as a zone
    ///     file has it.
    /// - Throws: `CancellationError`; ``HostResolutionError`` for what is no name.
    public func records(
        _ name: String, type: DNSRecordType, configuration: ResolverConfiguration, servers: [SocketAddress]? = nil,
        timeout: Duration = .seconds(5)
    ) async throws -> Resolution {
        let plan = Plan(try DomainName(name), configuration: configuration, servers: servers, timeout: timeout)
        let wire =
            plan.candidates.isEmpty
            ? .init() : try await wire(plan).query(plan.candidates, types: [type], written: plan.written)
        return Resolution(
            name: name, answers: Findings(wire: wire, system: nil).answers(types: [type]), failures: wire.failures,
            aliases: wire.aliases)
    }

    /// Asks a server for the root's name servers: the one question that any resolver can answer.
    ///
    /// - Parameters:
    ///   - domain: Whose name servers are asked for instead, of a server that knows that domain alone.
    ///   - timeout: 10 ms to 60 s.
    /// - Returns: Why there was no answer; `nil` if there was one.
    /// - Throws: `CancellationError`; ``HostResolutionError`` where c-ares could not start, or `domain` is no name.
    public func probe(
        server: SocketAddress, about domain: String = ".", timeout: Duration = .seconds(2)
    ) async throws -> Resolution.FailureReason? {
        try await client.query(domain == "." ? .root : DomainName(domain), type: .ns, server: server, timeout: timeout)
            .failure
    }

    func wire(_ plan: Plan) -> WireLookup {
        WireLookup(client: client, servers: plan.servers, deadline: plan.deadline)
    }

    private static func literal(_ address: IPAddress, name: String, families: Set<AddressFamily>) -> Resolution {
        guard families.contains(address.family) else {
            return Resolution(
                name: name, answers: [], failures: [.init(source: .system, reason: .noData, duration: .zero)])
        }
        return Resolution(
            name: name, answers: [.init(address: address, source: .system, duration: .zero)], failures: [])
    }

    /// Names below localhost need nobody to be asked (RFC 6761 section 6.3).
    private static func loopback(name: String, families: Set<AddressFamily>) -> Resolution {
        let addresses = ["::1", "127.0.0.1"].compactMap { IPAddress($0) }.filter { families.contains($0.family) }
        return Resolution(
            name: name, answers: addresses.map { .init(address: $0, source: .system, duration: .zero) }, failures: [])
    }
}
