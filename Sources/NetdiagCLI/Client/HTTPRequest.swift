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

    /// As it goes over the wire.
    var bytes: [UInt8] {
        var head = "\(method) \(path)"
        if !query.isEmpty {
            head += "?" + query.map { "\($0)=\(Self.percentEncoded($1))" }.joined(separator: "&")
        }
        head += " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: \(accept)\r\n"
        if let body { head += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n" }
        return Array("\(head)\r\n".utf8) + (body ?? [])
    }

    /// All but unreserved characters as `%XX` (RFC 3986 section 2).
    static func percentEncoded(_ text: String) -> String {
        var result = ""
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                result.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                result += digits.count == 1 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }
}
