import NIOHTTP1
import NIOPosix
import NetworkFaults
import NetworkModel

/// `--ui`: a page on loopback that shows requests live. It is read-only.
struct RequestsPage {
    private let server: HTTPServer
    /// The URL, with a secret in its path, since other users of the machine can also connect to the port.
    let url: String

    static func start(_ servers: RunningServers) async throws -> RequestsPage {
        var random = SystemRandomNumberGenerator()
        let secret = (0..<2).map { _ in String(random.next(), radix: 36) }.joined()
        let server = try await HTTPServer.start(
            at: .address(host: "127.0.0.1", port: 0), group: MultiThreadedEventLoopGroup.singleton,
            responder: RequestsPageResponder(servers: servers, secret: secret))
        return RequestsPage(server: server, url: "http://127.0.0.1:\(server.port)/\(secret)/")
    }

    func close() async { await server.close() }
}

/// The responses for the page and its parts.
struct RequestsPageResponder: HTTPResponder {
    let servers: RunningServers
    let secret: String

    func respond(to request: ServedRequest, after elapsed: Duration) async -> HTTPTransmission {
        var response = self.response(to: request)
        for (name, value) in Self.fields { response.headers.replaceOrAdd(name: name, value: value) }
        return HTTPTransmission(response)
    }

    /// The browser loads only content from this server, no inline scripts or styles, and does not show the page in frames.
    private static let fields = [
        (
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; "
                + "form-action 'none'; frame-ancestors 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("Cache-Control", "no-store"),
        ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    ]

    private func response(to request: ServedRequest) -> ServedResponse {
        // A hostname that was rebound to this machine (DNS rebinding) is rejected.
        guard let host = request.headers.first(name: "host"), Self.isOwn(host) else {
            return .problem(.misdirectedRequest, "this page must be requested as 127.0.0.1 or localhost")
        }
        let segments = request.pathSegments
        guard segments.count == 2, segments[0] == secret else {
            return .problem(.notFound, "the page has another address; it was printed at the start")
        }
        guard request.method == "GET" || request.method == "HEAD" else {
            var response = ServedResponse.problem(.methodNotAllowed, "the page is read, and changes nothing")
            response.headers.add(name: "Allow", value: "GET, HEAD")
            return response
        }
        switch segments[1] {
        case "": return .text(.ok, RequestsPageText.html, type: "text/html; charset=utf-8")
        case "page.css": return .text(.ok, RequestsPageText.css, type: "text/css; charset=utf-8")
        case "page.js": return .text(.ok, RequestsPageText.script, type: "text/javascript; charset=utf-8")
        case "status":
            return .text(
                .ok, "{\"listeners\":[\(servers.list.map(\.json).joined(separator: ","))]}\n", type: "application/json")
        case "events":
            let kept = servers.log.entries.map(LiveEvent.bytes)
            return ServedResponse(
                .ok, headers: ["Content-Type": "text/event-stream"],
                body: .stream(kept, servers.log.follow().map(LiveEvent.bytes)))
        default: return .problem(.notFound, "the page does not have this part")
        }
    }

    private static func isOwn(_ authority: String) -> Bool {
        ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix("\($0):") }
    }
}
