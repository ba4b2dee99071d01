import NetworkModel

/// Rules for packets that this machine withholds after programs have sent them. The silence looks like the target's.
enum WithheldRule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let subjects = evidence.pathSubjects.map { ($0.destination.address, $0.destination.text) }
        let peers = subjects + (evidence.hangingPeer.map { [($0.address, $0.description)] } ?? [])
        for (address, text) in peers {
            let trace = evidence.path?.traces.first { $0.address == address && $0.outcome == .unsent && $0.port == 9 }
            let hop = evidence.gateway?.hops.first { $0.route.covers(address) }
            if let found = finding(trace, to: text, by: hop?.route.interface) { return [found] }
        }
        return []
    }

    /// The finding about a withheld packet.
    ///
    /// - Parameters:
    ///   - trace: A datagram that was not sent, with the name of what withheld it.
    ///   - destination: The destination of the datagram, as text.
    ///   - interface: The interface of the route.
    static func finding(_ trace: PathEvidence.Trace?, to destination: String, by interface: String?) -> Finding? {
        switch trace?.failure {
        case "XfrmOutNoStates": Finding(LocalCauses.ipsec, confidence: 0.95, ["destination": destination])
        case "ENOBUFS":
            Finding(
                LocalCauses.queue, confidence: 0.9,
                ["destination": destination, "interface": interface.map(shown) ?? "the interface"])
        default: nil
        }
    }
}
