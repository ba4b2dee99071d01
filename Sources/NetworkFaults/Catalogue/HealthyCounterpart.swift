import NIOCore

/// Servers without a fault in the place of one with a fault.
enum HealthyCounterpart {
    /// Starts the one for a target, on the port of the context; `nil` for kinds that have none.
    static func start(for target: String, _ context: FaultContext) async throws -> FaultEndpoint? {
        let scheme = target.split(separator: ":").first ?? ""
        switch scheme {
        case "http": return try await HealthyServer.start(context, .plain)
        case "https": return try await HealthyServer.start(context, .tls)
        case "dns":
            let zone = try DNSZone([
                "www.example.test A 192.0.2.1", "www.example.test AAAA 2001:db8::1", "wwww.example.test A 192.0.2.1",
                "text.example.test A 192.0.2.1",
            ])
            let server = try await DNSServer.start(.answers, zone, context)
            return FaultEndpoint(target: target, close: { await server.close() })
        case "ws":
            let listener = try await WebSocketServer.start(.opens(.echoes), context)
            return FaultEndpoint(target: target, close: { await listener.close() })
        case "ftp":
            let server = try await FTPFileServer.start(.serves, context)
            return FaultEndpoint(target: target, close: { await server.close() })
        default: return nil
        }
    }

    /// Whether there is one.
    static func exists(for target: String) -> Bool {
        ["http:", "https:", "dns:", "ws:", "ftp:"].contains { target.hasPrefix($0) }
    }
}
