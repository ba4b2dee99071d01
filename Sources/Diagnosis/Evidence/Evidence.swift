public import NetworkModel

/// All that a check observed: what the rules read. A layer that was not observed is `nil`.
public struct Evidence: Sendable {
    /// What the check is about; its name in summaries.
    public var target: Target
    /// Where the target led, once that is what the evidence is about; `nil`: the target itself.
    public var place: Target?
    /// The families that the check was asked for.
    public var families: Set<AddressFamily>
    public var link: LinkEvidence?
    public var address: AddressEvidence?
    public var gateway: GatewayEvidence?
    public var dns: DNSEvidence?
    public var echo: EchoEvidence?
    public var tcp: TCPEvidence?
    public var tls: TLSEvidence?
    public var proxy: ProxyEvidence?
    public var http: HTTPEvidence?
    public var ws: WebSocketEvidence?
    public var ftp: FTPEvidence?
    /// What of echo requests may be lost.
    public var echoSettings = EchoSettings()
    /// Days before a certificate's end from which on it is warned of.
    public var certificateDays: Int
    /// When the evidence was gathered, to compare certificates' dates with.
    public var now: Timestamp

    public init(
        target: Target, families: Set<AddressFamily> = Set(AddressFamily.allCases), certificateDays: Int = 14,
        now: Timestamp = Timestamp()
    ) {
        self.target = target
        self.families = families
        self.certificateDays = certificateDays
        self.now = now
    }

    /// The same question, with nothing observed yet.
    public var blank: Evidence {
        var blank = Evidence(target: target, families: families, certificateDays: certificateDays, now: now)
        blank.echoSettings = echoSettings
        return blank
    }

    /// `host:port` as people write it, of the address that answered or else of the name.
    var destination: String {
        let asked = asked
        let port = asked.port.map { ":\($0)" } ?? ""
        if case .service = asked.kind { return asked.text }
        return port.isEmpty ? asked.host.description : asked.host.bracketed + port
    }

    /// What the evidence is about.
    var asked: Target { place ?? target }

    /// Whether anything beyond the link layers worked, which says more of them than their own probes.
    var provesForwarding: Bool {
        if let tcp, tcp.attempts.contains(where: { $0.outcome == .connected || $0.outcome == .refused }) { return true }
        return echo?.outcome == .reply
            || proxy?.attempts.contains { $0.outcome == .connected || $0.outcome == .refused } == true
    }
}
