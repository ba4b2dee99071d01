import NetworkModel

/// Rules for a service that is announced but not available.
enum StaleService {
    static func finding(in evidence: Evidence) -> Finding? {
        guard let announcement = evidence.mdns?.announcement,
            case .service(let name, let type, _) = evidence.asked.kind,
            let problem = problem(of: announcement, type, evidence)
        else { return nil }
        var facts = [
            "instance": shown(name), "host": shown(announcement.host), "port": "\(announcement.port)",
            "problem": problem,
        ]
        if announcement.port == 0 {
            facts["placeholder"] = shown(announcement.host)
        } else {
            facts["announcer"] = shown(announcement.host)
        }
        return Finding(MulticastCauses.stale, confidence: 0.97, severity: .error, facts)
    }

    /// The problem as text; `nil` if the service responds, or if another reason is possible.
    private static func problem(
        of announcement: MulticastEvidence.Announcement, _ type: String, _ evidence: Evidence
    ) -> String? {
        // Such a record reserves the name for a device that offers other protocols under it.
        if announcement.port == 0 { return FactPhrase.portIsZero.text }
        guard type.hasSuffix("._tcp") else { return nil }
        if announcement.addresses.isEmpty { return FactPhrase.nobodyHasAddress.text }
        guard let attempts = evidence.tcp?.attempts, !attempts.isEmpty else {
            guard evidence.dns?.resolution.answers.isEmpty == true else { return nil }
            let addresses = announcement.addresses.prefix(4).map(\.description).joined(separator: ", ")
            return FactPhrase.neverFollowed.text(["addresses": addresses])
        }
        func first(_ outcome: TCPEvidence.Outcome) -> TCPEvidence.Attempt? { attempts.first { $0.outcome == outcome } }
        if let refused = first(.refused), isOnly([.refused, .timeout, .hostUnreachable, .abandoned], attempts) {
            return FactPhrase.nothingListens.text(["address": "\(refused.address)"])
        }
        let addresses = attempts.map { "\($0.address)" }.joined(separator: ", ")
        if isOnly([.hostUnreachable, .timeout], attempts), isOnLink(attempts, evidence) {
            let isGone = first(.timeout) == nil || attempts.allSatisfy { evidence.isMissingOnLink($0.address) }
            return isGone
                ? FactPhrase.hostNotOnLink.text(["addresses": addresses])
                : FactPhrase.addressNoAnswerThere.text(["addresses": addresses])
        }
        return isOnly([.timeout], attempts) ? FactPhrase.addressNoAnswerThere.text(["addresses": addresses]) : nil
    }

    private static func isOnly(_ outcomes: Set<TCPEvidence.Outcome>, _ attempts: [TCPEvidence.Attempt]) -> Bool {
        attempts.allSatisfy { outcomes.contains($0.outcome) }
    }

    private static func isOnLink(_ attempts: [TCPEvidence.Attempt], _ evidence: Evidence) -> Bool {
        attempts.allSatisfy { $0.address.isLinkLocal || evidence.hopOnLink(to: $0.address) != nil }
    }
}
