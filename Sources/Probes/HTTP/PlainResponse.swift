import NetworkModel

/// A response as simple as those of most healthy pages: HTTP/1.x in its strictest form, a short body that is framed by its
/// length, by chunks without extensions or by the end of the connection, no content coding, no redirect and no challenge
/// (RFC 9112 sections 4 to 7).
///
/// Whatever is not, or is not valid, is for libcurl, so that it alone decides about responses that some clients accept.
struct PlainResponse: Sendable {
    /// The result of reading the bytes that arrived so far.
    enum Reading {
        case incomplete
        /// Something else than such a response.
        case other
        case complete(PlainResponse)
    }

    private enum Framing {
        case length(Int), chunks, end
    }

    private(set) var heads: HTTPResponseHeads
    /// The body, if it is kept.
    private(set) var body: [UInt8] = []
    private(set) var bodyBytes = 0

    /// Reads a response from its first byte.
    ///
    /// - Parameters:
    ///   - isEnded: Whether the server has closed the connection.
    ///   - isHead: Whether the request was a HEAD, whose response has no body.
    ///   - maxBodyBytes: The maximum number of bytes of the body.
    ///   - keepsBody: Whether the body is kept, instead of only being counted; it is in any case if the status is 400.
    static func read(
        _ bytes: UnsafeRawBufferPointer, isEnded: Bool, isHead: Bool, maxBodyBytes: Int, keepsBody: Bool,
        keepsAllFields: Bool
    ) -> Reading {
        var response = PlainResponse(heads: HTTPResponseHeads(keepsAllFields: keepsAllFields))
        var cursor = 0
        guard let framing = response.readHead(bytes, &cursor) else { return .other }
        guard let framing else { return isEnded ? .other : .incomplete }
        if isHead { return .complete(response) }
        // The text may say that the server expects TLS.
        let keepsBody = keepsBody || response.heads.responses.last?.status == 400
        switch framing {
        case .length(let count):
            guard count <= maxBodyBytes else { return .other }
            guard bytes.count - cursor >= count else { return isEnded ? .other : .incomplete }
            response.add(bytes[cursor..<(cursor + count)], keepsBody)
        case .end:
            guard bytes.count - cursor <= maxBodyBytes else { return .other }
            guard isEnded else { return .incomplete }
            response.add(bytes[cursor...], keepsBody)
        case .chunks:
            guard let isComplete = response.readChunks(bytes, &cursor, keepsBody), response.bodyBytes <= maxBodyBytes
            else { return .other }
            guard isComplete else { return isEnded ? .other : .incomplete }
        }
        return .complete(response)
    }

    private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>, _ keepsBody: Bool) {
        if keepsBody { body += bytes }
        bodyBytes += bytes.count
    }

    /// The range of the line that begins at the cursor, which is moved behind its CR LF.
    ///
    /// - Returns: `nil` if there is no valid line, an empty optional if it has not arrived completely.
    private static func line(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int) -> Range<Int>?? {
        let begin = cursor
        for index in begin..<bytes.count {
            switch bytes[index] {
            case 0x0d:
                guard index + 1 < bytes.count else { return .some(nil) }
                guard bytes[index + 1] == 0x0a else { return nil }
                cursor = index + 2
                return begin..<index
            case 0x20..., 0x09: continue
            default: return nil
            }
        }
        return .some(nil)
    }

    /// - Returns: `nil` if the head is not a simple one, an empty optional if it has not arrived completely.
    private mutating func readHead(_ bytes: UnsafeRawBufferPointer, _ cursor: inout Int) -> Framing?? {
        guard let first = Self.line(bytes, &cursor) else { return nil }
        guard let first else { return .some(nil) }
        guard let status = Self.status(bytes[first]) else { return nil }
        heads.begin(UnsafeRawBufferPointer(rebasing: bytes[first]), isTunnel: false)
        var length: Int?
        var isChunked = false
        while true {
            guard let next = Self.line(bytes, &cursor) else { return nil }
            guard let line = next else { return .some(nil) }
            if line.isEmpty { break }
            guard let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")), colon > line.lowerBound,
                bytes[line.lowerBound..<colon].allSatisfy(Token.isCharacter)
            else { return nil }
            let (name, value) = (bytes[line.lowerBound..<colon], bytes[(colon + 1)..<line.upperBound])
            if HTTPResponseHeads.equals(name, Self.contentLength) {
                guard length == nil, let count = Self.number(value) else { return nil }
                length = count
            } else if HTTPResponseHeads.equals(name, Self.transferEncoding) {
                guard !isChunked, HTTPResponseHeads.equals(Self.trimmed(value), Self.chunked) else { return nil }
                isChunked = true
            } else if HTTPResponseHeads.equals(name, Self.contentEncoding) {
                return nil
            }
            heads.addField(name, value)
        }
        guard !(isChunked && length != nil) else { return nil }
        if status == 204 { return .length(0) }
        if isChunked { return bytes[first][first.lowerBound + 7] == UInt8(ascii: "1") ? .chunks : nil }
        return length.map(Framing.length) ?? .end
    }

    private static let contentLength = Array("content-length".utf8)
    private static let transferEncoding = Array("transfer-encoding".utf8)
    private static let contentEncoding = Array("content-encoding".utf8)
    private static let chunked = Array("chunked".utf8)

    /// The status of a final response that is neither a redirect nor a challenge.
    private static func status(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
        let text = Array(line.prefix(13))
        guard text.count >= 12, text.starts(with: "HTTP/1.".utf8), text[7] == 0x30 || text[7] == 0x31, text[8] == 0x20,
            text.count == 12 || text[12] == 0x20, text[9...11].allSatisfy({ 0x30...0x39 ~= $0 })
        else { return nil }
        let status = text[9...11].reduce(0) { $0 * 10 + Int($1) - 0x30 }
        switch status {
        case 401, 407: return nil
        case 200..<300, 400..<600: return status
        default: return nil
        }
    }

    private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer> {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 9 }
        let begun = value.drop(while: isBlank)
        let end = begun.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? begun.startIndex
        return begun[..<end]
    }

    private static func number(_ value: Slice<UnsafeRawBufferPointer>) -> Int? {
        let digits = trimmed(value)
        guard (1...9).contains(digits.count), digits.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    /// - Returns: Whether the last chunk has arrived; `nil` if the chunks are not simple.
    private mutating func readChunks(
        _ bytes: UnsafeRawBufferPointer, _ cursor: inout Int, _ keepsBody: Bool
    ) -> Bool? {
        while true {
            guard let next = Self.line(bytes, &cursor) else { return nil }
            guard let line = next else { return false }
            guard let size = Self.chunkSize(bytes[line]) else { return nil }
            let end = cursor + size
            if size > 0 {
                guard bytes.count >= end else { return false }
                add(bytes[cursor..<end], keepsBody)
                cursor = end
            }
            guard let closing = Self.line(bytes, &cursor) else { return nil }
            guard let closing else { return false }
            // After the last chunk, a line that is not empty is a trailer (RFC 9112 section 7.1.2).
            guard closing.isEmpty else { return nil }
            if size == 0 { return true }
        }
    }

    private static func chunkSize(_ line: Slice<UnsafeRawBufferPointer>) -> Int? {
        guard (1...6).contains(line.count) else { return nil }
        var size = 0
        for byte in line {
            switch byte {
            case 0x30...0x39: size = size << 4 | Int(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: size = size << 4 | Int(byte & 0xf) + 9
            default: return nil
            }
        }
        return size
    }
}
