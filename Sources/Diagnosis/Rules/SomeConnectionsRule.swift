import NetworkModel

/// Rules for a destination that accepts some connections, while others to the same address and port fail: a load balancer with
/// a dead backend, several paths, of which one loses packets, or a NAT that has no port left for some. One failed connection does
/// not tell them from a port that accepts none.
enum SomeConnectionsRule {
    /// The question whether further connections fail as well. Those within this machine all meet the same program.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard evidence.proxy == nil, !evidence.isOfOwnService else { return [] }
        return failedAttempts(in: evidence).map { .path(.connections(SocketAddress($0.address, port: $0.port))) }
    }

    /// The finding about a destination of which a later connection was accepted, or which only SYNs of a trace reach that have a
    /// greater hop limit; `nil` if none was accepted.
    static func finding(in evidence: Evidence) -> Finding? {
        failedAttempts(in: evidence).lazy.compactMap { finding($0, evidence) }.first
    }

    /// A later connection that was refused, to a destination from which the first one got no response: that was lost, and the refusal says
    /// more than silence.
    static func refusedLater(in evidence: Evidence) -> TCPEvidence.Attempt? {
        let silent = failedAttempts(in: evidence).filter { $0.outcome == .timeout }
        return evidence.tcp?.further?.first { later in
            later.outcome == .refused && later.refusal == nil
                && silent.contains { $0.address == later.address && $0.port == later.port }
        }
    }

    private static func finding(_ failed: TCPEvidence.Attempt, _ evidence: Evidence) -> Finding? {
        if failed.outcome == .timeout, let leg = LegRule.finding(of: failed, evidence) { return leg }
        let later = (evidence.tcp?.further ?? []).filter {
            $0.address == failed.address && $0.port == failed.port && $0.outcome != .abandoned
                && $0.outcome != .noResources
        }
        var accepted = later.filter { $0.outcome == .connected }.count
        var total = later.count + 1
        let trace = tcpTrace(to: failed, in: evidence)
        // A SYN of the trace is one more, and was not lost either.
        // If the port refuses one of them, the answer to the trace is a refusal as well.
        let isRefusing = later.contains { $0.outcome == .refused }
        if accepted == 0, !isRefusing, failed.outcome == .timeout, let trace, trace.outcome == .answered {
            let interface = evidence.hop(to: failed.address)?.route.interface
            // Those of programs have a smaller hop limit, and do not get as far.
            if let own = HopLimitRule.exceeded(trace, start: evidence.path?.hopLimit, on: interface) { return own }
            accepted += 1
            total += 1
        }
        guard accepted > 0, !later.isEmpty else { return nil }
        let destination = TCPRules.destination(failed)
        var facts = [
            "destination": destination, "address": "\(failed.address)", "port": "\(failed.port)",
            "failed": "\(total - accepted)", "total": "\(total)", "outcome": failed.outcome.rawValue,
        ]
        guard failed.outcome == .timeout else {
            var finding = Finding(TCPCauses.someConnectionsFail, confidence: 0.9, facts)
            finding.side = .remote
            return finding
        }
        facts["silent_port"] = "\(failed.port)"
        if failed.address.family == .ipv4, failed.address.isOfInternet { facts["translated_port"] = "\(failed.port)" }
        var finding = Finding(TCPCauses.someConnectionsFail, confidence: 0.9, facts)
        // The gateway, the provider or the host may have lost them. A SYN of a trace that is not reported shows no place, since
        // whatever loses some connections at random loses it as well.
        if evidence.gatewayHop(to: failed.address) == nil { finding.side = .remote }
        return finding
    }

    /// The attempts that a finding about the failed connections may name: a refusal says more than silence, which may have a reason of its
    /// own in each address family. An ICMP error has another sender than the program at the port.
    private static func failedAttempts(in evidence: Evidence) -> [TCPEvidence.Attempt] {
        guard let tcp = evidence.tcp, tcp.winner == nil else { return [] }
        let failed = tcp.attempts.filter { $0.refusal == nil }
        if let refused = failed.first(where: { $0.outcome == .refused }) { return [refused] }
        return AddressFamily.allCases.compactMap { family in
            failed.first { $0.outcome == .timeout && $0.address.family == family }
        }
    }

    private static func tcpTrace(to failed: TCPEvidence.Attempt, in evidence: Evidence) -> PathEvidence.Trace? {
        evidence.path?.traces.first {
            $0.address == failed.address && $0.port == failed.port && $0.transport == .tcp
        }
    }
}

extension TCPEvidence {
    /// Whether no connection of the check was established, but a later one to the same destination was.
    var isReachedLater: Bool { winner == nil && further?.contains { $0.outcome == .connected } == true }
}
