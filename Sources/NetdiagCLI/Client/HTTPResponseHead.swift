/// The status line and the fields of a response (RFC 9112 sections 4 and 5), parsed strictly.
struct HTTPResponseHead: Sendable, Hashable {
    /// How the length of the body is determined (RFC 9112 section 6.3).
    enum Framing: Sendable, Hashable {
        case length(Int), chunked, untilClose
    }

    let status: Int
    let reason: String
    let framing: Framing

    /// Whether the status is 2xx (RFC 9110 section 15.3).
    var isSuccess: Bool { (200...299).contains(status) }

    /// - Parameter lines: The lines before the empty one, without line endings.
    init(lines: [[UInt8]]) throws(HTTPError) {
        guard let first = lines.first.flatMap({ String(validating: $0, as: UTF8.self) }) else {
            throw HTTPError("it has no status line")
        }
        let parts = first.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0] == "HTTP/1.1" || parts[0] == "HTTP/1.0" else {
            throw HTTPError("it is not HTTP")
        }
        guard parts[1].utf8.count == 3, let status = Int(parts[1]), (100...599).contains(status) else {
            throw HTTPError("its status is not a number from 100 to 599")
        }
        self.status = status
        reason = parts.count == 3 ? String(parts[2]) : ""

        var length: Int?
        var coding: String?
        for line in lines.dropFirst() {
            let (name, value) = try Self.field(line)
            switch name {
            case "content-length":
                guard value.utf8.count <= 15, value.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let count = Int(value),
                    length == nil || length == count
                else { throw HTTPError("its Content-Length is not one number") }
                length = count
            case "transfer-encoding":
                guard coding == nil else { throw HTTPError("it has two Transfer-Encodings") }
                coding = value.lowercased()
            default: break
            }
        }
        if status == 204 || status == 304 || status < 200 {
            framing = .length(0)
        } else if let coding {
            guard coding == "chunked", length == nil else {
                throw HTTPError("its Transfer-Encoding has codings other than chunked")
            }
            framing = .chunked
        } else {
            framing = length.map(Framing.length) ?? .untilClose
        }
    }

    private static func field(_ line: [UInt8]) throws(HTTPError) -> (name: String, value: String) {
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > 0,
            line[..<colon].allSatisfy({ $0 > 0x20 && $0 < 0x7f })
        else { throw HTTPError("a header field has no name") }
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        let value = line[(colon + 1)...].drop(while: isBlank)
        let end = value.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? value.startIndex
        return (
            String(decoding: line[..<colon], as: UTF8.self).lowercased(),
            String(decoding: value[..<end], as: UTF8.self)
        )
    }
}

/// A violation of HTTP in a response. The description completes the sentence "the response is not valid: …".
struct HTTPError: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
