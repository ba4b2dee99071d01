import NIOCore
import NetworkModel

/// The faults of `tcp.*`.
enum TCPFaults {
    static let all: [FaultDefinition] = [
        FaultDefinition("tcp.refused", "Reserves a port without listening on it: the SYN is answered with an RST.") {
            context in
            let socket = try ReservedPort(host: context.host, port: context.port)
            return endpoint(context, socket)
        },
        FaultDefinition("tcp.timeout", "Has a full backlog: the SYN is not answered.") { context in
            let socket = try ReservedPort(host: context.host, port: context.port)
            try socket.fillBacklog()
            return endpoint(context, socket, ["--timeout", "2"])
        },
        FaultDefinition("tcp.reset", "Accepts the request and resets the connection (RST).") { _ in .silent(.reset) },
        FaultDefinition("tcp.closed", "Accepts the request and closes the connection (FIN).") { _ in .silent(.close) },
        FaultDefinition(
            "tcp.unexpected-answer", "Sends a greeting other than the one that a check expects.",
            arguments: [FaultArgument("greeting", .text(maxBytes: 512, default: "421 go away"), "the text")]
        ) { context in
            let greeting = ByteBuffer(string: context.arguments.text("greeting") + "\r\n")
            let listener = try await StreamListener.start(on: context.group, host: context.host, port: context.port) {
                try $0.pipeline.syncOperations.addHandler(TextGreeting(greeting))
            }
            return FaultEndpoint(
                target: "tcp://\(HTTPFaultServer.authority(context.host, listener.port))",
                checkArguments: ["--script", "expect: ^220 "]
            ) {
                await listener.close()
            }
        },
    ]

    private static func endpoint(
        _ context: FaultContext, _ socket: ReservedPort, _ arguments: [String] = []
    ) -> FaultEndpoint {
        FaultEndpoint(
            target: "http://\(HTTPFaultServer.authority(context.host, socket.port))/", checkArguments: arguments
        ) {
            socket.close()
        }
    }
}

/// Sends a text on each new connection, and nothing more.
private final class TextGreeting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let greeting: ByteBuffer

    init(_ greeting: ByteBuffer) { self.greeting = greeting }

    func channelActive(context: ChannelHandlerContext) {
        context.writeAndFlush(NIOAny(greeting), promise: nil)
        context.fireChannelActive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {}
}
