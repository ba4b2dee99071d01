import NIOCore
import NIOPosix

/// A DNS server over UDP and TCP on one port.
struct DNSServer: Sendable {
    /// The maximum number of delayed responses of one socket.
    static let maxLateReplies = 1_024
    private static let maxAttempts = 16

    let port: Int
    private let datagrams: any Channel
    private let streams: StreamListener?
    private let closed: ReservedPort?

    /// Starts a server with the same behaviour for all queries.
    static func start(
        _ behaviour: DNSBehaviour, _ zone: DNSZone, _ context: FaultContext, servesStreams: Bool = true
    ) async throws -> DNSServer {
        let responder = DNSResponder(zone, behaviour, gate: (context.gate, try HealthyCounterpart.zone()))
        return try await start(responder, context, servesStreams: servesStreams)
    }

    /// Starts a server.
    ///
    /// - Parameter servesStreams: Whether the server responds over TCP; if not, the TCP port is closed.
    static func start(
        _ responder: DNSResponder, _ context: FaultContext, servesStreams: Bool = true
    ) async throws -> DNSServer {
        for attempt in 1... {
            let datagrams = try await bind(responder, context)
            let port = datagrams.localAddress?.port ?? context.port
            do {
                guard servesStreams else {
                    let closed = try ReservedPort(host: context.host, port: port)
                    return DNSServer(port: port, datagrams: datagrams, streams: nil, closed: closed)
                }
                let streams = try await StreamListener.start(on: context.group, host: context.host, port: port) {
                    try $0.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(DNSFrameDecoder()), DNSHandler(responder, isStream: true))
                }
                return DNSServer(port: port, datagrams: datagrams, streams: streams, closed: nil)
            } catch {
                // The port that the kernel chose is in use for TCP.
                try? await datagrams.close().get()
                guard context.port == 0, attempt < Self.maxAttempts else { throw error }
            }
        }
        throw FaultError.system("no port is free for UDP and TCP at once")
    }

    private static func bind(_ responder: DNSResponder, _ context: FaultContext) async throws -> any Channel {
        do {
            let bootstrap = DatagramBootstrap(group: context.group).channelOption(.receivePacketInfo, value: true)
            return try await bootstrap.channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        DatagramHandler(), DNSHandler(responder, isStream: false))
                }
            }.bind(host: context.host, port: context.port).get()
        } catch {
            throw FaultError.system(
                "\(context.host) port \(context.port) is not available for UDP: \(HTTPServer.reason(error))")
        }
    }

    func close() async {
        try? await datagrams.close().get()
        await streams?.close()
        closed?.close()
    }
}

/// A message with its sender or receiver; `nil` over TCP, where there is a single peer.
struct DNSPacket: Sendable {
    let bytes: [UInt8]
    let peer: SocketAddress?
    /// The address that a received datagram was sent to.
    var arrival: NIOPacketInfo?
}

/// Responds to received messages.
private final class DNSHandler: ChannelInboundHandler {
    typealias InboundIn = DNSPacket
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let responder: DNSResponder
    private let isStream: Bool
    private var lateReplies = 0

    init(_ responder: DNSResponder, isStream: Bool) { (self.responder, self.isStream) = (responder, isStream) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let packet = unwrapInboundIn(data)
        let peer = (packet.peer ?? context.channel.remoteAddress).flatMap(HTTPService.text) ?? ""
        guard let query = DNSQuery(packet.bytes),
            let (bytes, delay) = responder.reply(to: query, from: peer, isStream: isStream)
        else { return }
        guard let delay else { return send(bytes, inReplyTo: packet, context) }
        guard lateReplies < DNSServer.maxLateReplies else { return }
        lateReplies += 1
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            self.lateReplies -= 1
            self.send(bytes, inReplyTo: packet, context)
        }
    }

    private func send(_ bytes: [UInt8], inReplyTo query: DNSPacket, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard let peer = query.peer else {
            let length = [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)]
            return context.writeAndFlush(NIOAny(ByteBuffer(bytes: length + bytes)), promise: nil)
        }
        if let arrival = query.arrival, arrival.reply(bytes, to: peer, context) { return }
        let envelope = AddressedEnvelope(remoteAddress: peer, data: ByteBuffer(bytes: bytes))
        context.writeAndFlush(wrapOutboundOut(envelope), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A datagram socket also reports errors of clients that have closed their port. They do not concern other
        // clients.
        if isStream { context.close(promise: nil) }
    }
}

private final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias InboundOut = DNSPacket

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        let packet = DNSPacket(
            bytes: Array(envelope.data.readableBytesView), peer: envelope.remoteAddress,
            arrival: envelope.metadata?.packetInfo)
        context.fireChannelRead(wrapInboundOut(packet))
    }
}

/// Decodes messages over TCP, which have a length prefix (RFC 1035 section 4.2.2).
private struct DNSFrameDecoder: ByteToMessageDecoder {
    typealias InboundOut = DNSPacket

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let message = buffer.readLengthPrefixedSlice(as: UInt16.self) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(DNSPacket(bytes: Array(message.readableBytesView), peer: nil)))
        return .continue
    }
}
