public import NetworkModel

extension TCPEvidence: JudgedEvidence {
    /// Whether a connection was made, and no step of the script failed.
    public var isProven: Bool { winner != nil && script?.contains { !$0.hasSucceeded } != true }
    /// `nil`: TCP has no datagrams.
    public var datagrams: DatagramEvidence? { nil }
    /// `false`: silence before a connection is made is a `timeout` of an attempt.
    public var hasStalled: Bool { false }

    /// Findings about the connections to the target's addresses, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { TCPRules.findings(in: evidence) }
}

/// The connections to the target's addresses.
enum TCPRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let tcp = evidence.tcp, !tcp.attempts.isEmpty else { return [] }
        let missing = evidence.gateway?.familiesWithoutRoute ?? []
        // An address that no route of this machine leads to says nothing about the target.
        let attempts = tcp.attempts.filter { !missing.contains($0.address.family) }
        let failed = attempts.filter { $0.outcome != .connected && $0.outcome != .abandoned }
        let connected = attempts.filter { $0.outcome == .connected }
        if connected.isEmpty { return failed.isEmpty ? [] : [down(failed, evidence)] }
        // A handshake within the script that fails is told of by the rules of TLS.
        let isTLS = evidence.tls.map { $0.outcome != .established } ?? false
        if !isTLS, let step = tcp.script?.first(where: { !$0.hasSucceeded }), let winner = tcp.winner {
            return [
                Finding(
                    TCPCauses.unexpectedAnswer, confidence: 0.97,
                    [
                        "destination": destination(winner), "address": "\(winner.address)", "port": "\(winner.port)",
                        "step": shown(step.step), "received": shown(step.received ?? "nothing"),
                    ])
            ]
        }
        return (failed.isEmpty ? [] : partly(failed, connected, evidence)) + slow(tcp, evidence)
    }

    /// What else could be behind a target that cannot be connected to.
    static func questions(in evidence: Evidence) -> [Question] {
        guard let tcp = evidence.tcp, !tcp.attempts.isEmpty, tcp.winner == nil else { return [] }
        return evidence.asked.mayUseProxy ? [.web(.detour), .web(.portal)] : []
    }

    private static func slow(_ tcp: TCPEvidence, _ evidence: Evidence) -> [Finding] {
        guard let winner = tcp.winner, evidence.isBeyond(evidence.thresholds.connect, winner.duration) else {
            return []
        }
        return [
            Finding(
                TCPCauses.slow,
                [
                    "destination": destination(winner), "address": "\(winner.address)", "port": "\(winner.port)",
                    "time": spoken(winner.duration), "limit": spoken(evidence.thresholds.connect),
                ])
        ]
    }

    private static func down(_ failed: [TCPEvidence.Attempt], _ evidence: Evidence) -> Finding {
        func first(_ outcome: TCPEvidence.Outcome) -> TCPEvidence.Attempt? { failed.first { $0.outcome == outcome } }
        if let found = first(.noResources) {
            return Finding(LocalCauses.resource, ["error": found.error.flatMap(Shortage.of) ?? found.error ?? "?"])
        }
        if let found = first(.refused) { return named(TCPCauses.refused, found, evidence) }
        if let found = first(.notPermitted) {
            return Finding(LocalCauses.firewall, ["destination": destination(found), "error": found.error ?? "EPERM"])
        }
        if let found = first(.hostUnreachable) {
            return isOnLink(found, evidence) ? hostDown(found.address, evidence) : noRoute(found)
        }
        if let found = first(.timeout) {
            let state = evidence.gateway?.hops.first { $0.neighbour?.address.bytes == found.address.bytes }?.neighbour?
                .state
            if isOnLink(found, evidence), state == .incomplete || state == .failed {
                return hostDown(found.address, evidence)
            }
            return named(TCPCauses.timeout, found, evidence)
        }
        if let found = first(.networkUnreachable) {
            // With a route of our own, it was a router on the way that knew none.
            let hasRoute = evidence.gateway?.hops.contains { $0.route.covers(found.address) } == true
            return hasRoute
                ? noRoute(found)
                : Finding(GatewayCauses.none, ["destination": "\(found.address)"])
        }
        return named(
            failed[0].outcome == .reset ? TCPCauses.reset : TCPCauses.timeout, failed[0], evidence, confidence: 0.5)
    }

    /// The rules of the path know more, once they have been told who says so.
    private static func noRoute(_ attempt: TCPEvidence.Attempt) -> Finding {
        // The kernel calls a hop limit that has run out "no route to host" as well.
        if let refusal = attempt.refusal, refusal.meaning == .timeExceeded, let router = refusal.reporter {
            return Finding(
                PathCauses.loop, confidence: 0.8,
                [
                    "destination": destination(attempt), "address": "\(attempt.address)", "router": "\(router)",
                    "hops": "\(router)",
                ])
        }
        return Finding(
            PathCauses.noRoute, confidence: 0.8,
            [
                "destination": destination(attempt), "address": "\(attempt.address)",
                "who": FactPhrase.routerOnTheWay.text,
                "answer": attempt.outcome == .hostUnreachable ? "host unreachable" : "network unreachable",
            ])
    }

    private static func partly(
        _ failed: [TCPEvidence.Attempt], _ connected: [TCPEvidence.Attempt], _ evidence: Evidence
    ) -> [Finding] {
        AddressFamily.allCases.compactMap { family in
            let dead = failed.filter { $0.address.family == family }
            guard let first = dead.first, !isUnused(dead, evidence) else { return nil }
            let isWhole = !connected.contains { $0.address.family == family }
            let entry =
                !isWhole ? TCPCauses.someAddressesDead : family == .ipv6 ? TCPCauses.ipv6Broken : TCPCauses.ipv4Broken
            var finding = Finding(
                entry, confidence: 0.9,
                [
                    "name": shown(evidence.asked.host.description), "address": "\(first.address)",
                    "addresses": dead.map { "\($0.address)" }.joined(separator: ", "),
                    "outcome": first.outcome.rawValue,
                ])
            // The gateway itself says that it knows no way there.
            let reporters = dead.map { $0.refusal?.reporter }
            if isWhole, reporters.allSatisfy({ $0.map(evidence.isGatewayItself) == true }) { finding.side = .upstream }
            return finding
        }
    }

    /// Whether programs do not try these addresses as long as others connect: those of IPv6 in the Internet, from a local address.
    private static func isUnused(_ dead: [TCPEvidence.Attempt], _ evidence: Evidence) -> Bool {
        guard dead.allSatisfy({ $0.address.family == .ipv6 && $0.address.isOfInternet }) else { return false }
        return LocalPrefixRule.hasLocalAddressesAlone((evidence.address?.usable ?? []).map(\.address)) == true
    }

    /// Named with the interface: often it is the wrong one, of a bridge or VPN whose network covers the target's as well.
    static func hostDown(_ address: IPAddress, _ evidence: Evidence) -> Finding {
        let hop = evidence.gateway?.hops.first { $0.route.gateway == nil && $0.route.covers(address) }
        if let route = hop?.route, route.isDefault {
            // The whole Internet is looked for on the link: it is the route that is wrong, and no host that is down.
            let interface = route.interface.map(shown) ?? "the link"
            return Finding(
                GatewayCauses.none, confidence: 0.9,
                [
                    "destination": FactPhrase.defaultWithoutGateway.text([
                        "address": "\(address)", "interface": interface,
                    ]),
                    "interface": interface,
                ])
        }
        return Finding(
            TCPCauses.hostDown,
            ["address": "\(address)", "interface": hop?.route.interface.map(shown) ?? "the link"])
    }

    /// A host on the link that nobody has answered for, where the kernel has asked; `nil` if it may be there.
    static func hostDown(onLink address: IPAddress, _ evidence: Evidence) -> Finding? {
        let hop = evidence.gateway?.hops.first { $0.route.gateway == nil && $0.route.covers(address) }
        guard let state = hop?.neighbour?.state, state == .failed || state == .incomplete else { return nil }
        return hostDown(address, evidence)
    }

    private static func isOnLink(_ attempt: TCPEvidence.Attempt, _ evidence: Evidence) -> Bool {
        evidence.gateway?.hops.contains { $0.route.gateway == nil && $0.route.covers(attempt.address) } == true
    }

    private static func destination(_ attempt: TCPEvidence.Attempt) -> String {
        SocketAddress(attempt.address, port: attempt.port).description
    }

    private static func named(
        _ entry: CauseEntry, _ attempt: TCPEvidence.Attempt, _ evidence: Evidence, confidence: Double = 0.98
    ) -> Finding {
        var facts = [
            "destination": destination(attempt), "address": "\(attempt.address)", "port": "\(attempt.port)",
        ]
        // Who can do something about it: on this machine, on a host of one's own network, or a stranger.
        if evidence.isOfOwnService {
            facts["local_port"] = "\(attempt.port)"
        } else {
            let isNear = attempt.address.isPrivate || attempt.address.isLinkLocal
            facts[isNear ? "host" : "server"] = "\(attempt.address)"
        }
        return Finding(entry, confidence: confidence, facts)
    }
}
