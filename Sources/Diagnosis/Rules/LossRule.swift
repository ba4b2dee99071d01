import NetworkModel

/// Rules for packets lost on the path, which single retransmissions suggest, and several echo requests confirm.
enum LossRule {
    /// Fewer losses are chance.
    private static let least = 2

    static func questions(in evidence: Evidence) -> [PathQuestion] {
        suspect(in: evidence).map { [.losses($0)] } ?? []
    }

    /// The finding about losses, which is a warning if the target was reached nevertheless.
    static func finding(in evidence: Evidence) -> Finding? {
        // Replies that this process was too busy to receive in time are not lost.
        guard let echoes = evidence.path?.echoes, echoes.received > 0, evidence.ownDelay < .milliseconds(300),
            suspect(in: evidence) == echoes.address
        else { return nil }
        let lost = echoes.sent - echoes.received
        guard lost >= least else { return nil }
        return Finding(
            PathCauses.loss, confidence: 0.9, severity: evidence.peer == nil ? .error : nil,
            ["lost": "\(lost)", "sent": "\(echoes.sent)", "address": "\(echoes.address)"])
    }

    /// The host for which a packet was retransmitted; or that did not respond to a connection attempt, but to a later SYN.
    private static func suspect(in evidence: Evidence) -> IPAddress? {
        if let peer = evidence.peer {
            let isRepeated = evidence.tcp?.winner?.isRepeated == true || evidence.http?.isRepeated == true
            return isRepeated && evidence.gatewayHop(to: peer.address) != nil ? peer.address : nil
        }
        return evidence.pathSubjects.first {
            $0.isSilent && $0.destination.transport == .tcp && $0.gateway != nil && $0.trace?.outcome == .answered
        }?.destination.address
    }
}
