import NIOCore

/// The proxy side of a SOCKS5 connection, until the connections are joined (RFC 1928; logins: RFC 1929).
final class SOCKSHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Stage { case greeting, login, request, over }

    /// The maximum length of a message. The longest is a login with two fields of 255 bytes.
    private static let maxBytes = 1_024
    private static let version: UInt8 = 5

    private let behaviour: ProxyBehaviour
    private let destinations: ProxyServer.Destinations
    private var stage = Stage.greeting
    private var received = ByteBuffer()

    init(_ behaviour: ProxyBehaviour, _ destinations: ProxyServer.Destinations) {
        (self.behaviour, self.destinations) = (behaviour, destinations)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        received.writeBuffer(&bytes)
        guard received.readableBytes <= Self.maxBytes else { return context.close(promise: nil) }
        while step(context) {}
    }

    /// Processes one message.
    ///
    /// - Returns: Whether another message may follow.
    private func step(_ context: ChannelHandlerContext) -> Bool {
        let reader = received
        var isComplete = false
        switch stage {
        case .greeting: isComplete = greet(context)
        case .login: isComplete = login(context)
        case .request: isComplete = open(context)
        case .over: return false
        }
        if !isComplete { received = reader }
        return isComplete
    }

    private func greet(_ context: ChannelHandlerContext) -> Bool {
        guard received.readInteger(as: UInt8.self) != nil,
            let methods = received.readLengthPrefixedSlice(as: UInt8.self)
        else { return false }
        let wanted: UInt8 = if case .demandsLogin = behaviour { 2 } else { 0 }
        guard methods.readableBytesView.contains(wanted) else { return end([Self.version, 0xff], context) }
        send([Self.version, wanted], context)
        stage = wanted == 2 ? .login : .request
        return true
    }

    private func login(_ context: ChannelHandlerContext) -> Bool {
        guard received.readInteger(as: UInt8.self) != nil,
            received.readLengthPrefixedSlice(as: UInt8.self) != nil,
            received.readLengthPrefixedSlice(as: UInt8.self) != nil
        else { return false }
        // Every login is rejected.
        return end([1, 1], context)
    }

    private func open(_ context: ChannelHandlerContext) -> Bool {
        guard let head = received.readBytes(length: 4), let host = host(of: head[3]),
            let port = received.readInteger(as: UInt16.self)
        else { return false }
        if case .refuses = behaviour { return end(reply(2), context) }
        guard head[1] == 1, let address = destinations["\(host):\(port)"] else { return end(reply(2), context) }
        stage = .over
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        ProxyServer.join(context.channel, to: address) { _ in
            let (handler, context) = bound.value
            handler.send(handler.reply(0), context)
            context.pipeline.syncOperations.removeHandler(handler, promise: nil)
        } otherwise: {
            let (handler, context) = bound.value
            _ = handler.end(handler.reply(5), context)
        }
        return true
    }

    private func host(of type: UInt8) -> String? {
        switch type {
        case 1: received.readBytes(length: 4).map { $0.map(String.init).joined(separator: ".") }
        case 3:
            received.readLengthPrefixedSlice(as: UInt8.self).map {
                String(decoding: $0.readableBytesView, as: UTF8.self)
            }
        case 4:
            received.readSlice(length: 16)
                .flatMap { try? SocketAddress(packedIPAddress: $0, port: 0) }?.ipAddress.map { "[\($0)]" }
        default: nil
        }
    }

    private func reply(_ code: UInt8) -> [UInt8] { [Self.version, code, 0, 1, 0, 0, 0, 0, 0, 0] }

    private func send(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
    }

    private func end(_ bytes: [UInt8], _ context: ChannelHandlerContext) -> Bool {
        stage = .over
        send(bytes, context)
        context.close(mode: .output, promise: nil)
        return true
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
