import NetworkModel

/// The other daemons on the link, and what they say of this one.
struct PeerListPage: Sendable {
    let document: PeersDocument

    var content: HTML {
        let note: HTML =
            document.isLooking
            ? "" : "<p class=\"idle\">Nobody is looked for (discovery: peers: off, or publish: off).</p>\n"
        return "<h1 class=\"vh\">Peers</h1>\n\(table.html)\(note)"
    }

    private var table: PageTable {
        PageTable(
            title: "Peers", columns: ["Name", "Host", "Addresses", "Version", "Round trip", "Sees this host"],
            rows: document.peers.map { peer in
                let mark: StatusMark = peer.isReachable == false ? .down : StatusMark(peer.status ?? .noErr)
                let view = peer.view?.isSeen.map { $0 ? "yes" : "no" } ?? peer.reason ?? peer.view?.reason ?? ""
                return (
                    mark,
                    [
                        "\(peer.name)", "\(peer.host + (peer.isSeen ? "" : " (not announced)"))",
                        "\(peer.addresses.prefix(8).map(\.description).joined(separator: ", "))",
                        "\(peer.version ?? "")", "\(peer.roundTrip.map { Quantity.text($0) } ?? "")", "\(view)",
                    ]
                )
            })
    }
}
