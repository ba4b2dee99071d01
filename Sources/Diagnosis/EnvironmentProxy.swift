public import NetworkModel

/// A proxy that a variable of the environment specifies, and why it is not usable.
public struct EnvironmentProxy: Sendable, Hashable {
    /// The result of a connection to the proxy.
    public enum Outcome: Sendable, Hashable {
        /// The variable is not a valid URL of a proxy; with the reason.
        case misconfigured(String)
        /// The proxy's name has no address.
        case unresolved
        /// No address accepts a connection; with the result of the first attempt.
        case unreachable(TCPEvidence.Outcome)
        /// It accepts a connection, but the handshake of TLS with it fails; with the reason.
        case tls(String)
    }

    /// The name of the variable, as in `https_proxy`.
    public var variable: String
    /// The URL without a password; empty if it is not valid.
    public var url: String
    /// The `host:port` in the URL.
    public var place: String
    /// The result of a connection to the proxy.
    public var outcome: Outcome
    /// A fault below the connection, such as a route of this machine that rejects it; `nil` if none is known.
    public var cause: Finding?
    /// Whether it has a private address that a router of this network does not know: the setting is left over from another network.
    public var isOfOtherNetwork = false
    /// Whether it has an address on a link of this machine, on which no host has it.
    public var isMissingOnLink = false
    /// The DNS server of the Internet that knows no address of its name, as those of companies may; `nil` if it is another one.
    package var unknowing: IPAddress?

    /// Whether the proxy would not be usable either if the network worked: the setting is wrong, or a host of this network or this
    /// machine itself refuses the connection.
    package var isFaultOfItsOwn: Bool {
        switch outcome {
        case .misconfigured, .tls: true
        case .unresolved: false
        case .unreachable(let outcome):
            isOfOtherNetwork
                || outcome == .refused && cause == nil
                    && PathDestination(server: place)?.address.isOfLocalNetwork == true
        }
    }

    /// The cause according to the error of a router that ended a connection to the proxy; `nil` if there was none.
    ///
    /// - Parameter gateway: The routes to the proxy.
    package static func cause(
        of attempts: [TCPEvidence.Attempt], to target: Target, over gateway: GatewayEvidence
    ) -> Finding? {
        guard let first = attempts.first(where: { $0.refusal?.isOwn == false }), let refusal = first.refusal else {
            return nil
        }
        var evidence = Evidence(target: target)
        (evidence.tcp, evidence.gateway) = (TCPEvidence(attempts: attempts), gateway)
        let trace = PathEvidence.Trace(
            address: first.address, port: first.port, transport: .tcp, outcome: .refused, error: refusal)
        evidence.path = PathEvidence()
        evidence.path?.traces = [trace]
        guard !isOfOtherNetwork(attempts, evidence) else { return nil }
        return PathRules.findings(in: evidence).first { $0.severity == .error }
    }

    /// Whether a proxy has a private address for which a router behind the gateway has no way (``ProxyRules``).
    ///
    /// - Parameter report: The check of the proxy's address.
    package static func isOfOtherNetwork(
        _ attempts: [TCPEvidence.Attempt], to target: Target, _ report: Report
    ) -> Bool {
        var evidence = Evidence(target: target)
        evidence.observed = Observations(report.layers.compactMap(\.evidence))
        return isOfOtherNetwork(attempts, evidence)
    }

    private static func isOfOtherNetwork(_ attempts: [TCPEvidence.Attempt], _ evidence: Evidence) -> Bool {
        var through = evidence
        through.proxy = ProxyEvidence(url: "", origin: "", outcome: .unreachable)
        through.proxy?.attempts = attempts
        return ProxyRules.isOfOtherNetwork(through)
    }

    /// Whether this network may be one that lets programs out through the proxy alone.
    var mayBeOfThisNetwork: Bool {
        !isOfOtherNetwork && PathDestination(server: place)?.address.isLoopback != true
    }

    /// Creates the result for a proxy.
    public init(variable: String, url: String, place: String, outcome: Outcome) {
        self.variable = variable
        self.url = url
        self.place = place
        self.outcome = outcome
    }

    /// The finding about programs that are started with this environment. Other programs are not affected.
    public var finding: Finding {
        if let cause { return cause.asWarning }
        let (entry, detail): (CauseEntry, String) =
            switch outcome {
            case .misconfigured(let reason): (ProxyCauses.misconfigured, reason)
            case .unresolved: (ProxyCauses.misconfigured, FactPhrase.nameHasNoAddress.text(["url": shown(url)]))
            case .unreachable(let outcome):
                (ProxyCauses.unreachable, outcome.rawValue.split(separator: "-").joined(separator: " "))
            case .tls(let reason): (ProxyCauses.tls, reason)
            }
        var finding = Finding(
            entry, confidence: 0.95, severity: .warning,
            [
                "origin": shown(variable), "proxy": shown(url), "place": shown(place), "detail": shown(detail),
                "variable": shown(variable),
            ].merging(unknowing.map { ["server": "\($0)"] } ?? [:]) { $1 })
        // A proxy at a loopback address is a program of this machine, as is the setting of one in another network.
        if isOfOtherNetwork || PathDestination(server: place)?.address.isLoopback == true { finding.side = .machine }
        return finding
    }
}

extension MachineVerdict {
    /// Records the proxies in the environment that are not usable. If the network does not work, its proxies do not either, except for
    /// those that fail for reasons of their own.
    ///
    /// A network in which a proxy is set may pass no direct connections. Then programs reach nothing, so that the uplink is not known to
    /// work if DNS servers alone were heard. A device that rejects direct connections may be meant to, so that nobody is told to open it.
    package mutating func record(_ proxies: [EnvironmentProxy]) {
        if isOnlyFiltered, proxies.contains(where: \.mayBeOfThisNetwork) {
            openUplink()
            findings.removeAll { $0.id == PathCauses.filtered.id }
        }
        let isDown = status == .connectionDown
        let areNamesResolved = uplink?.evidence?.isRootReached == true
        // A portal answers in place of hosts beyond the gateway, and not of those on the link.
        let isPortal = BesidePortalRule.isPortal(findings)
        let server = uplink?.evidence?.queries.first(where: \.reachesRoot)?.server
        for var proxy in proxies
        where !isDown || proxy.isFaultOfItsOwn || proxy.outcome == .unresolved && areNamesResolved
            || isPortal && proxy.isMissingOnLink
        {
            if proxy.outcome == .unresolved, let server, server.isOfInternet { proxy.unknowing = server }
            let finding = proxy.finding
            if !findings.contains(where: { $0.isOf(finding) }) { findings.append(finding) }
        }
        guard status == .connectionUp, !proxies.isEmpty, let known = uplink, let evidence = known.evidence,
            let open = known.unproven, UplinkIndications(evidence).areResolversSeenAlone
        else { return }
        status = .connectionIndeterminate
        uplink = .init(status: .connectionIndeterminate, detail: open, evidence: evidence)
    }
}
