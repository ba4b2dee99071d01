import NIOCore

/// Servers without a fault. They replace a faulty server, or serve as a comparison for monitors.
package enum HealthyCounterpart: String, CaseIterable, Sendable {
    case http, https, dns, ws, ftp

    /// Creates the counterpart for a target; the result is `nil` if its kind has none.
    package init?(for target: String) {
        self.init(rawValue: String(target.prefix { $0 != ":" }))
    }

    /// The zone without a fault: all names of the faults have an address.
    static func zone() throws -> DNSZone {
        try DNSZone([
            "www.example.test A 192.0.2.1", "www.example.test AAAA 2001:db8::1", "wwww.example.test A 192.0.2.1",
            "text.example.test A 192.0.2.1",
        ])
    }

    /// Starts the server on the port of the context.
    package func start(_ context: FaultContext) async throws -> FaultEndpoint {
        switch self {
        case .http: return try await HealthyServer.start(context, .plain)
        case .https: return try await HealthyServer.start(context, .tls)
        case .dns:
            let server = try await DNSServer.start(.answers, Self.zone(), context)
            return FaultEndpoint(
                target: "dns://\(context.hostAndPort(server.port))/www.example.test?type=A",
                close: { await server.close() })
        case .ws:
            let listener = try await WebSocketServer.start(.opens(.echoes), context)
            return FaultEndpoint(
                target: "ws://\(context.hostAndPort(listener.port))/", close: { await listener.close() })
        case .ftp:
            let server = try await FTPFileServer.start(.serves, files: FTPFaults.files, context)
            return FaultEndpoint(
                target: "ftp://\(context.hostAndPort(server.listener.port))/", close: { await server.close() })
        }
    }
}
