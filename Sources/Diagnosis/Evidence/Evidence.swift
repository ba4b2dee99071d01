public import NetworkModel

/// All that a check observed: what the rules read. A layer that was not observed is `nil`.
///
/// Each layer is kept apart (``Rare``): hundreds of checks are under way at once, and each has several copies of this in the
/// frames of its asynchronous functions.
public struct Evidence: Sendable {
    /// What the check is about; its name in summaries.
    public var target: Target
    /// Where the target led, once that is what the evidence is about; `nil`: the target itself.
    public var place: Target? { didSet { terms.place = place?.text } }
    /// What the verdict depends on beside what was observed.
    public var terms: CheckTerms
    @Rare public var local: LocalEvidence?
    @Rare public var link: LinkEvidence?
    @Rare public var address: AddressEvidence?
    @Rare public var gateway: GatewayEvidence?
    @Rare public var path: PathEvidence?
    @Rare public var dns: DNSEvidence?
    @Rare public var mdns: MulticastEvidence?
    @Rare public var echo: EchoEvidence?
    @Rare public var tcp: TCPEvidence?
    @Rare public var tls: TLSEvidence?
    @Rare public var proxy: ProxyEvidence?
    @Rare public var http: HTTPEvidence?
    @Rare public var ws: WebSocketEvidence?
    @Rare public var ftp: FTPEvidence?
    private var kindBox: KindBox?
    /// When the evidence was gathered, to compare certificates' dates with.
    public var now: Timestamp

    /// What was observed of a target of a registered kind.
    public var kind: (any JudgedEvidence)? {
        get { kindBox?.value }
        set { kindBox = newValue.map(KindBox.init) }
    }

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

    public var families: Set<AddressFamily> { terms.families }
    public var thresholds: Thresholds { terms.thresholds }
    public var depth: CheckTerms.Depth { terms.depth }

    /// `host:port` as people write it, of the address that answered or else of the name.
    public var destination: String {
        let asked = asked
        let port = asked.port.map { ":\($0)" } ?? ""
        if case .service = asked.kind { return asked.text }
        return port.isEmpty ? asked.host.description : asked.host.bracketed + port
    }

    /// What the evidence is about.
    public var asked: Target { place ?? target }

    /// Whether the target is looked for by multicast DNS: a name below `.local`, or a service there.
    var isAboutMulticast: Bool {
        // A DNS server with such a name, once it has been found, is asked for another name.
        asked.host.isMulticastName && (dns.map { !isAnswered($0, by: asked) } ?? true)
    }

    private func isAnswered(_ dns: DNSEvidence, by target: Target) -> Bool {
        if case .dns = target.kind { return dns.resolution.name != target.host.description }
        return false
    }

    /// The layers that have to be up for the target to be: what it is asked for, and what that is asked over; `nil` as long as only its host was
    /// looked for.
    var goals: [Layer]? {
        let asked = asked
        var goals: [Layer] = []
        if proxy != nil { goals.append(.proxy) }
        if asked.beginsWithTLS || tls != nil { goals.append(.tls) }
        // A server that has a name was looked for itself first.
        if case .dns(let name, _) = asked.kind, dns?.resolution.name != name { return nil }
        goals.append(proxy != nil && asked.goal == .tcp ? .proxy : asked.goal)
        return goals
    }

    /// Whether anything beyond the link layers worked, which says more of them than their own probes.
    var provesForwarding: Bool {
        if let tcp, tcp.attempts.contains(where: { $0.outcome == .connected || $0.outcome == .refused }) { return true }
        if let outcome = kind?.datagrams?.outcome, outcome == .answered || outcome == .refused { return true }
        return echo?.outcome == .reply || path?.isHeardBeyond == true
            || proxy?.attempts.contains { $0.outcome == .connected || $0.outcome == .refused } == true
    }
}
