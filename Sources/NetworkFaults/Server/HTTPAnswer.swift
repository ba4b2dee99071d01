package import NIOCore
package import NIOHTTP1

/// What is sent for a request, decided to the last field before a byte of it is sent.
package struct HTTPAnswer: Sendable {
    /// What stands behind the head.
    package enum Body: Sendable {
        case bytes(ByteBuffer)
        /// Part of an open file; the descriptor is closed when nobody holds the file any more.
        case file(OpenFile, Range<Int>)
        /// Bytes that are repeated up to a length.
        case repeated(ByteBuffer, count: Int)
        /// Random bytes of this many; the same seed repeats them.
        case random(count: Int, seed: UInt64)
        /// Parts that are sent one after the other, without a length before them (RFC 9112 section 7.1).
        case parts([ByteBuffer], interval: Duration, rounds: Int)
        /// Parts that are there, then others as they come, without a length before them.
        case stream([ByteBuffer], AsyncMapSequence<AsyncStream<RequestLog.Entry>, ByteBuffer>)

        /// What an upstream answers; nobody else but ``ForwardExchange`` sends it.
        case forward(Upstream)

        /// `nil` if it is not known before.
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
    /// Before the first byte of the head.
    package var firstByte: Duration = .zero
    package var pace: Pace?

    package init(
        _ status: HTTPResponseStatus, headers: HTTPHeaders = [:], body: Body = .bytes(ByteBuffer())
    ) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// A text, by default in UTF-8 as it is.
    package static func text(
        _ status: HTTPResponseStatus, _ text: String, type: String = "text/plain; charset=utf-8"
    ) -> HTTPAnswer {
        HTTPAnswer(status, headers: ["Content-Type": type], body: .bytes(ByteBuffer(string: text)))
    }

    /// What went wrong, as RFC 9457 has it.
    package static func problem(_ status: HTTPResponseStatus, _ detail: String) -> HTTPAnswer {
        let json =
            #"{"detail":\#(JSONText.quoted(detail)),"status":\#(status.code),"#
            + #""title":\#(JSONText.quoted(status.reasonPhrase))}"#
        return text(status, json + "\n", type: "application/problem+json")
    }
}
