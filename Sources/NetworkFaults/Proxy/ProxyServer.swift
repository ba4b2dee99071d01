import NIOCore
import NIOHTTP1
import NIOPosix

/// What a proxy does with those who want to be let through.
enum ProxyBehaviour: Sendable {
    /// Lets them through to its destinations; all others are refused.
    case passes
    /// Refuses: with this status, or by the rules of SOCKS.
    case refuses(Int)
    /// Asks for a login by this scheme, and takes none.
    case demandsLogin(String)
    /// Says this, whatever it is asked.
    case says(String)
}

/// A proxy, for HTTP (CONNECT and absolute URLs, RFC 9110 section 9.3.6) or of SOCKS5 (RFC 1928).
enum ProxyServer {
    enum Kind: String, Sendable, CaseIterable { case http, socks5 }

    /// Where a proxy leads: what clients ask for, as `host:port`, and where that is. It leads nowhere else.
    typealias Destinations = [String: SocketAddress]

    static func start(
        _ kind: Kind, _ behaviour: ProxyBehaviour, to destinations: Destinations = [:], _ context: FaultContext,
        port: Int? = nil
    ) async throws -> StreamListener {
        try await StreamListener.start(on: context.group, host: context.host, port: port ?? context.port) { channel in
            let pipeline = channel.pipeline.syncOperations
            if case .says(let text) = behaviour { return try pipeline.addHandler(FixedGreetingHandler(text)) }
            switch kind {
            case .http:
                let encoder = HTTPResponseEncoder()
                let decoder = ByteToMessageHandler.boundedRequests(leftOver: .forwardBytes)
                try pipeline.addHandlers(
                    encoder, decoder,
                    HTTPProxyHandler(behaviour, destinations) { pipeline in
                        pipeline.removeHandler(encoder, promise: nil)
                        pipeline.removeHandler(decoder, promise: nil)
                    })
            case .socks5: try pipeline.addHandler(SOCKSHandler(behaviour, destinations))
            }
        }
    }

    /// Connects to a destination and joins the two connections, each of which ends with the other.
    ///
    /// - Parameter begin: Is called on the client's loop once the connection is made, before anything is passed on.
    static func join(
        _ client: any Channel, to address: SocketAddress, begin: @escaping @Sendable (any Channel) -> Void,
        otherwise fail: @escaping @Sendable () -> Void
    ) {
        ClientBootstrap(group: client.eventLoop).connectTimeout(.seconds(10)).connect(to: address).whenComplete {
            guard case .success(let server) = $0 else { return fail() }
            do {
                begin(server)
                // What the client does not take, the server is not read for (JoinHandler); the other way goes on.
                if let limit = try? client.pipeline.syncOperations.context(handlerType: BackPressureHandler.self) {
                    client.pipeline.syncOperations.removeHandler(context: limit, promise: nil)
                }
                try client.pipeline.syncOperations.addHandler(JoinHandler(server))
                try server.pipeline.syncOperations.addHandler(JoinHandler(client))
            } catch {
                server.close(promise: nil)
                client.close(promise: nil)
            }
        }
    }
}

/// Passes on what comes to another connection, no faster than that takes it, and ends it at the end.
final class JoinHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let other: any Channel

    init(_ other: any Channel) { self.other = other }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        other.write(unwrapInboundIn(data), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        other.flush()
        context.fireChannelReadComplete()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        // What this side does not take, the other one does not read.
        other.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Says a line to everybody, and nothing more.
final class FixedGreetingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let text: String

    init(_ text: String) { self.text = text }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
