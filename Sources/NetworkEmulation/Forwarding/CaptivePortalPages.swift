import NetworkModel

/// The HTTP responses of the captive portal. They never repeat anything from a request.
package enum CaptivePortalPages {
    /// A response, and whether the request accepted the terms.
    package struct Reply: Sendable, Hashable {
        package let bytes: [UInt8]
        package let accepts: Bool
    }

    /// Returns the response to a request.
    ///
    /// - Parameters:
    ///   - head: The bytes of the request that were received so far.
    ///   - isOpen: Whether the terms were accepted before.
    /// - Returns: `nil` while the head of the request is incomplete.
    package static func reply(to head: [UInt8], isOpen: Bool) -> Reply? {
        let text = String(decoding: head, as: UTF8.self)
        guard text.utf8.contains(0x0a), text.contains("\r\n\r\n") || text.contains("\n\n") else { return nil }
        let lines = text.split(whereSeparator: \.isNewline)
        let words = (lines.first ?? "").split(separator: " ")
        guard words.count >= 2 else { return Reply(bytes: page("400 Bad Request", "Bad request"), accepts: false) }
        let host =
            lines.first { $0.lowercased().hasPrefix("host:") }?.dropFirst(5).trimmingSpaces.lowercased() ?? ""
        guard host == CableNetwork.router.description else {
            let location = "Location: http://\(CableNetwork.router)/\r\n"
            return Reply(bytes: page("302 Found", "<a href=\"/\">Log in</a>", fields: location), accepts: false)
        }
        let path = words[1].prefix { $0 != "?" }
        if path == "/accept" {
            return Reply(bytes: page("200 OK", "You are online."), accepts: true)
        }
        let body =
            isOpen
            ? "You are online."
            : "<form method=\"post\" action=\"/accept\"><button>Accept the terms and go online</button></form>"
        return Reply(bytes: page("200 OK", body), accepts: false)
    }

    private static func page(_ status: String, _ body: String, fields: String = "") -> [UInt8] {
        let html = "<!DOCTYPE html><title>Hotel network</title><h1>Hotel network</h1><p>\(body)</p>\n"
        let head = """
            HTTP/1.1 \(status)\r
            Content-Type: text/html; charset=utf-8\r
            Content-Length: \(html.utf8.count)\r
            Cache-Control: no-store\r
            X-Content-Type-Options: nosniff\r
            Connection: close\r
            \(fields)\r

            """
        return Array((head + html).utf8)
    }
}

extension StringProtocol {
    fileprivate var trimmingSpaces: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
