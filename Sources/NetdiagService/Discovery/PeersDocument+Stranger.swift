import NetworkModel

extension PeersDocument {
    /// What a stranger is told: this daemon's name, version and status, and whether the one who asks is seen.
    ///
    /// - Parameters:
    ///   - address: Where the question came from.
    ///   - hello: What the asker says of itself, if it is a netdiagd. Its address may be one that it does not announce, as a
    ///     temporary one of IPv6 is; then all that it is told is whether it is seen, as everybody on the link can.
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
            // That it does not stand there says nothing; older daemons go by `looking`.
            (document.isLooking, document.isFull) = (false, true)
        }
        return document
    }
}
