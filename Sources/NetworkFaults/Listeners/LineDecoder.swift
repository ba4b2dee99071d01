import NIOCore

/// Decodes lines that end in LF or CR LF, without these ends.
struct LineDecoder: ByteToMessageDecoder {
    typealias InboundOut = String

    /// A longer line ends the connection.
    struct TooLong: Error {}

    let maxBytes: Int

    mutating func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        guard let length = buffer.readableBytesView.firstIndex(of: 0x0a).map({ $0 - buffer.readerIndex }) else {
            if buffer.readableBytes > maxBytes { throw TooLong() }
            return .needMoreData
        }
        guard length <= maxBytes, let line = buffer.readSlice(length: length) else { throw TooLong() }
        buffer.moveReaderIndex(forwardBy: 1)
        var bytes = line.readableBytesView
        if bytes.last == 0x0d { bytes = bytes.dropLast() }
        context.fireChannelRead(wrapInboundOut(String(decoding: bytes, as: UTF8.self)))
        return .continue
    }

    mutating func decodeLast(
        context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool
    ) throws -> DecodingState {
        while try decode(context: context, buffer: &buffer) == .continue {}
        return .needMoreData
    }
}
