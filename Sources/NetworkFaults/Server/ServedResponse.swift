package import NIOCore
package import NIOHTTP1

/// A response, which is complete before its first byte is sent.
package struct ServedResponse: Sendable {
    /// The body of a response.
    package enum Body: Sendable {
        case bytes(ByteBuffer)
        /// A range of an open file. The descriptor is closed with the last reference to the file.
        case file(OpenFile, Range<Int>)
        /// A sequence of bytes that is repeated up to this length.
        case repeated(ByteBuffer, count: Int)
        /// This number of random bytes. The same seed leads to the same bytes.
        case random(count: Int, seed: UInt64)
        /// Parts that are sent one after the other, without a declared length (RFC 9112 section 7.1). Each is built when it is
        /// sent, so that its time is that of sending. Empty ones are left out.
        case parts([@Sendable () -> ByteBuffer], interval: Duration, rounds: Int)
        /// Existing parts, then others as they occur, without a declared length.
        case stream([ByteBuffer], AsyncMapSequence<AsyncStream<RequestLog.Entry>, ByteBuffer>)

        /// The response of an upstream. Only ``ForwardExchange`` sends it.
        case forward(Upstream)

        /// The length in bytes; `nil` if it is not known in advance.
        package var count: Int? {
            switch self {
            case .bytes(let buffer): buffer.readableBytes
            case .file(_, let range): range.count
            case .repeated(_, let count), .random(let count, _): count
            case .parts, .stream, .forward: nil
            }
        }
    }

    package var status: HTTPResponseStatus
    package var headers: HTTPHeaders
    package var body: Body
    /// The delay before the first byte of the head.
    package var firstByte: Duration = .zero
    package var pace: SendRate?
    /// Whether the response takes longer than others may wait for it. It is built again on another thread.
    var isUnfinished = false

    package init(
        _ status: HTTPResponseStatus, headers: HTTPHeaders = [:], body: Body = .bytes(ByteBuffer())
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    static var unfinished: ServedResponse {
        var response = ServedResponse(.serviceUnavailable)
        response.isUnfinished = true
        return response
    }

    /// Returns a response with a text, which is plain by default.
    package static func text(
        _ status: HTTPResponseStatus, _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> ServedResponse {
        bytes(status, ByteBuffer(string: text), type: type)
    }

    static func bytes(
        _ status: HTTPResponseStatus, _ bytes: ByteBuffer, type: String = "text/plain; charset=utf-8"
    ) -> ServedResponse {
        ServedResponse(status, headers: ["Content-Type": type], body: .bytes(bytes))
    }

    /// Returns a response that describes a problem (RFC 9457).
    package static func problem(_ status: HTTPResponseStatus, _ detail: String) -> ServedResponse {
        let json =
            #"{"detail":\#(JSONText.quoted(detail)),"status":\#(status.code),"#
            + #""title":\#(JSONText.quoted(status.reasonPhrase))}"#
        return text(status, json + "\n", type: "application/problem+json")
    }
}
