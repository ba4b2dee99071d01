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
    /// Whether the parser has refused the method, and the rest of the line decides about the response.
    private var awaitsLine = false

    func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
        if awaitsLine { return try refuse(buffer.readableBytesView) }
        do {
            return try parser.decode(context: context, buffer: &buffer)
        } catch HTTPParserError.invalidMethod {
            return try refuse(buffer.readableBytesView)
        }
    }

    func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) throws -> DecodingState {
        if awaitsLine { throw HTTPParserError.invalidMethod }
        do {
            return try parser.decodeLast(context: context, buffer: &buffer, seenEOF: seenEOF)
        } catch HTTPParserError.invalidMethod where Self.line(buffer.readableBytesView) == .isRequest {
            throw UnknownMethod()
        }
    }

    func decoderAdded(context: ChannelHandlerContext) { parser.decoderAdded(context: context) }
    func decoderRemoved(context: ChannelHandlerContext) { parser.decoderRemoved(context: context) }

    /// Throws the error for a line whose method the parser does not know, or waits for the rest of the line.
    private func refuse(_ bytes: ByteBufferView) throws -> DecodingState {
        switch Self.line(bytes) {
        case .isRequest: throw UnknownMethod()
        case .isOther: throw HTTPParserError.invalidMethod
        case .mayBeRequest:
            awaitsLine = true
            return .needMoreData
        }
    }

    /// The length of a request line that is looked at.
    private static let maxLine = 8_192
    private static let versionStart = "HTTP/1.".utf8

    /// What the first line of some bytes is.
    enum Line: Sendable, Hashable {
        case isRequest
        /// The line is not complete.
        case mayBeRequest
        case isOther
    }

    /// Whether the bytes begin with a method, a target, and the name of the protocol (RFC 9112 section 3). The parser has read
    /// everything before them.
    static func line(_ bytes: some Collection<UInt8>) -> Line {
        let line = bytes.prefix(maxLine).prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        let words = line.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        guard words.count <= 3, let method = words.first, !method.isEmpty, method.allSatisfy(Token.isCharacter) else {
            return .isOther
        }
        guard words.count < 3 || !words[1].isEmpty else { return .isOther }
        let version = words.count == 3 ? words[2] : line[line.endIndex...]
        if line.count < bytes.count {
            return words.count == 3 && version.starts(with: versionStart) ? .isRequest : .isOther
        }
        return version.starts(with: versionStart) || versionStart.starts(with: version) ? .mayBeRequest : .isOther
    }
}
