package import NIOCore
package import NIOHTTP1

/// The output of an exchange.
package enum ServerOutput: Sendable {
    case head(HTTPResponseHead)
    case body(ByteBuffer)
    case end
    /// The end, with trailer fields of a chunked body (RFC 9112 section 7.1.2).
    case endWithTrailers(HTTPHeaders)
    /// Bytes that are sent unchanged, without framing.
    case raw(ByteBuffer)
}
