import NetworkModel

/// Rules for the proxy: its name, its port, its login, its refusal. What is behind it belongs to the target.
enum ProxyRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        if let detour = evidence.observed.read(TCPEvidence.self, { $0.detour }) ?? nil, detour.works {
            return [required(detour, evidence)]
        }
        if let transparent = transparent(evidence) { return [transparent] }
        guard let proxy = evidence.proxy, proxy.outcome != .passed else { return [] }
        if proxy.outcome == .unresolved { return unresolved(proxy, evidence) }
        let offered = proxy.authentication?.offered ?? []
        var facts = [
            "proxy": shown(proxy.url), "origin": shown(proxy.origin), "target": shown(evidence.target.text),
            "destination": shown(evidence.destination), "place": hostAndPort(proxy),
            "schemes": shown(offered.isEmpty ? FactPhrase.noScheme.text : offered.joined(separator: ", ")),
            "scheme": proxy.authentication?.used.map { " (\($0.rawValue))" } ?? "",
            "detail": shown(detail(proxy)),
        ]
        if proxy.authentication?.outcome == .withheld {
            facts["scheme"] = FactPhrase.asFoundEarlier.text
        }
        if let detail = proxy.authentication?.detail { facts["detail"] = shown(detail) }
        // A gateway reports with 5xx that it failed, or the server behind it (RFC 9110 section 15.6): no rule refused anything.
        if let status = proxy.status, (500..<600).contains(status) {
            facts["server_error"] = "\(status)"
        } else {
            facts["ruled"] = facts["destination"]
        }
        var finding = Finding(entry(proxy), confidence: 0.97, facts)
        if proxy.outcome == .unreachable, isOwn(proxy, evidence) || isOfOtherNetwork(evidence) {
            finding.side = .machine
        }
        return [finding] + outage(beside: evidence)
    }

    static func followUps(in evidence: Evidence) -> [FollowUp] {
        isOfOtherNetwork(evidence) ? [.path(.uplink)] : QuarantineRule.followUps(in: evidence)
    }

    /// The warnings about the uplink beside a proxy of another network, whose setting is wrong whether the uplink works or not.
    /// Without the proxy, the target would not be reached either.
    private static func outage(beside evidence: Evidence) -> [Finding] {
        guard evidence.observed.has(UplinkEvidence.self), isOfOtherNetwork(evidence), let uplink = evidence.uplink
        else {
            return []
        }
        let isUnheard = GatewayRules.isUnheard(uplink.gateway, among: evidence.gateway?.hops ?? [])
        return UplinkAssessment(uplink, isGatewayUnheard: isUnheard).findings.filter { $0.severity == .error }
            .map(\.asWarning)
    }

    /// Whether the proxy has a private address for which a router behind the gateway has no way: the setting is left over from another
    /// network.
    static func isOfOtherNetwork(_ evidence: Evidence) -> Bool {
        guard let proxy = evidence.proxy, proxy.outcome == .unreachable, !proxy.attempts.isEmpty else { return false }
        return proxy.attempts.allSatisfy { attempt in
            guard attempt.address.isOfLocalNetwork, !attempt.address.isLoopback,
                let route = evidence.gatewayHop(to: attempt.address)?.route, route.isDefault
            else { return false }
            // Routers limit their errors, so that only a later connection, or a trace, may have got one.
            let attempts = [attempt] + (evidence.tcp?.attempts ?? []).filter { $0.address == attempt.address }
            let traces = (evidence.path?.traces ?? []).filter { $0.address == attempt.address }
            return (attempts.compactMap(\.refusal) + traces.compactMap(\.error)).contains { error in
                [.networkUnreachable, .hostUnreachable, .timeExceeded].contains(error.meaning)
                    && error.isReport(behind: [route.gateway].compactMap(\.self))
            }
        }
    }

    /// Whether the proxy is a program of this machine: no packet to it leaves the machine.
    private static func isOwn(_ proxy: ProxyEvidence, _ evidence: Evidence) -> Bool {
        guard !proxy.attempts.isEmpty else { return false }
        let isLocal = evidence.link.map { !$0.carriers.isEmpty && $0.carriers.allSatisfy(\.isLoopback) } ?? false
        return isLocal || proxy.attempts.allSatisfy(\.address.isLoopback)
    }

    /// The finding about a transparent proxy on port 80, which returns the same error for the target as for an address that
    /// nobody has, or ends both connections without a response.
    static func transparent(_ evidence: Evidence) -> Finding? {
        // Most checks do not observe the uplink.
        guard evidence.observed.has(UplinkEvidence.self), evidence.proxy == nil, evidence.tls == nil,
            let http = evidence.http, let met = evidence.uplink?.interception
        else { return marked(evidence) }
        if QuarantineRule.isShown(by: evidence) { return nil }
        let nobody = ["nobody": "\(met.destination)"]
        let (failure, confidence): (String, Double)
        if http.outcome == .response, met.isFailing, let status = met.status, http.status == status,
            !isOfAnotherServer(http, than: met)
        {
            failure = FactPhrase.statusAsForNobody.text(nobody.merging(["status": "\(status)"]) { $1 })
            // Its own server may forbid the target as well.
            confidence = status < 500 ? 0.75 : 0.85
        } else if http.isEndedUnanswered, met.isEndedByDevice {
            failure = FactPhrase.endedAsForNobody.text(nobody)
            confidence = 0.85
        } else {
            return marked(evidence)
        }
        return finding(
            failure, confidence: confidence,
            ["nobody": "\(met.destination)", "gateway": evidence.uplink?.gateway.map { "\($0)" } ?? "?"], evidence)
    }

    /// Whether different programs sent the two errors: a proxy that works must respond with one for an address that nobody has, and
    /// passes on that of a server.
    static func isOfAnotherServer(_ http: HTTPEvidence, than met: UplinkEvidence.Interception) -> Bool {
        http.server.map { SafeText.escaped($0) } != met.server
    }

    /// The finding about a page that a proxy marks as its own, over a connection that was accepted before it reached the host. The
    /// server itself may have such a proxy, too.
    private static func marked(_ evidence: Evidence) -> Finding? {
        guard destinationOfMark(evidence) != nil, let winner = evidence.tcp?.winner,
            ResetRule.isAcceptedNearby(winner, evidence), let http = evidence.http, let status = http.status
        else { return nil }
        let failure = FactPhrase.statusOfProxy.text(["status": "\(status)", "mark": shown(http.proxyMark ?? "?")])
        let gateway = evidence.gatewayHop(to: winner.address)?.route.gateway
        return finding(failure, confidence: 0.9, ["gateway": gateway.map { "\($0)" } ?? "?"], evidence)
    }

    /// The destination that returned a page which a proxy marks as its own, although none is configured; `nil` if none did.
    static func destinationOfMark(_ evidence: Evidence) -> PathDestination? {
        guard evidence.proxy == nil, evidence.tls == nil, let http = evidence.http, http.proxyMark != nil,
            let winner = evidence.tcp?.winner
        else { return nil }
        return PathDestination(winner.address, port: winner.port, .tcp)
    }

    private static func finding(
        _ failure: String, confidence: Double, _ facts: [String: String], _ evidence: Evidence
    ) -> Finding {
        var finding = Finding(
            ProxyCauses.transparent, confidence: confidence,
            ["destination": shown(evidence.destination), "failure": failure].merging(facts) { $1 })
        // Packets got past the gateway to whatever accepts the connection.
        if let winner = evidence.tcp?.winner, ResetRule.distance(of: winner, in: evidence).map({ $0 > 1 }) == true {
            finding.side = .upstream
        }
        return finding
    }

    private static func required(_ detour: TCPEvidence.UnusedProxyResult, _ evidence: Evidence) -> Finding {
        let failed = evidence.tcp?.attempts.first { $0.outcome != .connected }?.outcome.rawValue ?? "no connection"
        return Finding(
            ProxyCauses.required, confidence: 0.97,
            [
                "destination": shown(evidence.destination), "target": shown(evidence.target.text),
                "proxy": shown(detour.proxy), "origin": shown(detour.origin), "reason": shown(detour.reason),
                "detail": failed.split(separator: "-").joined(separator: " "),
            ])
    }

    /// The responses of web servers that are no proxies, to which a CONNECT request means nothing (RFC 9110 section 9.3.6).
    private static let statusesOfServers: Set<Int> = [400, 404, 405, 501]

    private static func entry(_ proxy: ProxyEvidence) -> CauseEntry {
        switch proxy.outcome {
        case .misconfigured, .unresolved, .passed: ProxyCauses.misconfigured
        case .unreachable: ProxyCauses.unreachable
        case .tls: ProxyCauses.tls
        case .refused: proxy.status.map(statusesOfServers.contains) == true ? ProxyCauses.failed : ProxyCauses.refused
        case .noAnswer, .closed, .malformed: ProxyCauses.failed
        case .authentication:
            switch proxy.authentication?.outcome {
            case .missing, .accepted, nil: ProxyCauses.authRequired
            case .rejected, .withheld: ProxyCauses.authRejected
            case .wrongScheme: ProxyCauses.authScheme
            case .unavailable: ProxyCauses.authUnavailable
            }
        }
    }

    private static func detail(_ proxy: ProxyEvidence) -> String {
        if proxy.outcome == .unreachable, let failed = proxy.attempts.first {
            return failed.outcome.rawValue.split(separator: "-").joined(separator: " ")
        }
        let status = proxy.status.map { "HTTP \($0)" }
        let parts = [status, proxy.detail].compactMap(\.self)
        return parts.isEmpty ? FactPhrase.noReasonGiven.text : parts.joined(separator: ", ")
    }

    /// The `host:port` in the proxy's URL.
    static func hostAndPort(_ proxy: ProxyEvidence) -> String {
        shown(proxy.url.split(separator: "/").last.map(String.init) ?? proxy.url)
    }

    /// The findings about a proxy whose name has no address. If DNS itself fails, that is the cause; a name that does not
    /// exist is a fault of the setting.
    private static func unresolved(_ proxy: ProxyEvidence, _ evidence: Evidence) -> [Finding] {
        guard let resolution = proxy.resolution else { return [] }
        var asked = evidence
        asked.proxy = nil
        asked.dns = DNSEvidence(resolution: resolution, servers: proxy.servers ?? [])
        asked.place = try? Target(hostAndPort(proxy), schemes: .web)
        let found = DNSRules.findings(in: asked)
        guard let first = found.first, first.id != "dns.nxdomain", first.id != "dns.no-address" else {
            var facts = [
                "origin": shown(proxy.origin), "target": shown(evidence.target.text),
                "detail": found.first?.summary ?? FactPhrase.itsNameHasNoAddress.text,
            ]
            let server = resolution.failures.lazy.filter { $0.reason == .nxdomain }.compactMap(\.server).first
            if let server, PathDestination(server: server)?.address.isOfInternet == true {
                facts["server"] = shown(server)
            }
            return [Finding(ProxyCauses.misconfigured, facts)]
        }
        return found
    }
}

extension HTTPEvidence {
    /// Whether the connection was ended before the first byte of a response.
    package var isEndedUnanswered: Bool { outcome == .reset || outcome == .closed }
}
