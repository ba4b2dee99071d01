package import NIOCore
package import NIOHTTP1

/// What an exchange writes.
package enum ServerOutput: Sendable {
    case head(HTTPResponseHead)
    case body(ByteBuffer)
    case end
    /// The end, with fields behind a body without a length (RFC 9112 section 7.1.2).
    case endWithTrailers(HTTPHeaders)
    /// Bytes that go out as they are, framed by nobody.
    case raw(ByteBuffer)
}
