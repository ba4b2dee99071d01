import NetworkModel

/// A host that is asked for an echo. A bare host that stays silent is no verdict: many drop pings.
enum EchoRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        guard let echo = evidence.echo else { return [] }
        let address = "\(echo.address)"
        let isAsked = evidence.target.kind == .icmp
        switch echo.outcome {
        case .reply:
            return []
        case .notPermitted:
            return [Finding(LocalCauses.permission, ["address": address])]
        case .unreachable:
            let neighbour = evidence.gateway?.hops.first { $0.route.gateway == nil }?.neighbour?.state
            if evidence.gateway?.isOnLink == true, echo.reporter == nil,
                neighbour == .failed || neighbour == .incomplete
            {
                return [Finding(TCPCauses.hostDown, ["address": address])]
            }
            return [
                Finding(
                    EchoCauses.unreachable,
                    [
                        "address": address, "detail": echo.detail ?? "unreachable",
                        "reporter": echo.reporter.map { "\($0)" } ?? "this machine",
                    ])
            ]
        case .timeout:
            let neighbour = evidence.gateway?.hops.first { $0.route.gateway == nil }?.neighbour?.state
            if evidence.gateway?.isOnLink == true, neighbour == .failed || neighbour == .incomplete {
                return [Finding(TCPCauses.hostDown, ["address": address])]
            }
            return [
                Finding(
                    EchoCauses.noReply, confidence: isAsked ? 0.8 : 0.4, severity: isAsked ? .error : .info,
                    ["address": address])
            ]
        }
    }
}
