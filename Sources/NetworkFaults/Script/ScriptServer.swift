import NIOCore
import TLSServer
import TLSServerChannel

/// A server that follows a script with every client.
enum ScriptServer {
    /// - Parameters:
    ///   - tls: Then the script begins behind the handshake.
    ///   - pause: While it is set, connections are closed as they come; those that there are go on.
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
                // A client that says all it has to say at once, as in printf | nc -N, still hears the rest.
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

/// Follows a script, step by step.
private final class ScriptHandler: ChannelInboundHandler {
    typealias InboundIn = String
    typealias OutboundOut = ByteBuffer

    /// Lines that a client may be ahead of the script.
    private static let maxLines = 100

    private let script: ServerScript
    private var next = 0
    /// Whether the client says nothing more.
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
        // Behind the last step nobody reads what is said.
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
        // Nothing more is said, and nobody is there who could say something.
        if hasEnded, !isWaiting { context.close(promise: nil) }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
