/// Servers that answer each request with what its head asks for.
extension RawServer {
    /// An answer without a body.
    static let ok = answer()

    /// An answer without a body, with fields of its own.
    static func answer(_ status: String = "200 OK", _ fields: String...) -> String {
        (["HTTP/1.1 \(status)"] + fields + ["Content-Length: 0", "", ""]).joined(separator: "\r\n")
    }

    /// An answer that sends the client elsewhere.
    static func redirect(to location: String, status: Int = 302, _ fields: String...) -> String {
        (["HTTP/1.1 \(status) Elsewhere", "Location: \(location)"] + fields + ["Content-Length: 0", "", ""])
            .joined(separator: "\r\n")
    }

    /// A server that answers one request of each connection.
    ///
    /// - Parameters:
    ///   - heads: Where the heads of all requests are taken down.
    ///   - reply: What it says to a head.
    static func http(
        _ heads: Heads = Heads(), _ reply: @escaping @Sendable (_ head: String) -> String
    ) throws -> RawServer {
        try RawServer(
            .talks { peer in
                let head = peer.head()
                heads.add(head)
                peer.say(reply(head))
            })
    }

    /// One that sends all its clients elsewhere.
    static func redirecting(to location: String, status: Int = 302) throws -> RawServer {
        try http { _ in redirect(to: location, status: status) }
    }
}
