package import NIOCore
package import NIOHTTP1

/// What an exchange writes.
package enum ServerOutput: Sendable {
    case head(HTTPResponseHead)
    case body(ByteBuffer)
    case end
    /// Bytes that go out as they are, framed by nobody.
    case raw(ByteBuffer)
}
