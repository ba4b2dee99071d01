import HTTPTypes
import NetworkModel

/// Events over a WebSocket (RFC 6455): those of ``EventsEndpoint``, for the topics that the client subscribes to.
struct SocketEndpoint: Endpoint {
    let store: StatusStore
    let peers: PeerWatch
    let path = "/v1/socket"
    let summary =
        "The events of /v1/events over a WebSocket, which are requested with "
        + #"{"subscribe": ["targets", "incidents"], "after": "ID"}; topics are "#
        + SocketTopic.allCases.map(\.rawValue).joined(separator: ", ")
    let successes: [HTTPResponse.Status] = [.switchingProtocols]
    var audience: EndpointAudience { .readers(open) }

    private func open(_ request: APIRequest) throws -> APIResponse {
        try SocketUpgrade.check(request)
        let session = SocketSession(store: store, peers: peers)
        return APIResponse(.socket(SocketUpgrade(session: session, fields: request.fields)), type: nil)
    }
}
