import NetworkModel

/// Packets that get lost on the way, as single ones that had to be sent again suggest, and several pings show.
enum LossRule {
    /// Fewer are chance.
    private static let least = 2

    static func questions(in evidence: Evidence) -> [PathQuestion] {
        suspect(in: evidence).map { [.losses($0)] } ?? []
    }

    /// A warning where the target was reached all the same.
    static func finding(in evidence: Evidence) -> Finding? {
        // Replies that this process was too busy to take in time are not lost.
        guard let echoes = evidence.path?.echoes, echoes.received > 0, evidence.ownDelay < .milliseconds(300),
            suspect(in: evidence) == echoes.address
        else { return nil }
        let lost = echoes.sent - echoes.received
        guard lost >= least else { return nil }
        return Finding(
            PathCauses.loss, confidence: 0.9, severity: evidence.peer == nil ? .error : nil,
            ["lost": "\(lost)", "sent": "\(echoes.sent)", "address": "\(echoes.address)"])
    }

    /// The host of which a packet had to be sent again; or that did not answer a connection, and answers a later SYN.
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
