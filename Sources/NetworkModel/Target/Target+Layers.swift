extension Target {
    /// The layer that a check of it is about: it is up only where this one was observed, and has shown that it works.
    public var goal: Layer {
        switch kind {
        case .http: HTTPEvidence.layer
        case .webSocket: WebSocketEvidence.layer
        case .ftp: FTPEvidence.layer
        // What an instance is found at is a port that accepts connections.
        case .tcp, .service: .tcp
        case .tls: .tls
        case .dns: .dns
        case .icmp, .host: EchoEvidence.layer
        case .registered(let scheme, _): scheme.layer
        }
    }

    /// Whether TLS is spoken from the first byte.
    public var beginsWithTLS: Bool {
        switch kind {
        case .http(let secure, _), .webSocket(let secure, _), .ftp(let secure, _): secure
        case .tls: true
        case .tcp, .service, .dns, .icmp, .host: false
        case .registered(let scheme, _): scheme.transport == .tls
        }
    }

    /// Whether it is asked over a connection, its own or a proxy's.
    public var isConnectedTo: Bool {
        switch kind {
        case .http, .webSocket, .ftp, .tls, .tcp, .service: true
        case .dns, .icmp, .host: false
        case .registered(let scheme, _):
            switch scheme.transport {
            case .tcp, .tls: true
            case .udp: false
            }
        }
    }
}
