import NIOCore
import NIOHTTP1

extension ByteToMessageHandler {
    /// The maximum number of bytes that are not parsed yet. The header fields of a request have at most 80 KiB.
    fileprivate static var maxWaitingBytes: Int { 256 << 10 }
}

extension ByteToMessageHandler where Decoder == ServedRequestDecoder {
    /// Returns a parser of requests that tells unknown methods from other errors, with the same limit as the other one.
    static func boundedRequests() -> ByteToMessageHandler<ServedRequestDecoder> {
        ByteToMessageHandler(ServedRequestDecoder(), maximumBufferSize: maxWaitingBytes)
    }
}

extension ByteToMessageHandler where Decoder == HTTPRequestDecoder {
    /// Returns a parser of requests. If there are more unparsed bytes than header fields can have, the connection ends.
    ///
    /// The parser stops after a request for another protocol (RFC 9110 section 7.8) or a tunnel (section 9.3.6), and
    /// keeps further bytes for the handler that takes over. Without a limit, a client whose request is refused could
    /// make it keep any number of bytes.
    static func boundedRequests(leftOver: RemoveAfterUpgradeStrategy) -> ByteToMessageHandler<HTTPRequestDecoder> {
        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: leftOver), maximumBufferSize: maxWaitingBytes)
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// Adds the handlers of a server that processes requests in order.
    func addBoundedHTTP() throws {
        try addHandlers(
            HTTPResponseEncoder(), ByteToMessageHandler.boundedRequests(leftOver: .dropBytes),
            HTTPServerPipelineHandler(), HTTPServerProtocolErrorHandler())
    }
}
