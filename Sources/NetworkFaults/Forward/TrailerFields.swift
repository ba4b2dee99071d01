import NIOHTTP1

/// Forwards trailer fields.
enum TrailerFields {
    /// The fields that are not allowed as trailers: framing, routing, conditions, authentication and control of the response
    /// (RFC 9110 section 6.5.1).
    private static let refused: Set<String> = [
        "accept-ranges", "age", "authorization", "cache-control", "connection", "content-encoding", "content-length",
        "content-range", "content-type", "cookie", "date", "expect", "expires", "host", "keep-alive", "location",
        "max-forwards", "pragma", "range", "retry-after", "set-cookie", "te", "trailer", "transfer-encoding", "upgrade",
        "vary", "via", "www-authenticate",
    ]

    /// Returns the fields to forward; `nil` if there are none.
    static func passed(_ fields: HTTPHeaders?) -> HTTPHeaders? {
        guard let fields else { return nil }
        let kept = fields.filter { name, _ in
            let name = name.lowercased()
            return !refused.contains(name) && !name.hasPrefix("proxy-") && !name.hasPrefix("if-")
        }
        return kept.isEmpty ? nil : HTTPHeaders(kept.map { ($0.name, $0.value) })
    }
}
