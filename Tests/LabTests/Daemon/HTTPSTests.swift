import FoundationEssentials
import Lab
import Testing

@Suite("The API over HTTPS", .lab, .tags(.lab), .timeLimit(.minutes(5)))
struct HTTPSTests {
    private static let token = "0123456789abcdef0123"
    private static let folder = "/etc/netdiag/tls"
    private static let configuration = """
        publish: off
        listen:
          https: [":8443"]
          certificate: \(folder)/certificate.pem
          key: \(folder)/key.pem
        access: { token: \(token) }
        """
    private static let base = "https://www.lab.example:8443"

    private static func write(_ certificate: Certificate, to host: Host) async throws {
        try await host.write(folder + "/certificate.pem", certificate.certificate + "\n")
        try await host.write(folder + "/key.pem", certificate.key + "\n", mode: 0o600)
    }

    private func withDaemon(_ body: @Sendable (RunningDaemon, Pair) async throws -> Void) async throws {
        try await Pair.run { pair in
            try await Self.write(try await pair.certificate(), to: pair.server)
            let hosts = "\naccess: { token: \(Self.token), hosts: [www.lab.example] }"
            let text = Self.configuration.replacing("\naccess: { token: \(Self.token) }", with: hosts)
            try await body(try await pair.server.startDaemon(text), pair)
        }
    }

    @Test("requests, streams and large responses work over TLS 1.2 and 1.3, and older versions are refused")
    func versions() async throws {
        try await withDaemon { daemon, pair in
            for version in ["1.2", "1.3"] {
                let text = try await pair.client.curl("--tlsv\(version)", "--tls-max", version, Self.base + "/healthz")
                #expect(text == "ok")
            }
            #expect(try await pair.client.curlExit(["--tls-max", "1.1", Self.base + "/healthz"]) == 35)
            let page = try await pair.client.curl(
                "-H", "Authorization: Bearer \(Self.token)", Self.base + "/openapi.json")
            #expect(page.hasSuffix("}") && page.utf8.count > 4_000)
            let events = try pair.client.spawn([
                "curl", "-sSN", "-H", "Authorization: Bearer \(Self.token)", Self.base + "/v1/events",
            ])
            try await events.output.first("the status") { $0 == "event: status" }
        }
    }

    @Test("the token is taken over TLS, and refused over plain HTTP from another host")
    func token() async throws {
        try await withDaemon { daemon, pair in
            let order = [
                "-H", "Authorization: Bearer \(Self.token)", "-H", "Content-Type: application/json", "-d",
                #"{"target":"127.0.0.1:8443"}"#,
            ]
            #expect(try await pair.client.curl(order + [Self.base + "/v1/checks"]).contains("connectionUp"))
            let refused = try await pair.client.curl(
                order + ["-w", "%{http_code}", "http://www.lab.example:8053/v1/checks"])
            #expect(refused.hasSuffix("403") && refused.contains("plain HTTP"), "\(refused)")
        }
    }

    /// A client that sends key updates (RFC 8446 section 4.6.3) until the server ends the connection, reads nothing, and
    /// prints how many seconds that took. Python's own module cannot send them.
    private static let keyUpdates = """
        import ctypes, signal, socket, sys, time

        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
        library = ctypes.CDLL("libssl.so.3")
        pointer, number = ctypes.c_void_p, ctypes.c_int
        for name, result, arguments in [
            ("TLS_client_method", pointer, []), ("SSL_CTX_new", pointer, [pointer]), ("SSL_new", pointer, [pointer]),
            ("SSL_set_fd", number, [pointer, number]), ("SSL_connect", number, [pointer]),
            ("SSL_key_update", number, [pointer, number]), ("SSL_do_handshake", number, [pointer])]:
            function = getattr(library, name)
            function.restype, function.argtypes = result, arguments
        connection = socket.create_connection(("www.lab.example", 8443))
        session = library.SSL_new(library.SSL_CTX_new(library.TLS_client_method()))
        library.SSL_set_fd(session, connection.fileno())
        assert library.SSL_connect(session) == 1
        begun = time.monotonic()
        while library.SSL_key_update(session, int(sys.argv[1])) == 1 and library.SSL_do_handshake(session) == 1:
            pass
        print(int(time.monotonic() - begun))
        """

    @Test("key updates without end are not answered without end", arguments: ["0", "1"])
    func keyUpdates(isReplyRequested: String) async throws {
        try await withDaemon { daemon, pair in
            let seconds = try await pair.client.run(["python3", "-c", Self.keyUpdates, isReplyRequested])
            // A connection without a request is closed after 20 s, whatever it sends.
            #expect(try #require(Int(seconds.prefix { $0.isNumber })) < 15, "\(seconds)")
            #expect(try await pair.client.curl(Self.base + "/healthz") == "ok")
        }
    }

    @Test("a renewed certificate is used without a restart; while its key does not match, the previous pair is kept")
    func renewal() async throws {
        try await withDaemon { daemon, pair in
            let serial: @Sendable () async throws -> String = {
                try await pair.client.run([
                    "sh", "-c",
                    "openssl s_client -connect www.lab.example:8443 </dev/null 2>/dev/null | openssl x509 -noout -serial",
                ])
            }
            let first = try await serial()
            let new = try await pair.certificate()
            try await pair.server.write(Self.folder + "/certificate.pem", new.certificate + "\n")
            // Each connection makes the daemon check the files, at most once a second.
            try await daemon.process.diagnostics.first("the refusal", asking: serial) {
                $0.contains("key.pem is not the key of the first certificate") && $0.contains("is kept")
            }
            #expect(try await serial() == first)
            try await pair.server.write(Self.folder + "/key.pem", new.key + "\n", mode: 0o600)
            try await daemon.process.diagnostics.first("the renewal", asking: serial) {
                $0.contains("for HTTPS reloaded")
            }
            #expect(try await serial() != first)
        }
    }

    @Test("errors in the files are reported with the line of the configuration")
    func problems() async throws {
        try await Pair.run { pair in
            let server = pair.server
            try await Self.write(try await pair.certificate(), to: server)
            let other = try await pair.certificate()
            try await server.write("/etc/netdiag/other.pem", other.key + "\n", mode: 0o600)
            try await server.write("/etc/netdiag/open.pem", other.key + "\n", mode: 0o644)
            for (line, old, new, reason) in [
                (4, "\(Self.folder)/certificate.pem", "/nonexistent", "cannot be read: No such file"),
                (4, "\(Self.folder)/certificate.pem", "\(Self.folder)/key.pem", "has no usable certificate"),
                (5, "\(Self.folder)/key.pem", "/etc/netdiag/other.pem", "is not the key of the first certificate"),
                (5, "\(Self.folder)/key.pem", "/etc/netdiag/open.pem", "can be used by others"),
                (5, "\(Self.folder)/key.pem", "\(Self.folder)", "cannot be read: it is a directory"),
                (3, "  key: \(Self.folder)/key.pem\n", "", "needs key:"),
            ] {
                try await server.write("/etc/netdiag/netdiag.yaml", Self.configuration.replacing(old, with: new))
                let result = try await server.result(of: [Programs.daemon])
                #expect(result.status == .exited(64))
                #expect(
                    result.diagnostics.contains("netdiag.yaml:\(line): ") && result.diagnostics.contains(reason),
                    "\(result.diagnostics)")
            }
        }
    }
}

extension LineRecord {
    /// Waits for a line while an action that causes it is repeated.
    fileprivate func first(
        _ what: String, within limit: Duration = .unexpectedlyLong,
        asking ask: @escaping @Sendable () async throws -> String,
        where condition: @escaping @Sendable (String) -> Bool
    ) async throws {
        try await withThrowingTaskGroup { group in
            group.addTask { while !Task.isCancelled { _ = try await ask() } }
            group.addTask { _ = try await self.first(what, within: limit, where: condition) }
            try await group.next()
            group.cancelAll()
        }
    }
}
