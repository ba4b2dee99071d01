import NetworkModel

/// A GET or HEAD over HTTP/1.1 without anything for which a library is needed: no TLS, proxy, login, body or cookies
/// (RFC 9112 section 3). Its bytes are those that libcurl 7.88 sends.
struct PlainRequest: Sendable {
    /// Names of fields that libcurl replaces or interprets itself.
    private static let ownFields: Set<String> = [
        "host", "user-agent", "accept", "accept-encoding", "connection", "keep-alive", "transfer-encoding", "te",
        "content-length", "expect", "cookie", "upgrade", "http2-settings", "authorization", "proxy-authorization",
        "range", "referer",
    ]
    /// More would not fit into the send buffer of a new connection.
    private static let maxBytes = 8_192

    let bytes: [UInt8]
    let isHead: Bool

    /// Creates the request of a probe; `nil` if libcurl is needed.
    init?(_ probe: HTTPProbe, _ plan: CurlPlan) {
        let settings = probe.settings
        guard plan.url.hasPrefix("http:"), plan.socket.path == nil, plan.proxy == nil, plan.login == nil,
            probe.cookies.isEmpty, settings.body == nil, settings.version != .http2,
            settings.method == "GET" || settings.method == "HEAD",
            let target = Self.target(of: plan.url)
        else { return nil }
        isHead = settings.method == "HEAD"
        var text = settings.method
        text += " "
        text += target.path
        text += " HTTP/1.1\r\nHost: "
        text += target.authority
        text += "\r\nUser-Agent: netdiag\r\nAccept: */*\r\n"
        if settings.acceptsCompression { text += "Accept-Encoding: deflate, gzip, br, zstd\r\n" }
        for field in settings.fields {
            guard !field.value.isEmpty, !Self.ownFields.contains(field.name.lowercased()) else { return nil }
            text += field.name
            text += ": "
            text += field.value
            text += "\r\n"
        }
        text += "\r\n"
        bytes = Array(text.utf8)
        guard bytes.count <= Self.maxBytes else { return nil }
    }

    /// The authority and the path of a URL that libcurl sends as they are: without a login, a zone, a number that may be an
    /// address, a segment of dots, or a character to encode (RFC 3986 section 6.2).
    private static func target(of url: String) -> (authority: Substring, path: Substring)? {
        let rest = url.dropFirst("http://".count)
        guard let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else { return nil }
        let (authority, path) = (rest[..<slash], rest[slash...])
        var last: UInt8 = 0
        for byte in path.utf8 {
            guard isSentAsIs(byte), last != UInt8(ascii: "/") || byte != UInt8(ascii: ".") else { return nil }
            last = byte
        }
        guard isUsual(authority) else { return nil }
        return (authority, path)
    }

    private static func isSentAsIs(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"):
            true
        default: "-._~!$&'()*+,;=:@%?".utf8.contains(byte)
        }
    }

    /// Whether it is an IPv4 address of four numbers, an IPv6 address in brackets, or a name in lower case whose last label
    /// begins with a letter, each with or without a port.
    private static func isUsual(_ authority: Substring) -> Bool {
        if authority.utf8.first == UInt8(ascii: "[") { return !authority.utf8.contains(UInt8(ascii: "%")) }
        let host = authority.utf8.prefix { $0 != UInt8(ascii: ":") }
        let text = String(Substring(host))
        if let address = IPAddress(text) { return address.description == text }
        guard let label = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).last?.first,
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(label)
        else { return false }
        return host.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
                UInt8(ascii: "."), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }
}
