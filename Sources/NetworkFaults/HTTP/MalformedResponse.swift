import NIOCore

/// Responses that violate HTTP/1.1 (RFC 9112), as raw bytes.
enum MalformedResponse: String, CaseIterable, Sendable {
    /// A response that does not begin with `HTTP/`.
    case statusLine = "status-line"
    /// A header line without a colon (section 5).
    case field
    /// Two different lengths (section 6.3).
    case lengths
    /// A length that is not a number (section 6.2).
    case length
    /// A chunk whose size is not a hexadecimal number (section 7.1).
    case chunk
    /// A header section that does not end.
    case head
    /// A body that is declared as gzip, but is not.
    case gzip
    /// Interim responses (1xx) without a final one.
    case interim

    var bytes: ByteBuffer {
        switch self {
        case .statusLine: ByteBuffer(string: "SSH-2.0-netdiag_serve\r\n")
        case .field: okResponse("Content-Length: 4\r\nno field at all\r\n\r\ntext")
        case .lengths: okResponse("Content-Length: 4\r\nContent-Length: 5\r\n\r\ntexts")
        case .length: okResponse("Content-Length: four\r\n\r\ntext")
        case .chunk: okResponse("Transfer-Encoding: chunked\r\n\r\nzz\r\ntext\r\n0\r\n\r\n")
        case .head: okResponse(Self.repeated("X-Filler: \(String(repeating: "x", count: 1_000))\r\n", 400))
        case .gzip: okResponse("Content-Encoding: gzip\r\nContent-Length: 12\r\n\r\nnot gzip at ")
        case .interim:
            ByteBuffer(
                string: Self.repeated(
                    "HTTP/1.1 103 Early Hints\r\nX-Filler: \(String(repeating: "x", count: 200))\r\n\r\n", 2_000))
        }
    }

    private func okResponse(_ rest: String) -> ByteBuffer { ByteBuffer(string: "HTTP/1.1 200 OK\r\n" + rest) }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
}
