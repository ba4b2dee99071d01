/// A topic of the WebSocket, and the events that belong to it.
enum SocketTopic: String, Sendable, CaseIterable {
    case status, targets, incidents, links, services, peers

    var kind: Event.Kind {
        switch self {
        case .status: .status
        case .targets: .report
        case .incidents: .incident
        case .links: .change
        case .services: .service
        case .peers: .peers
        }
    }
}
