import NIOCore
import NIOHTTP1
import NIOPosix

/// What a proxy does with requests.
enum ProxyBehaviour: Sendable {
    /// Forwards them to its destinations, and refuses all others.
    case passes
    /// Refuses them, with this status or a SOCKS reply.
    case refuses(Int)
    /// Requires a login with this scheme, and accepts none.
    case demandsLogin(String)
    /// Sends this text, regardless of the request.
    case says(String)
}

/// A proxy for HTTP (CONNECT and absolute URLs, RFC 9110 section 9.3.6) or SOCKS5 (RFC 1928).
enum ProxyServer {
    enum Kind: String, Sendable, CaseIterable { case http, socks5 }

    /// The destinations of a proxy: the `host:port` that clients request, and its address. The proxy connects nowhere
    /// else.
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
    /// - Parameter begin: Called on the client's loop once the connection is established, before anything is forwarded.
    static func join(
        _ client: any Channel, to address: SocketAddress, begin: @escaping @Sendable (any Channel) -> Void,
        otherwise fail: @escaping @Sendable () -> Void
    ) {
        ClientBootstrap(group: client.eventLoop).connectTimeout(.seconds(10)).connect(to: address).whenComplete {
            guard case .success(let server) = $0 else { return fail() }
            do {
                begin(server)
                // JoinHandler stops reading from the server while the client does not read. The other direction must
                // continue.
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

/// Forwards data to another connection no faster than that accepts it, and closes that one at the end.
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
        // While this side cannot accept data, none is read from the other side.
        other.setOption(.autoRead, value: context.channel.isWritable).whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }

    func channelInactive(context: ChannelHandlerContext) {
        other.close(promise: nil)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}

/// Sends a text to every client, and nothing more.
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
