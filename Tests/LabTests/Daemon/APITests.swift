import Foundation
import Lab
import Testing

@Suite("The daemon's API", .lab, .tags(.lab))
struct APITests {
    private static let token = "0123456789abcdef0123"
    /// Gives the other host read access.
    private static let read = "read: [10.77.0.0/16, 'fd77:1::/64']"

    /// Runs a daemon. The body gets a function that sends it requests over TCP from another host and returns the status
    /// code and the body.
    private func withDaemon(
        _ configuration: String = "publish: off\naccess: { token: \(token), \(read) }",
        _ body:
            @Sendable (RunningDaemon, _ ask: @Sendable ([String]) async throws -> (code: String, body: String))
            async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server"), client = try await lab.host("client")
            _ = try await lab.link(server, client)
            let daemon = try await server.startDaemon(configuration)
            try await body(daemon) { arguments in
                let text = try await client.run(["curl", "-sS", "-g", "-w", "\n%{http_code}"] + arguments)
                let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
                return (String(lines.last ?? ""), lines.dropLast().joined(separator: "\n"))
            }
        }
    }

    private static let base = "http://10.77.1.1:8053"

    @Test("read-only endpoints respond over IPv4 and IPv6, as JSON")
    func reading() async throws {
        try await withDaemon { daemon, ask in
            for path in ["/v1/status", "/v1/reports", "/v1/links", "/v1/peers", "/openapi.json"] {
                let answer = try await ask([Self.base + path])
                #expect(answer.code == "200")
                #expect((try? JSONSerialization.jsonObject(with: Data(answer.body.utf8))) != nil, "\(path)")
            }
            #expect(try await ask(["http://[fd77:1::1]:8053/healthz"]).body == "ok\n")
            #expect(try await ask([Self.base + "/readyz"]).code == "200")
            let head = try await ask(["-I", Self.base + "/v1/status"])
            #expect(head.code == "200" && !head.body.contains("{"))
            let page = try await ask(["-i", Self.base + "/"])
            #expect(page.body.contains("text/html") && page.body.lowercased().contains("content-security-policy"))
            let api = try await ask([Self.base + "/openapi.json"]).body
            for path in [
                "/v1/status", "/v1/reports/{target}", "/v1/checks", "/v1/resolve", "/v1/services", "/v1/events",
                "/v1/peers", "/v1/targets/http_sd", "/probe", "/metrics",
            ] {
                #expect(api.contains("\"\(path)\""))
            }
        }
    }

    private static let longPath = "/v1/status?" + String(repeating: "a", count: 8_200)
    private static let longField = "-HX-Filler: " + String(repeating: "a", count: 17_000)
    private static let manyFields = (1...70).map { "-HX-Filler: \($0)" }

    @Test(
        "errors are reported as problem details",
        arguments: [
            ("404", ["/nothing"]), ("404", ["/v1/reports/nobody"]), ("405", ["-XPOST", "/v1/status"]),
            ("405", ["/v1/checks"]), ("501", ["-XBREW", "/"]), ("501", ["-XPROPFIND", "/"]),
            ("421", ["-HHost: rebound.example", "/v1/status"]), ("421", ["-HHost: localhost.evil.example:8053", "/"]),
            ("400", ["/v1/status?nonsense=1"]), ("400", ["/%zz"]), ("400", ["-HHost:", "/"]),
            ("403", ["/v1/resolve?name=localhost"]), ("403", ["/v1/services?type=_a._tcp&check=true"]),
            ("414", [Self.longPath]), ("431", [Self.longField, "/v1/status"]),
            ("431", Self.manyFields + ["/v1/status"]),
            ("400", ["-HContent-Length: 1", "-HTransfer-Encoding: chunked", "/v1/status"]),
        ])
    func problems(code: String, arguments: [String]) async throws {
        try await withDaemon("publish: off\naccess: { \(Self.read) }") { daemon, ask in
            let path = try #require(arguments.last)
            let answer = try await ask(arguments.dropLast() + ["-i", Self.base + path])
            #expect(answer.code == code, "\(answer.body)")
            let head = answer.body.lowercased()
            #expect(head.contains("application/problem+json") && head.contains("netdiag.problem/1"), "\(head)")
            if code == "405" { #expect(head.contains("allow: ")) }
        }
    }

    @Test(
        "in a browser, errors of pages are pages with a link home; programs get a problem, and so does whoever asks the API"
    )
    func errorPages() async throws {
        let configuration = "publish: off\nuplink: off\naccess: { token: \(Self.token), \(Self.read) }\n"
        try await withDaemon(configuration + "targets: [{ target: 'tcp://127.0.0.1:9', name: Shop }]") { daemon, ask in
            let html = ["-i", "-HAccept: text/html,application/xhtml+xml,*/*;q=0.8"]
            for (path, code) in [
                ("/incidents/9999", "404"), ("/targets/Removed", "404"), ("/nothing", "404"), ("/?page=9", "404"),
                ("/links?nonsense=1", "400"), ("/%zz", "400"), ("/share?from=never", "400"),
            ] {
                let page = try await ask(html + [Self.base + path])
                #expect(page.code == code && page.body.contains("<a href=\"/\">To the overview</a>"), "\(page.body)")
                let head = page.body.lowercased()
                #expect(
                    head.contains("content-type: text/html") && head.contains("content-security-policy: default-src"))
                #expect(head.contains("vary: accept, accept-language"))
                let problem = try await ask(["-i", Self.base + path])
                #expect(problem.code == code && problem.body.contains("application/problem+json"), "\(problem.body)")
            }
            for path in ["/v1/nothing", "/v1/reports/Removed", "/metrics?x=1"] {
                #expect(try await ask(html + [Self.base + path]).body.contains("application/problem+json"), "\(path)")
            }
            let post = try await ask(html + ["-XPOST", Self.base + "/incidents"])
            #expect(post.code == "405" && post.body.lowercased().contains("allow: get, head"), "\(post.body)")
            // A page of another name that leads here learns neither the name of this host nor its state.
            let rebound = try await ask(html + ["-HHost: rebound.example", Self.base + "/"])
            #expect(rebound.code == "421" && rebound.body.contains("<title>· This page cannot be shown</title>"))
            #expect(!rebound.body.contains("<nav"), "\(rebound.body)")
            // The page of a target that a reload has removed.
            #expect(try await ask(html + [Self.base + "/targets/Shop"]).code == "200")
            try await daemon.host.write("/etc/netdiag/netdiag.yaml", configuration)
            daemon.process.send(SIGHUP)
            try await daemon.process.diagnostics.first("the reload") { $0.contains("configuration reloaded") }
            let gone = try await ask(html + [Self.base + "/targets/Shop"])
            #expect(gone.code == "404" && gone.body.contains("is not a configured target"), "\(gone.body)")
        }
    }

    /// Request heads with no host, with several, or with one that is easily misread; curl sends none of them.
    private static let misaddressed: [(head: String, code: String)] = [
        ("GET /healthz HTTP/1.1|Host: localhost", "200"),
        ("GET /healthz HTTP/1.1|Host: localhost|Host: localhost", "400"),
        ("GET /healthz HTTP/1.1|Host: [::1]evil.test", "400"), ("GET /healthz HTTP/1.1|Host: localhost:evil", "400"),
        ("GET /healthz HTTP/1.1|Host: evil.test@localhost", "400"),
        ("GET /healthz HTTP/1.1|Host: localhost, evil.test", "400"),
        ("GET /healthz HTTP/1.1|Host: localhost.evil.test", "421"),
        // Recipients could disagree on which of the two hosts is meant (RFC 9112 section 3.2.2).
        ("GET http://evil.test/healthz HTTP/1.1|Host: localhost", "400"),
        ("GET http://localhost/healthz HTTP/1.1|Host: evil.test", "400"),
        ("GET http://localhost:80/healthz HTTP/1.1|Host: localhost:8053", "400"),
        ("GET http://localhost/healthz HTTP/1.1|Host: localhost|Host: localhost", "400"),
        ("GET evil:/healthz HTTP/1.1|Host: localhost", "400"),
        ("GET http://localhost:8053/healthz HTTP/1.1|Host: localhost:8053", "200"),
        ("GET http://evil.test/healthz HTTP/1.1|Host: evil.test", "421"),
        ("GET //evil.test/healthz HTTP/1.1|Host: localhost", "404"),
        ("GET evil.test/healthz HTTP/1.1|Host: localhost", "400"), ("GET * HTTP/1.1|Host: localhost", "400"),
        ("GET /healthz HTTP/1.1", "400"), ("GET /healthz HTTP/1.0", "400"),
    ]

    @Test("a request is refused unless its target and its only Host field name this host")
    func misaddressed() async throws {
        try await withDaemon("publish: off") { daemon, _ in
            let ask = """
                import socket, sys
                for head in sys.argv[1:]:
                    asked = socket.create_connection(("127.0.0.1", 8053))
                    asked.sendall("\\r\\n".join(head.split("|") + ["Connection: close", "", ""]).encode())
                    print(asked.makefile().readline().split(" ")[1])
                """
            let codes = try await daemon.host.run(["python3", "-c", ask] + Self.misaddressed.map(\.head))
            for (code, request) in zip(codes.split(separator: "\n"), Self.misaddressed) {
                #expect(code == request.code, "\(request.head)")
            }
            #expect(codes.split(separator: "\n").count == Self.misaddressed.count)
        }
    }

    @Test("clients that leave idle streams free their slots", arguments: ["/v1/services?follow=true", "/v1/events"])
    func leavers(path: String) async throws {
        try await withDaemon { daemon, _ in
            let leave = """
                import socket
                for _ in range(300):
                    asked = socket.create_connection(("127.0.0.1", 8053))
                    asked.sendall(b"GET \(path) HTTP/1.1\\r\\nHost: localhost\\r\\nAuthorization: Bearer \(Self.token)\\r\\n\\r\\n")
                    answer = asked.recv(100)
                    assert b" 200 " in answer, answer
                    asked.close()
                """
            try await daemon.host.run(["python3", "-c", leave])
        }
    }

    @Test("an unknown field is refused")
    func unknownField() async throws {
        try await withDaemon { daemon, _ in
            let answer = try await daemon.get("/v1/checks", "-d", #"{"target":"127.0.0.1:1","timeout":1}"#)
            #expect(answer.contains("timeout_s") && answer.contains("400"))
        }
    }

    @Test("endpoints that send traffic require the token or the Unix socket")
    func token() async throws {
        try await withDaemon { daemon, askFromAfar in
            let json = ["-H", "Content-Type: application/json"]
            let order = json + ["-d", #"{"target":"127.0.0.1:8053"}"#]
            func ask(_ options: [String]) async throws -> String {
                try await daemon.host.run(
                    ["curl", "-sS", "-i"] + order + options + ["http://127.0.0.1:8053/v1/checks"])
            }
            let without = try await ask([])
            #expect(without.contains(" 401 ") && without.lowercased().contains("www-authenticate: bearer"))
            #expect(try await ask(["-H", "Authorization: Bearer \(Self.token)x"]).contains(" 401 "))
            #expect(try await ask(["-H", "Authorization: Basic \(Self.token)"]).contains(" 401 "))
            let bearer = ["-H", "Authorization: bearer \(Self.token)"]
            let with = try await ask(bearer)
            #expect(with.contains(" 200 ") && with.contains("\"connectionUp\""))
            // Content types that a page of another site can make a browser send.
            for type in ["text/plain", "application/x-www-form-urlencoded"] {
                #expect(try await ask(bearer + ["-H", "Content-Type: \(type)"]).contains(" 415 "))
            }
            for from in ["Origin: http://evil.test", "Sec-Fetch-Site: cross-site", "Origin: null"] {
                #expect(try await ask(bearer + ["-H", from]).contains(" 403 "))
            }
            // From another host, the token could be read on the network.
            let afar = try await askFromAfar(bearer + order + [Self.base + "/v1/checks"])
            #expect(afar.code == "403" && afar.body.contains("plain HTTP"))
            let local = try await daemon.get("/v1/checks", "-d", #"{"target":"127.0.0.1:1"}"#)
            #expect(local.contains("\"tcp.refused\""))
            let resolved = try await daemon.get("/v1/resolve?name=localhost")
            #expect(resolved.contains("127.0.0.1"))
        }
    }

    @Test(
        "the error for an invalid request names the field",
        arguments: [
            (#"{"target":""}"#, "target"), (#"{"target":"a:0"}"#, "target"), ("{}", "target"),
            (#"{"target":7}"#, "target"),
            (#"{"target":"a","timeout_s":0}"#, "timeout_s"), (#"{"target":"a","family":"ipx"}"#, "family"),
            ("nonsense", "JSON"),
            (#"{"target":"a","address":"b"}"#, "address"), (#"{"target":"a","address":7}"#, "address"),
            (#"{"target":"http://a/","proxy":"ftp://b"}"#, "proxy"), (#"{"target":"http://a/","proxy":""}"#, "proxy"),
            (#"{"target":"http://a/","proxy":"http://b:0"}"#, "proxy"),
            (#"{"target":"http://localhost/","address":"192.0.2.1"}"#, "192.0.2.1"),
        ])
    func badOrders(body: String, field: String) async throws {
        try await withDaemon { daemon, _ in
            let answer = try await daemon.get("/v1/checks", "-w", "%{http_code}", "-d", body)
            #expect(answer.hasSuffix("400") && answer.contains(field), "\(answer)")
        }
    }

    @Test("a request may set a proxy, whose password is never repeated, or none")
    func ways() async throws {
        try await withDaemon { daemon, _ in
            let secret = #"{"target":"http://a/","proxy":"http://alice:s3cret@b:3128"}"#
            let refused = try await daemon.get("/v1/checks", "-d", secret)
            #expect(refused.contains("400") && !refused.contains("s3cret") && !refused.contains("alice"), "\(refused)")
            let order = #"{"target":"http://a.example/","proxy":"http://127.0.0.1:1"}"#
            let report = try await daemon.get("/v1/checks", "-d", order)
            #expect(report.contains("\"proxy.unreachable\"") && report.contains("the request"), "\(report)")
            for way in ["off", "environment"] {
                let direct = #"{"target":"http://127.0.0.1:1/","address":"127.0.0.1","proxy":"\#(way)"}"#
                #expect(try await daemon.get("/v1/checks", "-d", direct).contains("\"tcp.refused\""))
            }
        }
    }

    @Test("hosts outside the configured networks get no data")
    func networks() async throws {
        try await withDaemon("publish: off\naccess: { networks: ['127.0.0.1', '::1'] }") { daemon, ask in
            for path in ["/", "/v1/status", "/nothing"] { #expect(try await ask([Self.base + path]).code == "403") }
            let own = try await daemon.host.run(["curl", "-sS", "http://127.0.0.1:8053/healthz"])
            #expect(own == "ok")
        }
    }

    @Test("requests that are too large are refused, and the daemon keeps running")
    func bounds() async throws {
        try await withDaemon { daemon, ask in
            try await daemon.host.run(["sh", "-c", "head -c 100000 /dev/zero >/tmp/large"])
            let large = try await daemon.get("/v1/checks", "-w", "%{http_code}", "--data-binary", "@/tmp/large")
            #expect(large.hasSuffix("413"))
            let path = String(repeating: "a", count: 12_000)
            #expect(["414", "400", "431"].contains(try await ask([Self.base + "/" + path]).code))
            #expect(try await ask([Self.base + "/healthz"]).code == "200")
        }
    }

    @Test("the event stream begins with the status, followed by its changes")
    func events() async throws {
        try await withDaemon { daemon, _ in
            let events = try daemon.host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
            try await events.output.first("the status") { $0 == "event: status" }
            try await daemon.host.run(["ip", "link", "add", "spare", "type", "veth", "peer", "name", "other"])
            try await events.output.first("the change") { $0 == "event: change" }
            _ = try await daemon.get("/v1/checks", "-d", #"{"target":"127.0.0.1:1"}"#)
            try await events.output.first("the report") { $0 == "event: report" }
        }
    }
}
