/// The response of a ``Recorder`` to requests for a path.
public struct Page: Sendable {
    /// The status code.
    public var status: Int
    /// Additional header fields.
    public var fields: [(name: String, value: String)]
    /// The challenge for requests without the right `login` (RFC 9110 section 11.6.1); `nil` for none.
    public var challenge: String?
    /// The accepted value of `Authorization`; with a challenge, `nil` if none is accepted.
    public var login: String?
    /// Whether the server is a proxy, with status 407 and `Proxy-Authorization`.
    public var isProxy: Bool

    public init(
        status: Int = 200, fields: [(name: String, value: String)] = [], challenge: String? = nil,
        login: String? = nil, isProxy: Bool = false
    ) {
        self.status = status
        self.fields = fields
        self.challenge = challenge
        self.login = login
        self.isProxy = isProxy
    }

    /// A redirect.
    public static func redirect(to location: String, cookie: String? = nil) -> Page {
        Page(status: 302, fields: [("Location", location)] + (cookie.map { [("Set-Cookie", $0)] } ?? []))
    }

    fileprivate var description: String {
        let all = [
            "\"status\": \(status)",
            "\"fields\": [" + fields.map { "[\"\($0.name)\", \"\($0.value)\"]" }.joined(separator: ", ") + "]",
            "\"proxy\": \(isProxy)",
            challenge.map { "\"challenge\": \"\($0)\"" }, login.map { "\"login\": \"\($0)\"" },
        ]
        return "{" + all.compactMap(\.self).joined(separator: ", ") + "}"
    }
}

/// A web server that records its requests.
public struct Recorder: Sendable {
    /// The server process.
    public let process: HostProcess
    fileprivate let host: Host
    fileprivate let port: Int
    fileprivate let isSecure: Bool

    /// The requests so far, in order, one line each: the method, the target, the fields `Authorization`,
    /// `Proxy-Authorization`, `Cookie` and `X-Api-Key`, and the body if there is one, as in `GET /login
    /// authorization=Basic YWxpY2U6c2VjcmV0`.
    public func requests() async throws -> [String] {
        // Everything that was printed before the response to this request was then read as well.
        let end = "/end-\(process.output.text.utf8.count)"
        try await host.run(["curl", "-sk", "\(isSecure ? "https" : "http")://127.0.0.1:\(port)\(end)"])
        try await process.output.first("the end of the record") { $0.hasPrefix("GET \(end)") }
        return process.output.text.split(separator: "\n").map(String.init).filter {
            $0 != "ready" && !$0.hasPrefix("GET /end-")
        }
    }
}

extension Host {
    /// Starts a web server on all addresses of both families that prints the head of each request. It responds with 200
    /// and the text `lab`, except for the given pages. If it is used as a proxy, the paths are whole URLs.
    ///
    /// With the challenge `NTLM`, it follows that protocol ([MS-NLMP]) and accepts any message of type 3.
    public func startRecorder(
        port: Int = 80, certificate: Certificate? = nil, pages: [String: Page] = [:]
    ) async throws -> Recorder {
        let folder = try await makeFolder(for: "recorder")
        var environment = [
            "LAB_PORT": String(port),
            "LAB_PAGES": "{"
                + pages.map { "\"\($0)\": \($1.description)" }.joined(separator: ", ")
                + "}",
        ]
        if let certificate {
            (environment["LAB_CERTIFICATE"], environment["LAB_KEY"]) = try await write(certificate, in: folder)
        }
        try await write("\(folder)/server.py", Self.recorderProgram)
        let process = try spawn(["/usr/bin/python3", "\(folder)/server.py"], environment: environment)
        try await process.output.first("the start of the recorder on \(name)") { $0 == "ready" }
        return Recorder(process: process, host: self, port: port, isSecure: certificate != nil)
    }

    private static let recorderProgram = """
        import base64, json, socket, ssl, struct
        from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
        from os import environ

        pages = json.loads(environ["LAB_PAGES"])

        class Server(ThreadingHTTPServer):
            address_family = socket.AF_INET6
            daemon_threads = True

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments):
                pass

            def answer(self):
                words = [self.command, self.path]
                for name in ("Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key"):
                    if self.headers[name] is not None:
                        words.append(name.lower() + "=" + self.headers[name])
                count = int(self.headers["Content-Length"] or 0)
                if count > 0:
                    words.append("body=" + self.rfile.read(count).decode())
                print(*words, flush=True)
                page = pages.get(self.path, {"status": 200, "fields": []})
                status, fields = page["status"], [list(field) for field in page["fields"]]
                challenge, kind = page.get("challenge"), "Proxy-" if page.get("proxy") else ""
                shown = self.headers[kind + "Authorization"]
                if challenge == "NTLM" and shown is not None:
                    message = base64.b64decode(shown.split()[1])
                    if message[8] == 1:
                        second = b"NTLMSSP\\0" + struct.pack("<IHHII8s8x", 2, 0, 0, 40, 0x8205, b"01234567")
                        status, fields = 401, [["WWW-Authenticate", "NTLM " + base64.b64encode(second).decode()]]
                elif challenge is not None and (shown is None or shown != page.get("login")):
                    status = 407 if kind else 401
                    fields = [[("Proxy" if kind else "WWW") + "-Authenticate", challenge]]
                body = b"lab\\n"
                self.send_response(status)
                for name, value in fields:
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if self.command != "HEAD":
                    self.wfile.write(body)

            do_GET = do_HEAD = do_POST = do_CONNECT = answer

        server = Server(("::", int(environ["LAB_PORT"])), Handler)
        if "LAB_CERTIFICATE" in environ:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(environ["LAB_CERTIFICATE"], environ["LAB_KEY"])
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        print("ready", flush=True)
        server.serve_forever()

        """
}
