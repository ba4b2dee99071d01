public import NetworkModel

/// All observations of a check, which are the input of the rules.
public struct Evidence: Sendable {
    /// The target of the check, which is named in summaries.
    public var target: Target
    /// The URL that the target led to, if the evidence is about that; `nil` for the target itself.
    public var place: Target? { didSet { terms.place = place?.text } }
    /// What the verdict depends on in addition to the observations.
    @Boxed public var terms: CheckTerms
    /// The observations, with at most one evidence for each layer.
    public var observed = Observations()
    /// When the evidence was collected, for comparison with the dates of certificates.
    public var now: Timestamp
    /// The part of the measured times that this process may have caused, since it was busy or waited for a processor.
    public var ownDelay = Duration.zero
    /// The longest part of ``ownDelay`` without a break; `nil` if it is not known.
    public var ownStall: Duration?

    /// Creates evidence without observations.
    public init(target: Target, terms: CheckTerms = .init(), now: Timestamp = Timestamp()) {
        self.target = target
        self.terms = terms
        self.now = now
    }

    /// The same request without observations.
    public var blank: Evidence {
        var terms = terms
        (terms.place, terms.redirector) = (nil, nil)
        return Evidence(target: target, terms: terms, now: now)
    }

    /// The address families of the check (`CheckTerms.families`).
    public var families: Set<AddressFamily> { terms.families }
    /// The values beyond which there is a warning (`CheckTerms.thresholds`).
    public var thresholds: Thresholds { terms.thresholds }
    /// The extent of the check (`CheckTerms.depth`).
    public var depth: CheckTerms.Depth { terms.depth }

    /// The `host:port` for texts, with the address that responded, or else the name.
    public var destination: String {
        let asked = asked
        let port = asked.port.map { ":\($0)" } ?? ""
        if case .service = asked.kind { return asked.text }
        return port.isEmpty ? asked.host.description : asked.host.bracketed + port
    }

    /// Whether a duration exceeds a threshold, even without the part that this process may have caused.
    ///
    /// While this process waits for a response, its other work delays nothing. Only what it does when the response arrives
    /// counts: at most the longest piece. The time begins when the request is sent.
    ///
    /// - Parameters:
    ///   - limit: The threshold.
    ///   - took: The duration.
    ///   - others: The part of the duration that is not the wait for one response.
    public func isBeyond(_ limit: Milliseconds, _ took: Milliseconds, others: Duration = .zero) -> Bool {
        let own = ownStall.map { min(ownDelay, $0 + others) } ?? ownDelay
        return took.duration - own > limit.duration
    }

    /// The target or place that the evidence is about.
    public var asked: Target { place ?? target }

    /// Whether the target is resolved by multicast DNS: a name below `.local`, or a service there.
    var isAboutMulticast: Bool {
        // If a DNS server has such a name, that is resolved first, and another name is then queried.
        asked.host.isMulticastName && (dns.map { !isAnswered($0, by: asked) && !isOfUnicastDNS($0) } ?? true)
    }

    /// Whether DNS servers were queried for the name, as for those in a search domain below `.local`.
    private func isOfUnicastDNS(_ dns: DNSEvidence) -> Bool {
        dns.resolution.answers.contains { $0.source == .dns } || dns.resolution.failures.contains { $0.source == .dns }
    }

    private func isAnswered(_ dns: DNSEvidence, by target: Target) -> Bool {
        target.question != nil && dns.resolution.name != target.host.description
    }

    /// The layers that must be up for the target to be up: that of the target, and those that it is reached over. `nil` as
    /// long as only its host was resolved.
    var goals: [Layer]? {
        let asked = asked
        var goals: [Layer] = []
        let isProxied = observed.has(ProxyEvidence.self)
        if isProxied { goals.append(.proxy) }
        if asked.beginsWithTLS || observed.has(TLSEvidence.self) { goals.append(.tls) }
        // If the server has a name, that was resolved first.
        if let question = asked.question, observed.read(DNSEvidence.self, { $0.resolution.name }) != question.name {
            return nil
        }
        goals.append(isProxied && asked.goal == .tcp ? .proxy : asked.goal)
        return goals
    }

    /// Whether the target is a service of this machine: its address is known, and no packet leaves the machine.
    package var isOfOwnService: Bool {
        guard !observed.has(ProxyEvidence.self), observed.has(TCPEvidence.self) || kind != nil,
            let carriers = link?.carriers
        else { return false }
        return !carriers.isEmpty && carriers.allSatisfy(\.isLoopback)
    }

    /// The address families in which anything above the link layers worked.
    var forwardingFamilies: Set<AddressFamily> {
        var families: Set<AddressFamily> = []
        for attempt in (tcp?.attempts ?? []) + (tcp?.further ?? []) + (proxy?.attempts ?? [])
        where attempt.outcome == .connected || attempt.outcome == .refused {
            families.insert(attempt.address.family)
        }
        if let datagrams = kind?.datagrams, datagrams.outcome == .answered || datagrams.outcome == .refused {
            families.insert(datagrams.address.family)
        }
        if let echo, echo.outcome == .reply { families.insert(echo.address.family) }
        for trace in path?.traces ?? []
        where trace.outcome == .answered || trace.hops.contains(where: { $0.limit > 1 && $0.address != nil }) {
            families.insert(trace.address.family)
        }
        return families
    }

    /// Whether anything above the link layers worked, which is stronger evidence than their own probes.
    var provesForwarding: Bool {
        if let tcp, tcp.attempts.contains(where: { $0.outcome == .connected || $0.outcome == .refused }) { return true }
        if tcp?.further?.contains(where: { $0.outcome == .connected || $0.outcome == .refused }) == true { return true }
        if let outcome = kind?.datagrams?.outcome, outcome == .answered || outcome == .refused { return true }
        return echo?.outcome == .reply || path?.isHeardBeyond == true
            || proxy?.attempts.contains { $0.outcome == .connected || $0.outcome == .refused } == true
    }

    /// The address families in which it did; both if nothing shows in which one.
    var familiesHeard: Set<AddressFamily> {
        guard provesForwarding else { return [] }
        var addresses = ((tcp?.attempts ?? []) + (tcp?.further ?? []) + (proxy?.attempts ?? []))
            .filter { $0.outcome == .connected || $0.outcome == .refused }.map(\.address)
        if let datagrams = kind?.datagrams, datagrams.outcome == .answered || datagrams.outcome == .refused {
            addresses.append(datagrams.address)
        }
        if let echo, echo.outcome == .reply { addresses.append(echo.address) }
        return Set(addresses.isEmpty ? AddressFamily.allCases : addresses.map(\.family))
    }
}

/// The layers that rules access by name; `nil` if one was not observed.
extension Evidence {
    /// The machine itself; observed only after a failure that it could have caused.
    public var local: LocalEvidence? {
        get { observed[LocalEvidence.self] }
        set { observed[LocalEvidence.self] = newValue }
    }

    /// The interfaces over which packets to the target leave.
    public var link: LinkEvidence? {
        get { observed[LinkEvidence.self] }
        set { observed[LinkEvidence.self] = newValue }
    }

    /// The source addresses of packets to the target.
    public var address: AddressEvidence? {
        get { observed[AddressEvidence.self] }
        set { observed[AddressEvidence.self] = newValue }
    }

    /// The next hops towards the target.
    public var gateway: GatewayEvidence? {
        get { observed[GatewayEvidence.self] }
        set { observed[GatewayEvidence.self] = newValue }
    }

    /// The path from the gateway to the Internet.
    public var uplink: UplinkEvidence? {
        get { observed[UplinkEvidence.self] }
        set { observed[UplinkEvidence.self] = newValue }
    }

    /// The path between this machine and the target; observed only after a failure or on request.
    public var path: PathEvidence? {
        get { observed[PathEvidence.self] }
        set { observed[PathEvidence.self] = newValue }
    }

    /// The resolution of the target's name.
    public var dns: DNSEvidence? {
        get { observed[DNSEvidence.self] }
        set { observed[DNSEvidence.self] = newValue }
    }

    /// Multicast DNS; observed for names below `.local` and for service instances.
    public var mdns: MulticastEvidence? {
        get { observed[MulticastEvidence.self] }
        set { observed[MulticastEvidence.self] = newValue }
    }

    /// The connections to the target's addresses.
    public var tcp: TCPEvidence? {
        get { observed[TCPEvidence.self] }
        set { observed[TCPEvidence.self] = newValue }
    }

    /// The TLS handshake and the certificates.
    public var tls: TLSEvidence? {
        get { observed[TLSEvidence.self] }
        set { observed[TLSEvidence.self] = newValue }
    }

    /// The route through the proxy.
    public var proxy: ProxyEvidence? {
        get { observed[ProxyEvidence.self] }
        set { observed[ProxyEvidence.self] = newValue }
    }

    /// The response to an HTTP request.
    public var http: HTTPEvidence? {
        get { observed[HTTPEvidence.self] }
        set { observed[HTTPEvidence.self] = newValue }
    }

    /// The result of echo requests to the target.
    public var echo: EchoEvidence? { observed[EchoEvidence.self] }

    /// The evidence of the target's kind, with its rules.
    public var kind: (any JudgedEvidence)? { observed.ofKind?.judged }
}
