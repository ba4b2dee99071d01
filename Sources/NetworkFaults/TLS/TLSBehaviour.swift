import NIOCore
import NIOHTTP1
import TLSServerChannel
import TLSServer

/// What a server does with a connection that sent a ClientHello.
enum TLSBehaviour: Sendable {
    /// Completes the handshake and serves HTTP.
    case handshake(TLSContext)
    /// Responds with HTTP without TLS.
    case plainText
    /// Sends nothing until the client gives up.
    case silence
    /// Aborts the handshake with this alert (RFC 8446 section 6).
    case alert(UInt8)
}

/// Selects the behaviour for a connection by the first label of the requested server name, or else the default.
struct TLSNames: Sendable {
    let usual: TLSBehaviour
    let named: @Sendable (String) -> TLSBehaviour?

    func behaviour(for serverName: String?) -> TLSBehaviour {
        guard let label = serverName?.lowercased().split(separator: ".").first, serverName?.contains(".") == true
        else { return usual }
        return named(String(label)) ?? usual
    }
}

/// Reads the ClientHello of a connection, then applies the behaviour for the requested name to the received bytes.
final class TLSNameHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The maximum size of a ClientHello: one record, and a second one for long key shares.
    private static let maxBytes = 2 * (16 * 1_024 + 5)

    private let names: TLSNames
    private var reader: TLSSession?
    private var received = ByteBuffer()
    private var isSilent = false

    init(_ names: TLSNames, reader: TLSContext) {
        self.names = names
        self.reader = TLSSession(reader)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isSilent else { return }
        var bytes = unwrapInboundIn(data)
        guard let reader else { return context.close(promise: nil) }
        _ = bytes.withUnsafeReadableBytes { reader.feed($0) }
        received.writeBuffer(&bytes)
        if case .waits = reader.handshake(), received.readableBytes < Self.maxBytes { return }
        let behaviour = names.behaviour(for: reader.serverName)
        self.reader = nil
        do {
            try begin(behaviour, context)
        } catch {
            context.close(promise: nil)
        }
    }

    private func begin(_ behaviour: TLSBehaviour, _ context: ChannelHandlerContext) throws {
        switch behaviour {
        case .silence:
            isSilent = true
            received = ByteBuffer()
        case .alert(let code):
            // A TLS record with a fatal alert. All records have the version of TLS 1.2 (RFC 8446 sections 5.1 and 6).
            send([21, 3, 3, 0, 2, 2, code], context)
        case .plainText:
            let body = "This server speaks HTTP in the clear.\n"
            let head =
                "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
            send((head + body).utf8, context)
        case .handshake(let tls):
            guard let session = TLSSession(tls) else { return context.close(promise: nil) }
            let pipeline = context.pipeline.syncOperations
            try pipeline.addHandler(TLSHandler(session), position: .after(self))
            try pipeline.addBoundedHTTP()
            try pipeline.addHandler(TextResponder())
            context.fireChannelRead(wrapInboundOut(received))
            context.fireChannelReadComplete()
            pipeline.removeHandler(self, promise: nil)
        }
    }

    private func send(_ bytes: some Sequence<UInt8>, _ context: ChannelHandlerContext) {
        isSilent = true
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(bytes: bytes)), promise: nil)
        // Only the output is closed: if unread bytes were left, the kernel would send a RST after the response.
        context.close(mode: .output, promise: nil)
    }
}

/// Responds to every request with 200 and a line of text.
final class TextResponder: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let text: String

    init(_ text: String = "netdiag serve\n") { self.text = text }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .end = unwrapInboundIn(data) else { return }
        let fields: HTTPHeaders = ["content-type": "text/plain", "content-length": "\(text.utf8.count)"]
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: .ok, headers: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: text)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
