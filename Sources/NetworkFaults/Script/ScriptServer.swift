import NIOCore
import TLSServer
import TLSServerChannel

/// A server that runs a script for each client.
enum ScriptServer {
    /// Starts a server.
    ///
    /// - Parameters:
    ///   - tls: The TLS context, with which the script begins after the handshake; `nil` for no TLS.
    ///   - pause: While it is set, new connections are closed at once; existing ones continue.
    static func start(
        _ script: ServerScript, _ context: FaultContext, tls: TLSContext? = nil, pause: PauseSwitch? = nil
    ) async throws -> StreamListener {
        try await StreamListener.start(
            on: context.group, host: context.host, port: context.port, pause: pause
        ) { channel in
            if let tls {
                guard let session = TLSSession(tls) else { throw ChannelError.eof }
                try channel.pipeline.syncOperations.addHandler(TLSHandler(session))
            } else {
                // A client that sends everything and closes its side, as with `printf | nc -N`, still receives the
                // rest.
                try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
            }
            try channel.pipeline.syncOperations.addHandlers(
                ByteToMessageHandler(
                    LineDecoder(maxBytes: ServerScript.maxLineBytes),
                    maximumBufferSize: 4 * ServerScript.maxLineBytes),
                ScriptHandler(script, isSecure: tls != nil))
        }
    }
}

/// Runs a script step by step.
private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = String
    typealias OutboundOut = ByteBuffer

    /// The maximum number of received lines that the script has not processed.
    private static let maxLines = 100

    private let script: ServerScript
    private var next = 0
    /// Whether the client has closed its side.
    private var hasEnded = false
    private var lines: [String] = []
    private var isWaiting = false

    private let isSecure: Bool

    init(_ script: ServerScript, isSecure: Bool) {
        self.script = script
        self.isSecure = isSecure
    }

    func channelActive(context: ChannelHandlerContext) {
        if !isSecure { advance(context) }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed = event as? ChannelEvent {
            hasEnded = true
            advance(context)
        }
        if case .handshakeCompleted = event as? TLSHandler.Event { advance(context) }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After the last step, received lines are ignored.
        guard next < script.steps.count else { return }
        guard lines.count < Self.maxLines else { return context.close(promise: nil) }
        lines.append(unwrapInboundIn(data))
        advance(context)
    }

    private func advance(_ context: ChannelHandlerContext) {
        while !isWaiting, next < script.steps.count {
            switch script.steps[next] {
            case .send(let text):
                context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text + "\r\n")), promise: nil)
            case .expect(let beginning):
                guard !lines.isEmpty else {
                    if hasEnded { context.close(promise: nil) }
                    return
                }
                guard lines.removeFirst().lowercased().hasPrefix(beginning.lowercased()) else {
                    next = script.steps.count
                    return context.close(promise: nil)
                }
            case .wait(let time):
                isWaiting = true
                context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
                    self.isWaiting = false
                    if context.channel.isActive { self.advance(context) }
                }
            case .close:
                next = script.steps.count
                return context.close(mode: .output, promise: nil)
            case .hang:
                next = script.steps.count
                return
            }
            next += 1
        }
        // Neither side will send anything more.
        if hasEnded, !isWaiting { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
