import NIOCore
import NIOHTTP1

extension ByteToMessageHandler where Decoder == HTTPRequestDecoder {
    /// Bytes that are not parsed yet. The fields of a request have at most 80 KiB.
    private static var maxWaitingBytes: Int { 256 << 10 }

    /// Parses requests; more bytes than a request's fields can have end the connection.
    ///
    /// The parser stops behind a request to change the protocol (RFC 9110 section 7.8) or for a tunnel (section 9.3.6), and keeps
    /// what comes then for whoever takes over. Without a limit, a client whose request is refused has it keep whatever it sends.
    static func boundedRequests(leftOver: RemoveAfterUpgradeStrategy) -> ByteToMessageHandler<HTTPRequestDecoder> {
        ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: leftOver), maximumBufferSize: maxWaitingBytes)
    }
}

extension ChannelPipeline.SynchronousOperations {
    /// What a server that answers one request after the other needs.
    func addBoundedHTTP() throws {
        try addHandlers(
            HTTPResponseEncoder(), ByteToMessageHandler.boundedRequests(leftOver: .dropBytes),
            HTTPServerPipelineHandler(), HTTPServerProtocolErrorHandler())
    }
}
