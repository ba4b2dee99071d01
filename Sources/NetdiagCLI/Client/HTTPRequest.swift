import NetworkModel

/// A request to the daemon (RFC 9112 section 3).
struct HTTPRequest: Sendable, Hashable {
    var method = "GET"
    var path: String
    var query: [(String, String)] = []
    var accept = "application/json"
    /// A JSON document.
    var body: [UInt8]?

    static func == (left: HTTPRequest, right: HTTPRequest) -> Bool { left.bytes == right.bytes }
    func hash(into hasher: inout Hasher) { hasher.combine(bytes) }

    /// The request as it is sent.
    var bytes: [UInt8] {
        var head = "\(method) \(path)"
        if !query.isEmpty {
            head += "?" + query.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
        }
        head += " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: \(accept)\r\n"
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        return Array("\(head)\r\n".utf8) + (body ?? [])
    }
}
