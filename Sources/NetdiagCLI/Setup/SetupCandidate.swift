import NetworkModel

/// Something that this machine uses or hears of, and that can be watched.
struct SetupCandidate: Sendable, Hashable {
    /// How it was found.
    enum Origin: Sendable, Hashable {
        case gateway(interface: String?)
        case resolver
        case proxy(setting: String)
        /// The page that NetworkManager asks to see whether there is connectivity.
        case connectivityPage
        /// A service that announces itself on the link.
        case service(type: String)
    }

    /// What a check of it, made just now, found.
    enum State: Sendable, Hashable {
        case up
        /// A DNS server that answers, and not with the records of the root: those of closed networks do.
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

    /// What this machine depends on is proposed if its check is up: a target that has never worked helps nobody. The services
    /// on a link belong to others, and whether somebody wants to hear of them nobody can guess.
    var isProposed: Bool {
        switch origin {
        // A server that only answers would be a target that is down from the start.
        case .gateway, .resolver, .connectivityPage, .proxy: state == .up
        case .service: false
        }
    }

    /// What it is, for the list and for the comment in the file.
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
