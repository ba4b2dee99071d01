import HTTPTypes

/// This daemon, and the others that it knows of.
struct PeersEndpoint: Endpoint {
    let peers: PeerWatch
    let path = "/v1/peers"
    let summary = "This daemon and the others on the link: how each stands, and what it sees of this one"

    func answer(_ request: APIRequest) -> APIAnswer {
        if let address = request.client.address, let card = request.callingCard.flatMap(CallingCard.init) {
            peers.take(card, from: address)
        }
        return APIAnswer(json: peers.document)
    }
}
