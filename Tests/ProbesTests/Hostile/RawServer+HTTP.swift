import KindTesting
/// Servers that respond to each request according to its head.
extension RawServer {
    /// A response without a body.
    static let ok = answer()

    /// A response without a body, with additional fields.
    static func answer(_ status: String = "200 OK", _ fields: String...) -> String {
        (["HTTP/1.1 \(status)"] + fields + ["Content-Length: 0", "", ""]).joined(separator: "\r\n")
    }

    /// A redirect.
    static func redirect(to location: String, status: Int = 302, _ fields: String...) -> String {
        (["HTTP/1.1 \(status) Elsewhere", "Location: \(location)"] + fields + ["Content-Length: 0", "", ""])
            .joined(separator: "\r\n")
    }

    /// A server that responds to one request per connection.
    ///
    /// - Parameters:
    ///   - heads: The record of the heads of all requests.
    ///   - reply: The response to a head.
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

    /// A server that redirects all requests.
    static func redirecting(to location: String, status: Int = 302) throws -> RawServer {
        try http { _ in redirect(to: location, status: status) }
    }
}
