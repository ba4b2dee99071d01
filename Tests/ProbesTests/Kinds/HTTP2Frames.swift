import KindTesting
/// HTTP/2 frames (RFC 9113 section 4), as a server sends them on its first stream.
enum HTTP2Frames {
    private static let data: UInt8 = 0
    private static let headers: UInt8 = 1

    /// The first frame of a server.
    static let settings = frame(4, flags: 0, stream: 0, [])
    static let ping = frame(6, flags: 0, stream: 0, [UInt8](repeating: 7, count: 8))

    static func frame(_ type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8]) -> [UInt8] {
        let count = UInt32(payload.count)
        let length = [UInt8(count >> 16 & 0xff), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)]
        return length + [type, flags] + (0..<4).map { UInt8(truncatingIfNeeded: stream >> (24 - $0 * 8)) } + payload
    }

    /// The fields of a head, or of trailers.
    static func fields(_ fields: [(String, String)], isLast: Bool = false) -> [UInt8] {
        frame(headers, flags: isLast ? 5 : 4, stream: 1, fields.flatMap { [0] + literal($0.0) + literal($0.1) })
    }

    static func body(_ bytes: [UInt8], isLast: Bool = false) -> [UInt8] {
        frame(data, flags: isLast ? 1 : 0, stream: 1, bytes)
    }

    /// RST_STREAM, with an error of RFC 9113 section 7.
    static func resetStream(_ error: UInt8) -> [UInt8] { frame(3, flags: 0, stream: 1, [0, 0, 0, error]) }

    /// GOAWAY, with no processed stream.
    static func goAway(_ error: UInt8) -> [UInt8] { frame(7, flags: 0, stream: 0, [0, 0, 0, 0, 0, 0, 0, error]) }

    /// A string of HPACK without Huffman coding (RFC 7541 section 5.2).
    private static func literal(_ text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard bytes.count >= 127 else { return [UInt8(bytes.count)] + bytes }
        var length: [UInt8] = [127]
        var rest = bytes.count - 127
        while rest > 127 {
            length.append(UInt8(rest & 127) | 128)
            rest >>= 7
        }
        return length + [UInt8(rest)] + bytes
    }
}

extension RawPeer {
    /// Reads the client's preface, and frames up to the end of its first request (RFC 9113 sections 3.4 and 8.1).
    ///
    /// - Returns: The request's body; `nil` if the client closes before.
    func request() -> [UInt8]? {
        var body: [UInt8] = []
        guard bytes(24) != nil else { return nil }
        while let head = bytes(9), let payload = bytes(head[..<3].reduce(0) { $0 << 8 | Int($1) }) {
            if head[3] == 0 { body += payload }
            if head[3] < 2, head[4] & 1 != 0 { return body }
        }
        return nil
    }

    /// Reads the given number of bytes; `nil` if the client closes before.
    private func bytes(_ count: Int) -> [UInt8]? {
        var all: [UInt8] = []
        while all.count < count {
            guard let more = read(count - all.count) else { return nil }
            all += more
        }
        return all
    }
}
