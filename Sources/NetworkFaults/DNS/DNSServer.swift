import NIOCore
import NIOPosix

/// What a DNS server does to all questions.
enum DNSBehaviour: Sendable {
    /// Answers them from its zone.
    case answers
    /// Answers with this response code and no records (RFC 1035 section 4.1.1).
    case code(UInt8)
    /// SERVFAIL, unless checking is disabled.
    case bogus
    case silence
    /// Bytes that are no message.
    case garbage
    /// Rightly, but for the id or the question.
    case mistaken(DNSMistake)
    /// Empty and truncated, over UDP.
    case truncated
    /// Rightly, after this time.
    case late(Duration)

    /// The reply, and when it is sent; `nil`: never.
    func reply(to query: DNSQuery, _ zone: DNSZone, isStream: Bool) -> (bytes: [UInt8], delay: TimeAmount?)? {
        func answer(but mistake: DNSMistake? = nil) -> [UInt8] {
            let found = zone.answer(query.name, query.type)
            let reply = query.reply(code: found.code, records: found.records, but: mistake)
            let fits = isStream ? reply.count <= Int(UInt16.max) : reply.count <= query.maxReplyBytes
            return fits ? reply : query.reply(isTruncated: true)
        }
        switch self {
        case .answers: return (answer(), nil)
        case .code(let code): return (query.reply(code: code), nil)
        case .bogus: return (query.isUnchecked ? answer() : query.reply(code: 2), nil)
        case .silence: return nil
        case .garbage: return ([UInt8](repeating: 0xff, count: 40), nil)
        case .mistaken(let mistake): return (answer(but: mistake), nil)
        case .truncated: return (isStream ? answer() : query.reply(isTruncated: true), nil)
        case .late(let delay): return (answer(), TimeAmount(delay))
        }
    }
}

/// A DNS server over UDP and TCP on one port.
struct DNSServer: Sendable {
    /// Replies that wait for their time, of one socket.
    static let maxLateReplies = 1_024
    private static let maxAttempts = 16

    let port: Int
    private let datagrams: any Channel
    private let streams: StreamListener?
    private let closed: HeldSocket?

    /// - Parameters:
    ///   - servesStreams: Whether it answers over TCP; else that port is closed.
    ///   - pause: While it is set, all questions are answered with SERVFAIL.
    static func start(
        _ behaviour: DNSBehaviour, _ zone: DNSZone, _ context: FaultContext, servesStreams: Bool = true,
        pause: PauseSwitch = PauseSwitch()
    ) async throws -> DNSServer {
        for attempt in 1... {
            let datagrams = try await bind(behaviour, zone, context, pause)
            let port = datagrams.localAddress?.port ?? context.port
            do {
                guard servesStreams else {
                    let closed = try HeldSocket(host: context.host, port: port)
                    return DNSServer(port: port, datagrams: datagrams, streams: nil, closed: closed)
                }
                let streams = try await StreamListener.start(on: context.group, host: context.host, port: port) {
                    try $0.pipeline.syncOperations.addHandlers(
                        ByteToMessageHandler(DNSFrameDecoder()), DNSHandler(behaviour, zone, pause, isStream: true))
                }
                return DNSServer(port: port, datagrams: datagrams, streams: streams, closed: nil)
            } catch {
                // The kernel picked a port that somebody has for TCP.
                try? await datagrams.close().get()
                guard context.port == 0, attempt < Self.maxAttempts else { throw error }
            }
        }
        throw FaultError.system("no port is free for UDP and TCP at once")
    }

    private static func bind(
        _ behaviour: DNSBehaviour, _ zone: DNSZone, _ context: FaultContext, _ pause: PauseSwitch
    ) async throws -> any Channel {
        do {
            return try await DatagramBootstrap(group: context.group).channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        DatagramHandler(), DNSHandler(behaviour, zone, pause, isStream: false))
                }
            }.bind(host: context.host, port: context.port).get()
        } catch {
            throw FaultError.system(
                "\(context.host) port \(context.port) cannot be had for UDP: \(HTTPServer.reason(error))")
        }
    }

    func close() async {
        try? await datagrams.close().get()
        await streams?.close()
        closed?.close()
    }
}

/// A message and who it is from, or for; over TCP there is one peer alone.
struct DNSPacket: Sendable {
    let bytes: [UInt8]
    let peer: SocketAddress?
}

/// Answers what comes.
private final class DNSHandler: ChannelInboundHandler {
    typealias InboundIn = DNSPacket
    typealias OutboundOut = AddressedEnvelope<ByteBuffer>

    private let behaviour: DNSBehaviour
    private let zone: DNSZone
    private let pause: PauseSwitch
    private let isStream: Bool
    private var lateReplies = 0

    init(_ behaviour: DNSBehaviour, _ zone: DNSZone, _ pause: PauseSwitch, isStream: Bool) {
        (self.behaviour, self.zone, self.pause, self.isStream) = (behaviour, zone, pause, isStream)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let packet = unwrapInboundIn(data)
        // As 503 over HTTP: the server is there, and cannot answer now (RFC 1035 section 4.1.1).
        let behaviour = pause.isPaused ? .code(2) : behaviour
        guard let query = DNSQuery(packet.bytes),
            let (bytes, delay) = behaviour.reply(to: query, zone, isStream: isStream)
        else { return }
        guard let delay else { return send(bytes, to: packet.peer, context) }
        guard lateReplies < DNSServer.maxLateReplies else { return }
        lateReplies += 1
        context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
            self.lateReplies -= 1
            self.send(bytes, to: packet.peer, context)
        }
    }

    private func send(_ bytes: [UInt8], to peer: SocketAddress?, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard let peer else {
            let length = [UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)]
            return context.writeAndFlush(NIOAny(ByteBuffer(bytes: length + bytes)), promise: nil)
        }
        let envelope = AddressedEnvelope(remoteAddress: peer, data: ByteBuffer(bytes: bytes))
        context.writeAndFlush(wrapOutboundOut(envelope), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A port that has been closed meanwhile says nothing of the next asker.
        if isStream { context.close(promise: nil) }
    }
}

private final class DatagramHandler: ChannelInboundHandler {
    typealias InboundIn = AddressedEnvelope<ByteBuffer>
    typealias InboundOut = DNSPacket

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let envelope = unwrapInboundIn(data)
        let packet = DNSPacket(bytes: Array(envelope.data.readableBytesView), peer: envelope.remoteAddress)
        context.fireChannelRead(wrapInboundOut(packet))
    }
}

/// Messages over TCP stand behind their length (RFC 1035 section 4.2.2).
private struct DNSFrameDecoder: ByteToMessageDecoder {
    typealias InboundOut = DNSPacket

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let message = buffer.readLengthPrefixedSlice(as: UInt16.self) else { return .needMoreData }
        context.fireChannelRead(wrapInboundOut(DNSPacket(bytes: Array(message.readableBytesView), peer: nil)))
        return .continue
    }
}
