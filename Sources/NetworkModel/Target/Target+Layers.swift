extension Target {
    /// `nil` for a bare host and for a service.
    public var scheme: RegisteredScheme? {
        if case .url(let scheme, _) = kind { return scheme }
        return nil
    }

    /// What follows host and port, as it is asked for; empty where there is nothing.
    public var path: String {
        if case .url(_, let path) = kind { return path }
        return ""
    }

    /// What a DNS server is asked for; `nil` for all other targets.
    public var question: (name: String, type: DNSRecordType)? {
        guard case .url(let scheme, let path) = kind, scheme.path == .question else { return nil }
        // By bytes: rules ask for it several times a check, and searching by Character took a tenth of the check's time.
        let bytes = path.utf8
        let mark = "?type=".utf8
        let question = UInt8(ascii: "?")
        guard let end = bytes.indices.first(where: { bytes[$0] == question && bytes[$0...].starts(with: mark) }),
            let type = DNSRecordType(rawValue: String(path[bytes.index(end, offsetBy: mark.count)...]))
        else { return nil }
        return (String(path[..<end].dropFirst()), type)
    }

    /// Whether a resource is requested of it by HTTP: of a server of pages, or over a local socket.
    public var isPage: Bool {
        guard case .url(let scheme, let path) = kind else { return false }
        return scheme.layer == HTTPEvidence.layer || !scheme.transport.isNetwork && !path.isEmpty
    }

    /// Whether a network lies between (``RegisteredScheme/Transport/isNetwork``).
    public var isOnNetwork: Bool {
        switch kind {
        case .url(let scheme, _): scheme.transport.isNetwork
        case .host, .service: true
        }
    }

    /// The layer that a check of it is about: it is up only where this one was observed, and has shown that it works.
    public var goal: Layer {
        switch kind {
        case .url(let scheme, _): scheme.layer
        case .host: EchoEvidence.layer
        // What an instance is found at is a port that accepts connections.
        case .service: .tcp
        }
    }

    /// Whether TLS is spoken from the first byte.
    public var beginsWithTLS: Bool { scheme?.transport == .tls }

    /// Whether it is asked over a connection of TCP, its own or a proxy's.
    public var isConnectedTo: Bool {
        switch kind {
        case .url(let scheme, _):
            switch scheme.transport {
            case .tcp, .tls: true
            case .udp, .icmp, .unix: false
            }
        case .host: false
        case .service: true
        }
    }

    /// Whether what is asked of it can be asked through a proxy.
    public var mayUseProxy: Bool { scheme?.proxyVariable != nil }

    /// Whether settings of a group can matter for what is asked of it.
    public func takes(_ settings: RegisteredScheme.SharedSettings) -> Bool {
        switch kind {
        // A local socket without a resource is connected to, and nothing is said.
        case .url(let scheme, let path):
            scheme.sharedSettings.contains(settings) && (scheme.transport.isNetwork || !path.isEmpty)
        case .host: settings == .ping
        case .service: RegisteredScheme.tcp.sharedSettings.contains(settings)
        }
    }
}
