extension Target {
    /// The scheme; `nil` for a bare host and for a service instance.
    public var scheme: RegisteredScheme? {
        if case .url(let scheme, _) = kind { return scheme }
        return nil
    }

    /// The text after host and port, as it is requested; empty if there is none.
    public var path: String {
        if case .url(_, let path) = kind { return path }
        return ""
    }

    /// Whether a resource is requested by HTTP: from a web server, or over a local socket.
    public var isPage: Bool {
        guard case .url(let scheme, let path) = kind else { return false }
        return scheme.layer == HTTPEvidence.layer || !scheme.transport.isNetwork && !path.isEmpty
    }

    /// Whether the target is reached over the network (``RegisteredScheme/Transport/isNetwork``).
    public var isOnNetwork: Bool {
        switch kind {
        case .url(let scheme, _): scheme.transport.isNetwork
        case .host, .service: true
        }
    }

    /// The layer that a check is about. The target is up only if this layer was observed and proven to work.
    public var goal: Layer {
        switch kind {
        case .url(let scheme, _): scheme.layer
        case .host: EchoEvidence.layer
        // An instance is found at a port, which must accept connections.
        case .service: .tcp
        }
    }

    /// Whether TLS is used from the first byte.
    public var beginsWithTLS: Bool { scheme?.transport == .tls }

    /// Whether the target is reached over a TCP connection, to itself or to a proxy.
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

    /// Whether the target can be reached through a proxy.
    public var mayUseProxy: Bool { scheme?.proxyVariable != nil }

    /// Whether a group of settings applies to the target.
    public func takes(_ settings: RegisteredScheme.SharedSettings) -> Bool {
        switch kind {
        // For a local socket without a resource, a connection is established and nothing is sent.
        case .url(let scheme, let path):
            scheme.sharedSettings.contains(settings) && (scheme.transport.isNetwork || !path.isEmpty)
        case .host: settings == .ping
        case .service: RegisteredScheme.tcp.sharedSettings.contains(settings)
        }
    }
}

extension Target.Kind {
    /// The query for a DNS server; `nil` for all other targets.
    var question: (name: String, type: DNSRecordType)? {
        guard case .url(let scheme, let path) = self, scheme.path == .question else { return nil }
        let bytes = path.utf8
        let mark = "?type=".utf8
        let question = UInt8(ascii: "?")
        guard let end = bytes.indices.first(where: { bytes[$0] == question && bytes[$0...].starts(with: mark) }),
            let type = DNSRecordType(rawValue: String(path[bytes.index(end, offsetBy: mark.count)...]))
        else { return nil }
        return (String(path[..<end].dropFirst()), type)
    }
}
