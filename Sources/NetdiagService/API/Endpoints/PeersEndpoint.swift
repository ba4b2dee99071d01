import HTTPTypes

/// This daemon and its peers.
struct PeersEndpoint: Endpoint {
    let peers: PeerWatch
    let path = "/v1/peers"
    let summary =
        "This daemon and the others on the link: the status of each, and whether it sees this one; "
        + "strangers get this daemon's status, and whether they are seen"
    var answerSchema: APISchema? { .reference("Peers") }
    var audience: EndpointAudience {
        .reduced(
            strangers: { [self] request in
                let hello = registerHello(of: request)
                return APIResponse(json: peers.document.reduced(for: request.client.address, hello))
            },
            readers: { [self] request in
                registerHello(of: request)
                return APIResponse(json: peers.document)
            })
    }

    /// Registers the hello that a daemon sends with its request.
    @discardableResult
    private func registerHello(of request: APIRequest) -> PeerHello? {
        guard let address = request.client.address, let hello = request.peerHello.flatMap(PeerHello.init) else {
            return nil
        }
        peers.register(hello, from: address)
        return hello
    }
}
