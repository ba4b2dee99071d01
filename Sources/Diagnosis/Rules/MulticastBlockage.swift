import NetworkModel

/// Rules for multicast that does not leave through an interface, or does not arrive.
enum MulticastBlockage {
    private struct Blockage: Hashable {
        var problem: String
        var confidence = 0.95
        /// The fact that the advice for this blockage needs, in addition to the interface.
        var fact: (name: String, value: String)

        static func == (left: Self, right: Self) -> Bool { left.problem == right.problem }
        func hash(into hasher: inout Hasher) { hasher.combine(problem) }
    }

    /// The findings, one for each interface; errors if the target could not be heard on any of them.
    static func findings(in evidence: Evidence) -> [Finding] {
        let views = evidence.mdns?.views ?? []
        let all = views.map { ($0, blockage(in: $0)) }
        // A view that failed for another reason could not hear anything either, but does not show a blockage.
        let isUnheard = all.allSatisfy { $0.1 != nil || $0.0.sending == .failed }
        let isCutOff = isUnheard && evidence.isUnknownOnLink
        var interfaces: [String] = []
        for view in views where !interfaces.contains(view.interface) { interfaces.append(view.interface) }
        return interfaces.compactMap { interface in
            let here = all.filter { $0.0.interface == interface }
            guard let first = here.compactMap(\.1).first else { return nil }
            let isWhole = here.allSatisfy { $0.1 != nil }
            let families = here.filter { $0.1 != nil }.map { $0.0.family == .ipv4 ? "IPv4" : "IPv6" }
            return Finding(
                MulticastCauses.blocked, confidence: first.confidence, severity: isCutOff ? .error : nil,
                [
                    "interface": shown(interface),
                    "problem": isWhole
                        ? first.problem
                        : FactPhrase.oneFamilyAlone.text([
                            "problem": first.problem, "families": families.joined(separator: ", "),
                        ]),
                    first.fact.name: first.fact.value,
                ])
        }
    }

    /// A host counts as one that does not respond over the group only if it was queried again after a second (RFC 6762
    /// section 6).
    private static let longEnough = Duration.milliseconds(1_100)

    private static func blockage(in view: MulticastObservation) -> Blockage? {
        let group = view.family == .ipv4 ? "224.0.0.251" : "ff02::fb"
        let interface = shown(view.interface)
        switch view.sending {
        case .failed: return nil
        case .switchedOff:
            return Blockage(problem: FactPhrase.multicastOff.text, fact: ("off", interface))
        case .refused:
            let error = view.error ?? "EPERM"
            return Blockage(
                problem: FactPhrase.filterRefusesGroup.text(["group": group, "error": error]),
                fact: ("filtered", interface))
        case .sent: break
        }
        guard view.heard.isEmpty else { return nil }
        if view.heardItself == false {
            return Blockage(
                problem: FactPhrase.filterDropsGroup.text(["group": group]),
                fact: ("filtered", interface))
        }
        guard view.heardItself == true, let peer = view.answeredDirectly.first,
            view.listened.duration >= longEnough
        else { return nil }
        return Blockage(
            problem: FactPhrase.answersAlone.text(["peer": "\(peer)", "group": group]),
            confidence: 0.85, fact: ("peer", "\(peer)"))
    }
}
