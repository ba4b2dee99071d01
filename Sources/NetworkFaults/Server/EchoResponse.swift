import NIOCore
import NIOHTTP1
import TLSServerChannel

/// The request as JSON, or only its query as plain text (`/?7.000`).
enum EchoResponse {
    /// The maximum number of bytes of the body in the response.
    private static let maxBody = 256 << 10

    static func response(to request: ServedRequest) -> ServedResponse {
        var response: ServedResponse
        if request.path == "/", request.query.count == 1, !request.target.contains("="), request.method == "GET" {
            response = .text(.ok, request.query[0].name + "\n")
        } else {
            response = .text(.ok, json(request) + "\n", type: "application/json")
        }
        // Data of a client must not become an active page of this host.
        response.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        response.headers.add(name: "Content-Security-Policy", value: "default-src 'none'; sandbox")
        return response
    }

    private static func json(_ request: ServedRequest) -> String {
        let pairs = { (pairs: [(String, String)]) in
            "[" + pairs.map { "[\(JSONText.quoted($0.0)),\(JSONText.quoted($0.1))]" }.joined(separator: ",") + "]"
        }
        let headers = pairs(request.headers.map { ($0.name, $0.value) })
        let query = pairs(request.query.map { ($0.name, $0.value) })
        let bytes = Array(request.body.readableBytesView.prefix(maxBody))
        let body =
            String(validating: bytes, as: UTF8.self).map(JSONText.quoted)
            ?? "{\"base64\":\(JSONText.quoted(Base64.encoded(bytes)))}"
        let tls =
            request.tls.map { tls in
                "{\"cipher\":\(JSONText.quoted(tls.cipher)),"
                    + "\"server_name\":\(tls.serverName.map(JSONText.quoted) ?? "null"),"
                    + "\"version\":\(JSONText.quoted(tls.version))}"
            } ?? "null"
        return "{\"body\":\(body),\"body_bytes\":\(request.body.readableBytes),\"headers\":\(headers),"
            + "\"method\":\(JSONText.quoted(request.method)),\"path\":\(JSONText.quoted(request.path)),"
            + "\"peer\":\(request.peer.map(JSONText.quoted) ?? "null"),\"query\":\(query),\"tls\":\(tls)}"
    }
}
