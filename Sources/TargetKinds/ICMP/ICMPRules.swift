public import Diagnosis
public import NetworkModel

extension EchoEvidence: JudgedEvidence {
    /// Whether an echo reply arrived.
    public var isProven: Bool { outcome == .reply }
    /// Always `nil`: echo requests are not UDP datagrams.
    public var datagrams: DatagramEvidence? { nil }
    /// Always false: there is no connection that could stall.
    public var hasStalled: Bool { false }

    /// The findings about the echo requests, the cause first.
    public func findings(in evidence: Evidence) -> [Finding] { ICMPRules.findings(self, in: evidence) }
}

/// Rules for echo requests. For a target without a scheme, silence proves nothing, since many hosts drop echo requests.
enum ICMPRules {
    static func findings(_ echo: EchoEvidence, in evidence: Evidence) -> [Finding] {
        let address = "\(echo.address)"
        let isAsked = evidence.asked.kind != .host
        switch echo.outcome {
        case .reply:
            return quality(echo, evidence.terms.echo, evidence)
        case .notPermitted:
            return [Finding(LocalCauses.permission, ["address": address])]
        case .unreachable:
            if evidence.gateway?.isOnLink == true, echo.reporter == nil, let hostDown = evidence.hostDown(echo.address)
            {
                return [hostDown]
            }
            return [
                Finding(
                    ICMPCauses.unreachable,
                    [
                        "address": address, "detail": echo.detail ?? ICMPPhrases.isUnreachable.text,
                        "reporter": echo.reporter.map { "\($0)" } ?? FactPhrase.thisMachine.text,
                    ])
            ]
        case .timeout:
            // On a busy machine, the time may be over before a request is sent: nothing was observed.
            guard echo.sent > 0 else { return [] }
            if evidence.gateway?.isOnLink == true, let hostDown = evidence.hostDown(echo.address) { return [hostDown] }
            return [
                Finding(
                    ICMPCauses.noReply, confidence: isAsked ? 0.8 : 0.4, severity: isAsked ? .error : .info,
                    ["address": address])
            ]
        }
    }

    /// The findings about a host with loss or jitter.
    private static func quality(
        _ echo: EchoEvidence, _ settings: EchoSettings, _ evidence: Evidence
    ) -> [Finding] {
        guard echo.sent > 1 else { return [] }
        var found: [Finding] = []
        let lost = echo.sent - echo.received
        // A host that limits its replies got the other requests as well. A configured series says itself what is tolerable.
        let isLimited = echo.isLimited == true && settings.givenCount == nil
        if Double(lost) / Double(echo.sent) > settings.tolerableLoss, !isLimited,
            !isGatewayLossy(to: echo.address, evidence)
        {
            found.append(
                Finding(
                    PathCauses.loss,
                    [
                        "lost": "\(lost)", "sent": "\(echo.sent)", "what": FactPhrase.pings.text,
                        "address": "\(echo.address)",
                    ]))
        }
        if let limit = settings.maxJitter.map(Milliseconds.init), let jitter = echo.jitter, jitter > limit {
            found.append(
                Finding(
                    PathCauses.jitter,
                    ["address": "\(echo.address)", "jitter": "\(jitter.value)", "limit": "\(limit.value)"]))
        }
        return found
    }

    /// Whether the gateway itself loses packets, so loss beyond it is not proven.
    private static func isGatewayLossy(to address: IPAddress, _ evidence: Evidence) -> Bool {
        guard let hop = evidence.gatewayHop(to: address), let echo = hop.series ?? hop.echo, echo.sent >= 4 else {
            return false
        }
        return Double(echo.sent - echo.received) / Double(echo.sent) > evidence.thresholds.gatewayLoss
    }
}
