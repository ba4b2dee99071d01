import NetworkModel

/// The rule for connections of this machine's programs that get no response, while others to the same hosts and ports do: one of
/// several paths behind the gateway loses the packets of some connections (ECMP). That of a single host may be the host's own fault.
enum PartlyReachedRule {
    private static let leastPeers = 2

    static func warnings(in uplink: UplinkEvidence) -> [Finding] {
        guard let found = uplink.connections?.partlyReached, found.peers >= leastPeers else { return [] }
        var finding = Finding(
            TCPCauses.someConnectionsFail, confidence: 0.8, severity: .warning,
            [
                "destination": FactPhrase.theInternet.text, "failed": "\(found.failed)", "total": "\(found.total)",
                "outcome": TCPEvidence.Outcome.timeout.rawValue, "state": "syn-sent",
            ])
        finding.side = .upstream
        return [finding]
    }
}
