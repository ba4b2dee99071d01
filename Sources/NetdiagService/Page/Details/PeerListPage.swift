import NetworkModel
import Translations

/// The other daemons on the link, and what they see of this one.
struct PeerListPage: Sendable {
    let document: PeersDocument

    var content: HTML {
        let note: HTML =
            document.isLooking
            ? "" : "<p class=\"idle\">\(Phrase.nobodyLookedFor)</p>\n"
        return "<h1 class=\"vh\">\(Phrase.peers)</h1>\n\(table.html)\(note)"
    }

    private var table: PageTable {
        PageTable(
            title: .peers, columns: [.name, .host, .addresses, .version, .roundTrip, .seesThisHost],
            rows: document.peers.map { peer in
                let mark: TargetState = peer.isReachable == false ? .down : TargetState(peer.status ?? .noErr)
                let reason = peer.reason ?? peer.view?.reason ?? ""
                let view = peer.view?.isSeen.map { ($0 ? Phrase.yes : .no).text } ?? FactWords.local(reason)
                return (
                    mark,
                    [
                        "\(peer.name)",
                        "\(peer.isSeen ? peer.host : Phrase.notAnnounced.text(["host": peer.host]))",
                        "\(peer.addresses.prefix(8).map(\.description).joined(separator: ", "))",
                        "\(peer.version ?? "")", "\(peer.roundTrip.map { LocalQuantity.text($0) } ?? "")", "\(view)",
                    ]
                )
            })
    }
}
