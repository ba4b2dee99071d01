import NetworkModel

extension PeersDocument {
    /// The document for strangers: this daemon's name, version and status, and whether the client is seen.
    ///
    /// - Parameters:
    ///   - address: The client's address.
    ///   - hello: The client's hello, if it is a netdiagd. Its address may be one that it does not announce, for
    ///     example a temporary IPv6 address. Then the document only tells whether it is seen, which is public on the
    ///     link.
    func reduced(for address: IPAddress?, _ hello: PeerHello?) -> PeersDocument {
        var document = self
        let isOfAddress = { (peer: Peer) in
            address.map { from in peer.addresses.contains { $0.bytes == from.bytes } } ?? false
        }
        let isOfHello = { (peer: Peer) in
            hello.map { $0.port == peer.port && $0.name.lowercased() == peer.name.lowercased() } ?? false
        }
        document.peers = peers.filter { isOfAddress($0) || isOfHello($0) }.map { known in
            var peer = Peer(name: known.name, host: known.host, port: known.port)
            peer.isSeen = known.isSeen
            guard let address, isOfAddress(known) else { return peer }
            peer.addresses = [address]
            (peer.status, peer.isReachable, peer.reason) = (known.status, known.isReachable, known.reason)
            return peer
        }
        if document.peers.isEmpty, peers.count >= PeerTable.maxEntries {
            // The absence from a full list shows nothing; older daemons only read `looking`.
            (document.isLooking, document.isFull) = (false, true)
        }
        return document
    }
}
