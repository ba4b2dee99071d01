import NetworkModel

/// What follows from what is known.
extension PeerTable {
    /// How those that answer and this daemon see each other, as far as that is certain.
    ///
    /// Each address counts once, however many names are announced there.
    var sights: [PeerSight] {
        Dictionary(grouping: entries.values.filter(\.isVerified), by: \.home).values.compactMap { entries in
            let sights = entries.compactMap(Self.sight).sorted { $0.name < $1.name }
            return sights.first { $0.isSeen == true && $0.seesUs == true } ?? sights.first
        }.sorted { ($0.interface, $0.name) < ($1.interface, $1.name) }
    }

    private static func sight(of entry: Entry) -> PeerSight? {
        let visibility: Visibility
        switch entry.contact {
        case .none, .unreachable: return nil
        case .answered(let known): visibility = known
        case .failed: visibility = Visibility()
        }
        guard let interface = entry.peer.interfaces.first else { return nil }
        let isSeen: Bool? = entry.isSeen ? true : visibility.unseenHere >= certain ? false : nil
        let seesUs = entry.peer.view?.isSeen
        let isCertain = visibility.unseenByPeer >= certain && !visibility.isCached
        return PeerSight(
            name: entry.peer.name, interface: interface, isSeen: isSeen,
            seesUs: seesUs == false && !isCertain ? nil : seesUs)
    }
}
