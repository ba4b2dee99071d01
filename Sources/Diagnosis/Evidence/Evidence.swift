public import NetworkModel

/// All observations of a check: the input of the rules.
public struct Evidence: Sendable {
    /// What the check is about; its name in summaries.
    public var target: Target
    /// Where the target led, once that is what the evidence is about; `nil`: the target itself.
    public var place: Target? { didSet { terms.place = place?.text } }
    /// What the verdict depends on beside what was observed.
    public var terms: CheckTerms
    /// What the check has observed, at most one evidence a layer.
    public var observed = Observations()
    /// When the evidence was gathered, to compare certificates' dates with.
    public var now: Timestamp
    /// How much of the times that were measured may be this process's own: it was busy, or waited for a processor.
    public var ownDelay = Duration.zero

    /// Creates evidence in which no layer has been observed yet.
    public init(target: Target, terms: CheckTerms = .init(), now: Timestamp = Timestamp()) {
        self.target = target
        self.terms = terms
        self.now = now
    }

    /// The same question, with nothing observed yet.
    public var blank: Evidence {
        var terms = terms
        terms.place = nil
        return Evidence(target: target, terms: terms, now: now)
    }

    /// The address families that the check tries (`CheckTerms.families`).
    public var families: Set<AddressFamily> { terms.families }
    /// From where on the check finds something worth a warning (`CheckTerms.thresholds`).
    public var thresholds: Thresholds { terms.thresholds }
    /// How much the check looks at (`CheckTerms.depth`).
    public var depth: CheckTerms.Depth { terms.depth }

    /// `host:port` as people write it, of the address that answered or else of the name.
    public var destination: String {
        let asked = asked
        let port = asked.port.map { ":\($0)" } ?? ""
        if case .service = asked.kind { return asked.text }
        return port.isEmpty ? asked.host.description : asked.host.bracketed + port
    }

    /// Whether something took longer than a threshold even without what this process may have added to it.
    public func isBeyond(_ limit: Milliseconds, _ took: Milliseconds) -> Bool {
        took.duration - ownDelay > limit.duration
    }

    /// What the evidence is about.
    public var asked: Target { place ?? target }

    /// Whether the target is looked for by multicast DNS: a name below `.local`, or a service there.
    var isAboutMulticast: Bool {
        // A DNS server with such a name, once it has been found, is asked for another name.
        asked.host.isMulticastName && (dns.map { !isAnswered($0, by: asked) } ?? true)
    }

    private func isAnswered(_ dns: DNSEvidence, by target: Target) -> Bool {
        target.question != nil && dns.resolution.name != target.host.description
    }

    /// The layers that have to be up for the target to be: what it is asked for, and what that is asked over; `nil` as long as only its host was
    /// looked for.
    var goals: [Layer]? {
        let asked = asked
        var goals: [Layer] = []
        if proxy != nil { goals.append(.proxy) }
        if asked.beginsWithTLS || tls != nil { goals.append(.tls) }
        // A server that has a name was looked for itself first.
        if let question = asked.question, dns?.resolution.name != question.name { return nil }
        goals.append(proxy != nil && asked.goal == .tcp ? .proxy : asked.goal)
        return goals
    }

    /// Whether the target is a service of this machine's own: its address has been found, and leads nowhere else.
    var isOfOwnService: Bool {
        guard proxy == nil, tcp != nil || kind != nil, let carriers = link?.carriers else { return false }
        return !carriers.isEmpty && carriers.allSatisfy(\.isLoopback)
    }

    /// Whether anything beyond the link layers worked, which says more of them than their own probes.
    var provesForwarding: Bool {
        if let tcp, tcp.attempts.contains(where: { $0.outcome == .connected || $0.outcome == .refused }) { return true }
        if let outcome = kind?.datagrams?.outcome, outcome == .answered || outcome == .refused { return true }
        return echo?.outcome == .reply || path?.isHeardBeyond == true
            || proxy?.attempts.contains { $0.outcome == .connected || $0.outcome == .refused } == true
    }
}

/// The layers that the rules read by name; `nil` if one was not observed.
extension Evidence {
    /// The machine itself; observed only where something failed that it could be the reason for.
    public var local: LocalEvidence? {
        get { observed[LocalEvidence.self] }
        set { observed[LocalEvidence.self] = newValue }
    }

    /// The interfaces that packets to the target leave by.
    public var link: LinkEvidence? {
        get { observed[LinkEvidence.self] }
        set { observed[LinkEvidence.self] = newValue }
    }

    /// The addresses that packets to the target can leave from.
    public var address: AddressEvidence? {
        get { observed[AddressEvidence.self] }
        set { observed[AddressEvidence.self] = newValue }
    }

    /// The next hops towards the target.
    public var gateway: GatewayEvidence? {
        get { observed[GatewayEvidence.self] }
        set { observed[GatewayEvidence.self] = newValue }
    }

    /// The way from the gateway to the Internet.
    public var uplink: UplinkEvidence? {
        get { observed[UplinkEvidence.self] }
        set { observed[UplinkEvidence.self] = newValue }
    }

    /// The way between this machine and the target; observed only where something failed, or on request.
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

    /// The way through the proxy.
    public var proxy: ProxyEvidence? {
        get { observed[ProxyEvidence.self] }
        set { observed[ProxyEvidence.self] = newValue }
    }

    /// The answer to an HTTP request.
    public var http: HTTPEvidence? {
        get { observed[HTTPEvidence.self] }
        set { observed[HTTPEvidence.self] = newValue }
    }

    /// Of a host that is asked for an echo.
    public var echo: EchoEvidence? { observed[EchoEvidence.self] }

    /// That of the target's kind, with the rules that read it.
    public var kind: (any JudgedEvidence)? { observed.ofKind?.judged }
}
