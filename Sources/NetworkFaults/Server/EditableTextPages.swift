import NIOCore
import NIOHTTP1
import NetworkModel

/// The text of `--text`, and the page that edits it.
enum EditableTextPages {
    static func text(_ text: EditableTextFile) -> ServedResponse {
        ServedResponse(
            .ok,
            headers: ["Content-Type": "text/plain; charset=utf-8", "X-Content-Type-Options": "nosniff"],
            body: .bytes(ByteBuffer(bytes: text.bytes)))
    }

    /// Returns the page for editing, or stores the text. Only clients on this machine that use its loopback name or address are
    /// allowed, so that pages of other origins in a browser cannot write.
    static func editor(_ text: EditableTextFile, _ request: ServedRequest, isLocal: Bool) -> ServedResponse {
        guard isLocal, isOwnPage(request) else {
            return .problem(.forbidden, "the text can only be edited on this machine, under localhost")
        }
        switch request.method {
        case "GET", "HEAD": return page(text)
        case "PUT":
            let bytes = Array(request.body.readableBytesView)
            guard bytes.count <= EditableTextFile.maxBytes else {
                return .problem(.payloadTooLarge, "the text has more than 1 MiB")
            }
            guard text.replace(with: bytes) else {
                return .problem(.internalServerError, "the file cannot be written")
            }
            return ServedResponse(.noContent)
        default: return .problem(.notImplemented, "this server serves one text")
        }
    }

    /// Whether the requested host is this machine, unlike a rebound name, and is the origin of the page.
    private static func isOwnPage(_ request: ServedRequest) -> Bool {
        let isOwn = { (authority: Substring) in
            ["localhost", "127.0.0.1", "[::1]"].contains { authority == $0 || authority.hasPrefix("\($0):") }
        }
        guard let host = request.headers.first(name: "host"), isOwn(host[...]) else { return false }
        guard let origin = request.headers.first(name: "origin") else { return true }
        return origin == "http://\(host)"
    }

    private static func page(_ text: EditableTextFile) -> ServedResponse {
        let content = HTMLText.escaped(String(decoding: text.bytes, as: UTF8.self))
        var response = ServedResponse.text(
            .ok,
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width">
            <title>Text of this server</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
            textarea { width: 100%; height: 20rem; font: 1rem/1.4 monospace; box-sizing: border-box }
            </style>
            <h1>Text of this server</h1>
            <label for="text">The text that <a href="/">/</a> returns</label>
            <textarea id="text">
            \(content)</textarea>
            <p><button id="save">Save</button> <span id="state" role="status"></span>
            <script>
            save.onclick = async () => {
              try {
                const answer = await fetch("/edit", { method: "PUT", body: text.value });
                state.textContent = answer.ok ? "Saved" : "Not saved: " + answer.status;
              } catch {
                state.textContent = "Not saved: the server does not answer";
              }
            };
            </script>
            </html>

            """, type: "text/html; charset=utf-8")
        response.headers.add(name: "X-Frame-Options", value: "DENY")
        response.headers.add(name: "X-Content-Type-Options", value: "nosniff")
        response.headers.add(
            name: "Content-Security-Policy",
            value: "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; connect-src 'self'")
        return response
    }
}
