import NetworkModel

/// What this machine keeps back by itself, although programs have handed it over: silence that looks like the target's.
enum WithheldRule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let subjects = evidence.pathSubjects.map { ($0.destination.address, $0.destination.text) }
        let peers = subjects + (evidence.hangingPeer.map { [($0.address, $0.description)] } ?? [])
        for (address, text) in peers {
            let trace = evidence.path?.traces.first { $0.address == address && $0.outcome == .unsent && $0.port == 9 }
            switch trace?.failure {
            case "XfrmOutNoStates":
                return [
                    Finding(
                        LocalCauses.ipsec, confidence: 0.95, ["destination": text, "address": "\(address)"])
                ]
            case "ENOBUFS":
                let hop = evidence.gateway?.hops.first { $0.route.covers(address) }
                return [
                    Finding(
                        LocalCauses.queue, confidence: 0.9,
                        ["destination": text, "interface": hop?.route.interface.map(shown) ?? "the interface"])
                ]
            default: continue
            }
        }
        return []
    }
}
