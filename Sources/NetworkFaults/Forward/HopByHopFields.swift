package import NIOHTTP1

/// The header fields that apply to a single connection (RFC 9110 section 7.6.1).
package enum HopByHopFields {
    private static let names = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authorization",
    ]

    /// Removes these fields, and those that the field Connection lists.
    package static func remove(from headers: inout HTTPHeaders) {
        for name in headers[canonicalForm: "connection"].prefix(64) where !isNeeded(name) {
            headers.remove(name: String(name))
        }
        for name in names { headers.remove(name: name) }
    }

    /// Whether the field must stay, even if Connection lists it, since the message would have another meaning without it.
    private static func isNeeded(_ name: Substring) -> Bool {
        ["host", "content-length", "via", "content-type"].contains(name.lowercased())
    }
}
