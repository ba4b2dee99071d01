import NetworkModel

/// A possible target that was found on this machine or on its links.
struct SetupCandidate: Sendable, Hashable {
    /// How it was found.
    enum Origin: Sendable, Hashable {
        case gateway(interface: String?)
        case resolver
        case proxy(setting: String)
        /// The URL that NetworkManager requests to check for connectivity.
        case connectivityPage
        /// A service that announces itself on the link.
        case service(type: String)
    }

    /// The result of a check during the setup.
    enum State: Sendable, Hashable {
        case up
        /// A DNS server that responds, but not with the records of the root, as in closed networks.
        case answering
        case down

        var words: String {
            switch self {
            case .up: "up"
            case .answering: "answers"
            case .down: "not up"
            }
        }
    }

    let target: Target
    let origin: Origin
    var state = State.down

    /// Whether it is suggested. Candidates that this machine depends on are suggested if their check is up, because a target
    /// that has never worked is useless. The services on a link belong to others, and only the user can decide whether to
    /// monitor them.
    var isProposed: Bool {
        switch origin {
        // A DNS server that only responds would be a target that is down from the start.
        case .gateway, .resolver, .connectivityPage, .proxy: state == .up
        case .service: false
        }
    }

    /// The description for the list and for the comment in the file.
    var words: String {
        switch origin {
        case .gateway(let interface): "the gateway" + (interface.map { " of \($0)" } ?? "")
        case .resolver: "a DNS server of this machine"
        case .proxy(let setting): "the proxy of \(setting)"
        case .connectivityPage: "the connectivity URL of NetworkManager"
        case .service(let type): "a service on the link (\(type))"
        }
    }
}
