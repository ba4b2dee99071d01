import Foundation
import Lab
import Testing

import class Lab.Host
import struct NetworkModel.StatusDocument

/// The description of an endpoint in `/openapi.json`, which is generated from the list of all endpoints.
private struct DescribedEndpoint: Sendable {
    /// The path as the description has it, with placeholders.
    let template: String
    let path: String
    let method: String
    /// `everyone`, `reduced`, `readers`, `extended` or `privileged`.
    let audience: String
    let query: [String]
    let bodyType: String?

    static func all(_ daemon: RunningDaemon) async throws -> [DescribedEndpoint] {
        let json = try JSONSerialization.jsonObject(with: Data(try await daemon.get("/openapi.json").utf8))
        let paths = try #require((json as? [String: Any])?["paths"] as? [String: [String: [String: Any]]])
        return try paths.flatMap { path, operations in
            try operations.map { method, operation in
                let parameters = operation["parameters"] as? [[String: Any]] ?? []
                let content = (operation["requestBody"] as? [String: Any])?["content"] as? [String: Any]
                return DescribedEndpoint(
                    template: path,
                    path: path.replacing("{target}", with: "nobody").replacing("{id}", with: "1").replacing(
                        "{file}", with: "style.css"
                    ).replacing("{name}", with: "Evil"),
                    method: method.uppercased(), audience: try #require(operation["x-audience"] as? String),
                    query: parameters.filter { $0["in"] as? String == "query" }.compactMap { $0["name"] as? String },
                    bodyType: content?.keys.first)
            }
        }.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }
}

@Suite("Access to each endpoint", .lab, .tags(.lab))
struct ExposureTests {
    private static let token = "0123456789abcdef0123"
    private static let secret = "tcp://127.0.0.1:4444"

    private func withDaemon(
        _ access: String, _ body: @Sendable (RunningDaemon, _ client: Host) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server"), client = try await lab.host("client")
            _ = try await lab.link(server, client)
            try await server.startDiscovery()
            let daemon = try await server.startDaemon(
                """
                publish: off
                interval: 1d
                targets: ['\(Self.secret)']
                discovery: { types: [_known._tcp], peers: off }
                access: { \(access) }
                """)
            try await body(daemon, client)
        }
    }

    // MARK: Every endpoint for every kind of client

    /// A kind of client and the rights that the daemon gives it.
    private struct Kind: Sendable {
        let name: String
        let accessLevel: Int
        let isOnServer: Bool
        let under: [String]
        let curl: [String]
        let base: String

        init(
            _ name: String, _ accessLevel: Int, onServer: Bool = false, under: [String] = [], _ curl: [String] = [],
            at base: String
        ) {
            self.name = name
            self.accessLevel = accessLevel
            isOnServer = onServer
            self.under = under
            self.curl = curl
            self.base = base
        }
    }

    private static let (far, farSix) = ("http://10.77.1.1:8053", "http://[fd77:1::1]:8053")
    private static let (near, nearSix) = ("http://127.0.0.1:8053", "http://[::1]:8053")
    private static let local = ["--unix-socket", RunningDaemon.socket]

    /// - Parameter session: The cookie of a browser that has signed in.
    private static func kinds(session: String) -> [Kind] {
        let bearer = ["-H", "Authorization: Bearer \(token)"]
        let forwarded = ["-H", "X-Forwarded-For: 127.0.0.1"]
        func nobody(_ more: [String]) -> [String] { ["setpriv", "--reuid=65533", "--regid=65533"] + more }
        return [
            Kind("a stranger", 0, at: far),
            Kind("a stranger that claims to be forwarded", 0, forwarded, at: far),
            Kind("a host of a network that may read", 1, at: farSix),
            Kind("this machine", 1, onServer: true, at: near),
            Kind("this machine, over IPv6", 1, onServer: true, at: nearSix),
            Kind("somebody behind a proxy", 0, onServer: true, forwarded, at: near),
            Kind("the token behind a proxy", 2, onServer: true, forwarded + bearer, at: near),
            Kind("a browser that has signed in", 1, onServer: true, forwarded + ["-b", session], at: near),
            Kind("the token", 2, onServer: true, bearer, at: near),
            Kind("root", 2, onServer: true, local, at: "http://netdiag"),
            Kind("a local user", 1, onServer: true, under: nobody(["--clear-groups"]), local, at: "http://netdiag"),
            Kind(
                "a user of another group", 1, onServer: true, under: nobody(["--groups=4241"]), local,
                at: "http://netdiag"),
            Kind(
                "a user of the group", 2, onServer: true, under: nobody(["--groups=4241,4242"]), local,
                at: "http://netdiag"),
            Kind(
                "the owner", 2, onServer: true, under: ["setpriv", "--reuid=4240", "--regid=65533", "--clear-groups"],
                local, at: "http://netdiag"),
            // This kind comes last: after ten wrong tokens from an address, the daemon ignores tokens from there for a
            // minute.
            Kind(
                "this machine, with a wrong token", 1, onServer: true, ["-H", "Authorization: Bearer x\(token)"],
                at: near),
        ]
    }

    private static func session(_ server: Host, _ options: [String] = []) async throws -> String {
        let head = try await server.run(
            ["curl", "-sS", "-D-", "-o/dev/null", "-H", "X-Forwarded-For: 192.0.2.7", "-d", "token=\(token)"] + options
                + ["\(near)/login"])
        let cookie = head.split(whereSeparator: \.isNewline).first { $0.lowercased().hasPrefix("set-cookie: ") }
        return String(try #require(cookie, "\(head)").dropFirst(12).prefix { $0 != ";" })
    }

    @Test("each endpoint answers only the clients that its type allows")
    func matrix() async throws {
        let access = "token: \(Self.token), read: ['fd77:1::/64'], owner: 4240, group: 4242"
        try await withDaemon(access) { daemon, client in
            // The endpoint that ends the session comes last.
            let all = try await DescribedEndpoint.all(daemon)
            let endpoints = all.filter { $0.path != "/logout" } + all.filter { $0.path == "/logout" }
            #expect(endpoints.count > 15)
            for kind in Self.kinds(session: try await Self.session(daemon.host)) {
                // An invalid body or query is reported only after the client has been authorised.
                let requests = endpoints.map { endpoint -> String in
                    var words =
                        ["curl", "-s", "-g", "-m", "20", "-o", "/dev/null", "-w", "%{http_code}\\n"] + kind.curl
                    if endpoint.method == "GET" { words.append("-I") } else { words += ["-X", endpoint.method] }
                    if let type = endpoint.bodyType { words += ["-d", "{}", "-H", "Content-Type: \(type)"] }
                    words.append(
                        kind.base + endpoint.path + (endpoint.audience == "extended" ? "?type=_known._tcp" : ""))
                    return words.map { "'\($0)'" }.joined(separator: " ")
                }
                let host = kind.isOnServer ? daemon.host : client
                let codes = try await host.run(
                    kind.under + ["sh", "-c", requests.joined(separator: "; ") + "; true"]
                ).split(separator: "\n").map(String.init)
                try #require(codes.count == endpoints.count)
                for (endpoint, code) in zip(endpoints, codes) {
                    let needed = ["everyone": 0, "reduced": 0, "readers": 1, "extended": 1, "privileged": 2]
                    let isMeant = kind.accessLevel >= (try #require(needed[endpoint.audience]))
                    // Pages for strangers are those on which they sign in.
                    let isPage = endpoint.audience == "reduced" && !endpoint.path.hasPrefix("/v1/")
                    let isSignIn = isPage && kind.accessLevel == 0
                    let isRefused = ["401", "403", "429"].contains(code)
                    #expect(
                        isRefused == (isSignIn || !isMeant),
                        "\(kind.name): \(endpoint.method) \(endpoint.path): \(code)")
                    #expect(
                        code != "000" && code != "500", "\(kind.name): \(endpoint.method) \(endpoint.path): \(code)")
                }
            }
        }
    }

    @Test("the documented table matches the endpoints")
    func table() async throws {
        try await withDaemon("") { daemon, _ in
            let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent()
            let document = try String(contentsOf: source.appending(path: "docs/security.md"), encoding: .utf8)
            var documented: [String: String] = [:]
            for line in document.split(separator: "\n") where line.hasPrefix("| `") && line.contains(" /") {
                let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
                guard cells.count == 4 else { continue }
                documented[cells[0].trimmingCharacters(in: ["`"])] =
                    switch (cells[1], cells[2]) {
                    case ("yes", "yes"): "everyone"
                    case ("no", "no"): "privileged"
                    case ("no", "yes"): "readers"
                    case ("no", _): "extended"
                    default: "reduced"
                    }
            }
            let endpoints = try await DescribedEndpoint.all(daemon)
            let declared = endpoints.map { ("\($0.method) \($0.template)", $0.audience) }
            #expect(documented == Dictionary(declared) { one, _ in one })
        }
    }

    @Test("strangers can read name, version and status, and nothing about what is monitored")
    func reduced() async throws {
        try await withDaemon("token: \(Self.token)") { daemon, client in
            try await daemon.status("the target's report") { $0.targets.first?.last != nil }
            for path in try await DescribedEndpoint.all(daemon).filter({ $0.method == "GET" }).map(\.path) {
                let answer = try await client.run(["curl", "-s", "-g", "-m", "5", Self.far + path])
                for word in ["4444", "eth0", "fd77:1", "findings", "resolvers", "tcp.refused"] {
                    #expect(!answer.contains(word), "\(path): \(answer)")
                }
            }
            let status = try await client.run(["curl", "-sS", Self.far + "/v1/status"])
            #expect(status.contains("\"status\":\"connection") && status.contains("\"host\":\"server\""))
            let peers = try await client.run(["curl", "-sS", Self.far + "/v1/peers"])
            #expect(peers.contains("\"peers\":[]") && peers.contains("\"version\""))
            let own = try await daemon.get("/v1/status")
            #expect(own.contains("4444") && own.contains("eth0"))
        }
    }

    @Test("a refusal over TCP states how to get access, and the page states who may see it")
    func openness() async throws {
        try await withDaemon("token: \(Self.token), read: [10.77.0.0/16]") { daemon, client in
            let line = "everything here can be read from 10.77.0.0/16 (access: read:)"
            #expect(try await client.run(["curl", "-sS", Self.far + "/"]).contains(line))
            #expect(try await daemon.host.netdiag("status").output.contains(line))
            let refused = try await client.run(
                ["curl", "-sS", "-H", "Authorization: Bearer \(Self.token)", Self.far + "/v1/status"])
            #expect(refused.contains("plain HTTP") && refused.contains("403"))
            // The same configuration without readers shows what strangers may not do.
            try await daemon.host.write("/etc/netdiag/netdiag.yaml", "publish: off\ninterval: 1d\n")
            daemon.process.send(1)
            try await daemon.status("no target") { $0.targets.isEmpty && $0.exposure == nil }
            let page = try await client.run(["curl", "-sS", "-w", "%{http_code}", Self.far + "/"])
            #expect(page.hasSuffix("403") && page.contains("access: token_file:") && !page.contains("<form"))
        }
    }
}
