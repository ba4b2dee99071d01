import NetworkModel
package import NIOCore
package import NIOHTTP1
package import TLSServerChannel

/// A received request.
package struct ServedRequest: Sendable {
    package let method: String
    /// The request target as it was sent, including the query.
    package let target: String
    package let version: HTTPVersion
    package let headers: HTTPHeaders
    /// The body; empty until it was received.
    package internal(set) var body: ByteBuffer
    /// The peer's address and port; `nil` on a Unix socket.
    package let peer: String?
    /// The TLS of the connection; `nil` if it is not encrypted.
    package let tls: TLSHandler.Negotiated?
    /// The segments of the path, percent-decoded; `nil` if one of them cannot be decoded.
    package let decodedSegments: [String]?
    /// Whether there is more than one field Host.
    let hasSeveralHosts: Bool
    /// The variables of the query, in order.
    package let query: [(name: String, value: String)]

    package init(
        method: String, target: String, version: HTTPVersion = .http1_1, headers: HTTPHeaders = [:],
        body: ByteBuffer = ByteBuffer(), peer: String? = nil, tls: TLSHandler.Negotiated? = nil
    ) {
        (self.method, self.target, self.version, self.headers, self.body, self.peer, self.tls) =
            (method, target, version, headers, body, peer, tls)
        hasSeveralHosts = headers[canonicalForm: "host"].count > 1
        let mark = target.utf8.firstIndex(of: UInt8(ascii: "?"))
        decodedSegments = PercentEncoding.segments(of: target[..<(mark ?? target.endIndex)])
        query = mark.map { PercentEncoding.query(target[target.utf8.index(after: $0)...]) } ?? []
    }

    /// The segments of the path, percent-decoded; empty if they cannot be decoded (``decodedSegments``).
    package var pathSegments: [String] { decodedSegments ?? [] }

    /// Whether the segments of a path mean the same to every server: no segment is empty, except at the end, none is `.` or `..`, which some
    /// remove (RFC 3986 section 5.2.4), also before a parameter, and none contains a slash that was encoded.
    static func isPlain(_ segments: [String]) -> Bool {
        for (index, segment) in segments.enumerated() {
            let name = segment.utf8.prefix { $0 != UInt8(ascii: ";") }
            if name.elementsEqual(".".utf8) || name.elementsEqual("..".utf8) { return false }
            if segment.isEmpty, index < segments.count - 1 { return false }
            if segment.utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }) { return false }
        }
        return true
    }

    /// The path as it was sent, without the query.
    package var path: String { String(target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]) }

    /// The cookies (RFC 6265 section 4.2).
    package var cookies: [String: String] {
        var cookies: [String: String] = [:]
        for field in headers["cookie"] {
            for pair in field.utf8.split(separator: UInt8(ascii: ";")).prefix(128) {
                let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
                guard parts.count == 2 else { continue }
                let name = parts[0].drop { $0 == UInt8(ascii: " ") }
                let key = String(decoding: name, as: UTF8.self)
                if cookies[key] == nil { cookies[key] = String(decoding: parts[1], as: UTF8.self) }
            }
        }
        return cookies
    }
}
