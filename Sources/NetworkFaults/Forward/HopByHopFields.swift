package import NIOHTTP1

/// The fields that are for one connection alone (RFC 9110 section 7.6.1).
package enum HopByHopFields {
    private static let names = [
        "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
        "proxy-authenticate", "proxy-authorization",
    ]

    /// Takes them out, with those that Connection names.
    package static func remove(from headers: inout HTTPHeaders) {
        for name in headers[canonicalForm: "connection"].prefix(64) where !isNeeded(name) {
            headers.remove(name: String(name))
        }
        for name in names { headers.remove(name: name) }
    }

    /// What Connection may not take away: without it the message is another one.
    private static func isNeeded(_ name: Substring) -> Bool {
        ["host", "content-length", "via", "content-type"].contains(name.lowercased())
    }
}
