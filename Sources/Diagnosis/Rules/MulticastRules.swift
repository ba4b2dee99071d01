import NetworkModel

/// Rules for multicast DNS and DNS-SD.
enum MulticastRules: Rule {
    static func findings(in evidence: Evidence) -> [Finding] {
        let malformed = malformedPeers(evidence)
        guard evidence.isAboutMulticast else { return malformed }
        if let reason = evidence.mdns?.unavailable {
            return [Finding(MulticastCauses.daemonDown, severity: .error, ["reason": shown(reason)])] + malformed
        }
        if let stale = StaleService.finding(in: evidence) { return [stale] + malformed }
        let blocked = MulticastBlockage.findings(in: evidence)
        guard evidence.isUnknownOnLink else { return blocked + malformed }
        let found = blocked + malformed
        // If all responses are blocked, that is the cause. It is then not known which host is missing.
        if found.contains(where: { $0.severity == .error }) { return found }
        // A host responds, even if not to the service that this machine's programs use.
        if evidence.mdns?.views?.contains(where: { !$0.answeredForTarget.isEmpty }) == true { return found }
        let name = evidence.asked.host.description
        var facts = ["name": shown(name)]
        if case .service = evidence.asked.kind {} else { facts["host"] = shown(name) }
        let hasLooked = evidence.mdns?.views?.contains { $0.heardItself == true } == true
        return [Finding(MulticastCauses.notFound, confidence: hasLooked ? 0.97 : 0.9, facts)] + found
    }

    /// The questions for an observation of our own on the link, if no host responded or the check is thorough.
    static func followUps(in evidence: Evidence) -> [FollowUp] {
        guard evidence.isAboutMulticast, evidence.dns != nil, evidence.mdns?.unavailable == nil,
            evidence.isUnknownOnLink || evidence.depth == .thorough
        else { return [] }
        if case .service(let instance, let type, let domain) = evidence.asked.kind {
            let labels = [instance] + (type + "." + domain).split(separator: ".").map(String.init)
            return [.multicast(.query(labels, types: [.srv]))]
        }
        let types = evidence.families.map { $0 == .ipv4 ? DNSRecordType.a : .aaaa }.sorted { $0.code < $1.code }
        let labels = evidence.asked.host.description.split(separator: ".").map(String.init)
        return [.multicast(.query(labels, types: types))]
    }

    private static let maxMalformed = 3

    private static func malformedPeers(_ evidence: Evidence) -> [Finding] {
        var seen: Set<IPAddress> = []
        let peers = (evidence.mdns?.views ?? []).flatMap { view in view.malformed.map { (view.interface, $0) } }
            .filter { seen.insert($0.1.sender).inserted }
        // The likely reason comes first.
        let sorted = peers.filter(\.1.isAboutTarget) + peers.filter { !$0.1.isAboutTarget }
        return sorted.prefix(maxMalformed).map { interface, peer in
            let isReason = peer.isAboutTarget && evidence.isAboutMulticast && evidence.isUnknownOnLink
            return Finding(
                MulticastCauses.malformedPeer, confidence: 0.95, severity: isReason ? .error : nil,
                [
                    "address": "\(peer.sender)", "interface": shown(interface), "problem": shown(peer.problem),
                ])
        }
    }
}

extension Evidence {
    /// Whether the target's address is known neither from the link nor from the hosts file.
    var isUnknownOnLink: Bool {
        guard let dns else { return false }
        return dns.resolution.answers.isEmpty && mdns?.announcement == nil
    }
}
