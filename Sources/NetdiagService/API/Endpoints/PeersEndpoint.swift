import HTTPTypes

/// This daemon, and the others that it knows of.
struct PeersEndpoint: Endpoint {
    let peers: PeerWatch
    let path = "/v1/peers"
    let summary =
        "This daemon and the others on the link: how each stands, and what it sees of this one; "
        + "strangers are told of this daemon, and whether they are seen"
    var answering: Answering {
        .reduced(
            strangers: { [self] request in
                let card = take(request)
                return APIAnswer(json: peers.document.reduced(for: request.client.address, card))
            },
            readers: { [self] request in
                take(request)
                return APIAnswer(json: peers.document)
            })
    }

    /// Takes the card that a daemon leaves with its question.
    @discardableResult
    private func take(_ request: APIRequest) -> CallingCard? {
        guard let address = request.client.address, let card = request.callingCard.flatMap(CallingCard.init) else {
            return nil
        }
        peers.take(card, from: address)
        return card
    }
}
