import NIOCore
import NIOHTTP1
import NetworkModel

/// The faults of `proxy.*`: proxies in front of a working web server.
enum ProxyFaults {
    private static let kind = FaultArgument(
        "kind", .choice(ProxyServer.Kind.allCases.map(\.rawValue), default: "http"), "the protocol of the proxy")

    static let all: [FaultDefinition] = [
        FaultDefinition("proxy.unreachable", "Nothing listens on the proxy's port.") { context in
            let closed = try ReservedPort(host: context.host, port: context.port)
            return try await endpoint(context, through: "http", closed.port) { closed.close() }
        },
        FaultDefinition("proxy.tls", "An HTTPS proxy presents a self-signed certificate.") { context in
            let behaviour = try TLSFault.selfSigned.behaviour(
                with: context.authority.authority(), TLSFaultChoices())
            let proxy = try await TLSFaults.listen(context, usual: behaviour)
            return try await endpoint(context, through: "https", proxy.port) { await proxy.close() }
        },
        FaultDefinition("proxy.auth-required", "Requires a login.", arguments: [kind]) { context in
            try await endpoint(context, .demandsLogin("Basic"))
        },
        FaultDefinition("proxy.auth-rejected", "Rejects every login.", arguments: [kind]) { context in
            try await endpoint(context, .demandsLogin("Basic"), login: "user:rejected@")
        },
        FaultDefinition(
            "proxy.auth-scheme", "Requires a login with a scheme that does not use name and password.",
            arguments: [FaultArgument("scheme", .choice(["Negotiate", "Bearer"], default: "Negotiate"), "the scheme")]
        ) { context in
            try await endpoint(
                context, .demandsLogin(context.arguments.text("scheme")), login: "user:password@", kind: .http)
        },
        FaultDefinition(
            "proxy.refused", "Refuses to connect to the target.",
            arguments: [kind, FaultArgument("status", .integer(400...599, default: 403), "the status of HTTP")]
        ) { context in
            try await endpoint(context, .refuses(context.arguments.integer("status")))
        },
        FaultDefinition("proxy.failed", "Greets like another service.", arguments: [kind]) { context in
            try await endpoint(context, .says("SSH-2.0-netdiag\r\n"))
        },
        FaultDefinition(
            "proxy.required",
            "Connects to a target that cannot be reached directly, but that is excluded from the proxy."
        ) { try await excepted($0) },
    ]

    /// Starts a proxy in front of a web server.
    private static func endpoint(
        _ context: FaultContext, _ behaviour: ProxyBehaviour, login: String? = nil, kind: ProxyServer.Kind? = nil
    ) async throws -> FaultEndpoint {
        let kind = kind ?? ProxyServer.Kind(rawValue: context.arguments.text("kind")) ?? .http
        let proxy = try await ProxyServer.start(kind, behaviour, context)
        return try await endpoint(context, through: kind.rawValue, proxy.port, login: login) { await proxy.close() }
    }

    private static func endpoint(
        _ context: FaultContext, through scheme: String, _ port: Int, login: String? = nil,
        close: @escaping @Sendable () async -> Void
    ) async throws -> FaultEndpoint {
        let server: StreamListener
        do {
            server = try await web(context, port: context.targetPort)
        } catch {
            await close()
            throw error
        }
        let place = context.hostAndPort(port)
        return FaultEndpoint(
            target: "http://\(context.hostAndPort(server.port))/",
            // `netdiag check` accepts a password only from the environment.
            checkArguments: login == nil ? ["--proxy", "\(scheme)://\(place)"] : [],
            environment: login.map { ["http_proxy": "\(scheme)://\($0)\(place)"] } ?? [:],
            port: port,
            close: {
                await close()
                await server.close()
            })
    }

    private static func excepted(_ context: FaultContext) async throws -> FaultEndpoint {
        let closed = try ReservedPort(host: context.host, port: context.targetPort)
        let server = try await web(context)
        let behind = try SocketAddress(ipAddress: context.host, port: server.port)
        let place = context.hostAndPort(closed.port)
        let proxy: StreamListener
        do {
            proxy = try await ProxyServer.start(.http, .passes, to: [place: behind], context)
        } catch {
            await server.close()
            throw error
        }
        return FaultEndpoint(
            target: "http://\(place)/",
            environment: ["http_proxy": "http://\(context.hostAndPort(proxy.port))", "no_proxy": context.host],
            port: proxy.port,
            close: {
                await proxy.close()
                await server.close()
                closed.close()
            })
    }

    /// Starts a working web server behind a proxy.
    static func web(_ context: FaultContext, port: Int = 0) async throws -> StreamListener {
        try await StreamListener.start(on: context.group, host: context.host, port: port) { channel in
            try channel.pipeline.syncOperations.addBoundedHTTP()
            try channel.pipeline.syncOperations.addHandler(TextResponder())
        }
    }
}
