import NetworkModel

/// The rule for a connection that took longer than the threshold.
enum SlowConnectionRule {
    static func findings(_ tcp: TCPEvidence, _ evidence: Evidence) -> [Finding] {
        guard let winner = tcp.winner, evidence.isBeyond(evidence.thresholds.connect, winner.duration) else {
            return []
        }
        var facts = [
            "destination": TCPRules.destination(winner), "address": "\(winner.address)", "port": "\(winner.port)",
            "time": durationText(winner.duration), "limit": durationText(evidence.thresholds.connect),
        ]
        facts["ecn"] = TCPRules.ecnSetting(of: winner)
        guard isQueueFull(winner, evidence), let gateway = evidence.gatewayHop(to: winner.address)?.route.gateway else {
            var finding = Finding(TCPCauses.slow, facts)
            // A lost SYN, a long path and a host with a full listen queue look the same.
            if evidence.isOfOwnService { finding.side = .machine }
            return [finding]
        }
        facts["queue"] = "\(gateway)"
        var finding = Finding(TCPCauses.slow, confidence: 0.8, severity: .error, facts)
        finding.side = .upstream
        return [finding]
    }

    /// A round trip that leaves too little of the usual time limits for a handshake and a request.
    private static let longRoundTrip = Duration.milliseconds(1_500)
    /// When a SYN is sent for the third time. An answer directly afterwards says that two were lost, and not that it took so long.
    private static let thirdSYN = Duration.seconds(3)...Duration.milliseconds(3_300)

    /// Whether an exchange hangs on a path on which a round trip takes seconds, so that its silence says nothing about the server: the
    /// packets of others fill a queue on the way.
    private static func isQueueFull(_ winner: TCPEvidence.Attempt, _ evidence: Evidence) -> Bool {
        let took = winner.duration.duration
        guard evidence.hangingPeer != nil, evidence.proxy == nil, took >= longRoundTrip,
            !(winner.isRepeated == true && thirdSYN.contains(took))
        else { return false }
        // A ping that was answered sooner shows that the path is not as slow.
        guard let echoes = evidence.path?.echoes, echoes.address == winner.address, let roundTrip = echoes.roundTrip
        else {
            return true
        }
        return roundTrip.duration * 2 >= took
    }
}
