import NIOCore
import NIOHTTP1
import NetworkModel

/// SwiftNIO's parser of requests, which accepts a fixed list of methods.
///
/// A request with another method is not malformed, and the response to it is 501 (RFC 9110 section 9.1). The parser has the same
/// error for it as for data that is no HTTP at all, so that its first line is looked at again here.
final class ServedRequestDecoder: ByteToMessageDecoder {
    typealias InboundOut = HTTPServerRequestPart

    /// The error for a well-formed request line with a method that the parser does not know.
    struct UnknownMethod: Error {}

    private let parser = HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)

    func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        do {
            return try parser.decode(context: context, buffer: &buffer)
        } catch HTTPParserError.invalidMethod where Self.hasMethod(buffer.readableBytesView) {
            throw UnknownMethod()
        }
    }

    func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        do {
            return try parser.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
        } catch HTTPParserError.invalidMethod where Self.hasMethod(buffer.readableBytesView) {
            throw UnknownMethod()
        }
    }

    func decoderAdded(context: ChannelHandlerContext) { parser.decoderAdded(context: context) }
    func decoderRemoved(context: ChannelHandlerContext) { parser.decoderRemoved(context: context) }

    /// The length of a request line that is looked at.
    private static let maxLine = 8_192

    /// Whether the bytes begin with a method, a target, and the name of the protocol (RFC 9112 section 3). The parser has read
    /// everything before them.
    static func hasMethod(_ bytes: ByteBufferView) -> Bool {
        let line = bytes.prefix(maxLine).prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        return words.count == 3 && !words[0].isEmpty && words[0].allSatisfy(Token.isCharacter) && !words[1].isEmpty
            && words[2].starts(with: "HTTP/1.".utf8)
    }
}
