import NetworkModel

/// Rules for multicast that passes in only one direction. Each host by itself sees no fault; only the observations of two
/// hosts show it.
enum PeerRules {
    /// The direction in which announcements do not pass.
    private enum Direction {
        case out, `in`, both

        /// The direction as text.
        ///
        /// - Parameter peers: The names of the hosts on the other side.
        func text(_ peers: String) -> String {
            switch self {
            case .out: FactPhrase.fromHereTo.text(["peers": peers])
            case .in: FactPhrase.fromThereHere.text(["peers": peers])
            case .both: FactPhrase.eitherWay.text(["peers": peers])
            }
        }
    }

    /// The findings, at most two for each interface: one for each direction.
    static func findings(in sights: [PeerVisibility]) -> [Finding] {
        Set(sights.map(\.interface)).sorted().flatMap { interface in
            findings(on: interface, sights.filter { $0.interface == interface }.sorted { $0.name < $1.name })
        }
    }

    private static func findings(on interface: String, _ sights: [PeerVisibility]) -> [Finding] {
        let deaf = sights.filter { $0.seesUs == false }, hearing = sights.filter { $0.seesUs == true }
        let mute = sights.filter { $0.isSeen == false }, heard = sights.filter { $0.isSeen == true }
        if deaf == mute { return [finding(on: interface, .both, deaf, but: hearing)].compactMap(\.self) }
        return [finding(on: interface, .out, deaf, but: hearing), finding(on: interface, .in, mute, but: heard)]
            .compactMap(\.self)
    }

    /// The finding for one direction.
    ///
    /// - Parameter others: The peers with which it works.
    private static func finding(
        on interface: String, _ direction: Direction, _ peers: [PeerVisibility], but others: [PeerVisibility]
    ) -> Finding? {
        guard !peers.isEmpty else { return nil }
        let names = list(peers)
        let what =
            switch direction {
            case .out:
                (peers.count == 1 ? FactPhrase.onePeerDeaf : .peersDeaf).text(["peers": names])
            case .in:
                (peers.count == 1 ? FactPhrase.onePeerMute : .peersMute).text(["peers": names])
            case .both: FactPhrase.neitherSees.text(["peers": names])
            }
        // Multicast works with one peer, so it passes this interface in both directions, whatever the others report.
        let isElsewhere = !others.isEmpty
        let place = peers.count < max(others.count, 2) ? names : FactPhrase.orOnTheWay.text(["peers": names])
        let problem =
            isElsewhere
            ? FactPhrase.worksWithOthers.text(["problem": what, "others": list(others), "place": place]) : what
        var facts = [
            "interface": shown(interface), "problem": problem, "peer": names, "direction": direction.text(names),
        ]
        if !isElsewhere { facts["filtered"] = shown(interface) }
        return Finding(
            MulticastCauses.blocked, confidence: isElsewhere || peers.count > 1 ? 0.9 : 0.8,
            severity: isElsewhere ? .info : nil, facts)
    }

    private static let maxNamed = 3

    private static func list(_ peers: [PeerVisibility]) -> String {
        let named = peers.prefix(maxNamed).map { shown($0.name) }.joined(separator: ", ")
        return peers.count > maxNamed
            ? FactPhrase.peersAndMore.text(["peers": named, "count": "\(peers.count - maxNamed)"]) : named
    }
}
