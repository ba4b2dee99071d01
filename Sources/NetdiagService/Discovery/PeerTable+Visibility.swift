import NetworkDiagnostics
import NetworkModel

/// The conclusions from the entries.
extension PeerTable {
    /// How the peers that respond and this daemon see each other, as far as that is certain.
    ///
    /// Each address counts once, however many names are announced for it.
    var sights: [PeerVisibility] {
        Dictionary(grouping: entries.values.filter(\.isVerified), by: \.home).values.compactMap { entries in
            let sights = entries.compactMap(Self.visibility).sorted { $0.name < $1.name }
            return sights.first { $0.isSeen == true && $0.seesUs == true } ?? sights.first
        }.sorted { ($0.interface, $0.name) < ($1.interface, $1.name) }
    }

    /// The peers that may be queried for more: their last response was that of a netdiagd with their name.
    func sources(_ own: LocalDaemon) -> [OpinionTable.Source] {
        entries.sorted { $0.key < $1.key }.map(\.value).compactMap { entry in
            guard case .verified(let address) = entry.identity, case .answered = entry.contact,
                own.scope.isNeighbour(address)
            else { return nil }
            let place = SocketAddress(address, port: entry.peer.port)
            guard backoff.hasIdentifiedItself(place) else { return nil }
            let interfaces =
                entry.peer.interfaces.isEmpty
                ? own.scope.interface(of: address).map { [$0] } ?? [] : entry.peer.interfaces
            return OpinionTable.Source(place: place, interfaces: interfaces)
        }
    }

    private static func visibility(of entry: Entry) -> PeerVisibility? {
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
        return PeerVisibility(
            name: entry.peer.name, interface: interface, isSeen: isSeen,
            seesUs: seesUs == false && !isCertain ? nil : seesUs)
    }
}
