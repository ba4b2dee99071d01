import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.Layer

/// A connection through a proxy, complete or failing.
struct ProxyCase: Sendable, CustomTestStringConvertible {
    let target: String
    let options: [String]
    let environment: [String: String]
    let cause: CauseID?
    let facts: [String]
    var testDescription: String { "\(target) \(options) \(environment): \(cause?.rawValue ?? "healthy")" }

    init(
        _ target: String, _ options: [String] = [], _ environment: [String: String] = [:], _ cause: CauseID? = nil,
        _ facts: [String] = []
    ) {
        (self.target, self.options, self.environment) = (target, options, environment)
        (self.cause, self.facts) = (cause, facts)
    }

    init(_ target: String, through proxy: String, _ cause: CauseID? = nil, _ facts: [String] = []) {
        self.init(target, ["--proxy", proxy], [:], cause, facts)
    }
}

/// A server with a site, and names that it can resolve itself and for the client.
extension Pair {
    @discardableResult
    func startSites() async throws -> HostProcess {
        try await server.startNginx([Site(port: 80), Site(port: 443, certificate: try await certificate())])
        let dns = try await server.startDNSMasq(
            [
                .addresses("www.lab.example", [address]), .addresses("inner.lab.example", [address]),
                .addresses("denied.lab.example", [address]), .zone("lab.example"),
            ], options: ["log-queries"])
        try await server.useDNS(["127.0.0.1"])
        try await client.useDNS([address])
        return dns
    }
}

@Suite("Proxies", .lab, .tags(.lab))
struct ProtocolProxyTests {
    private static let http = "http://inner.lab.example/"
    private static let https = "https://www.lab.example/"
    private static let plain = "http://www.lab.example:3128"

    static let ways: [ProxyCase] = [
        ProxyCase(http, through: plain), ProxyCase(https, through: plain),
        ProxyCase("tls://www.lab.example:443", through: plain),
        ProxyCase(http, through: "www.lab.example:3128"),
        ProxyCase(http, through: "https://www.lab.example:3129"),
        ProxyCase(https, through: "https://www.lab.example:3129"),
        ProxyCase("http://denied.lab.example/", through: plain, "proxy.refused", ["403", "denied.lab.example"]),
        ProxyCase("https://denied.lab.example/", through: plain, "proxy.refused", ["403", "denied.lab.example"]),
        ProxyCase("tls://denied.lab.example:443", through: plain, "proxy.refused", ["403", "denied.lab.example"]),
        ProxyCase("http://nobody.lab.example/", through: plain, "proxy.refused", ["50", "ERR_"]),
        ProxyCase("https://inner.lab.example:81/", through: plain, "proxy.refused", ["503", "ERR_CONNECT_FAIL"]),
        ProxyCase("https://inner.lab.example/", through: plain, "tls.wrong-host", ["www.lab.example"]),
        ProxyCase("http://inner.lab.example/status/404", through: plain, "http.not-found"),
        ProxyCase("http://inner.lab.example/status/503", through: plain, "http.gateway-error"),
        ProxyCase(http, through: "http://www.lab.example:9", "proxy.unreachable", ["refused", "--proxy"]),
        ProxyCase(http, through: "http://nobody.lab.example:3128", "proxy.misconfigured", ["nobody.lab.example"]),
        ProxyCase(https, through: "https://www.lab.example:3128", "proxy.tls", ["www.lab.example:3128"]),
        ProxyCase(https, through: "https://inner.lab.example:3129", "proxy.tls", ["inner.lab.example:3129"]),
        ProxyCase(http, through: "http://www.lab.example:3129", "proxy.failed", ["www.lab.example:3129"]),
        ProxyCase(https, through: "http://www.lab.example:3129", "proxy.failed", ["www.lab.example:3129"]),
        ProxyCase(https, through: "http://www.lab.example:446", "proxy.failed", ["www.lab.example:446"]),
        ProxyCase(http, through: "http://www.lab.example:446", "http.no-answer"),
        ProxyCase(http, through: "socks5h://www.lab.example:3128", "proxy.failed"),
    ]

    @Test("faults of a proxy are distinguished from faults behind it")
    func squid() async throws {
        try await Pair.run { pair in
            try await pair.startSites()
            try await pair.server.startSquid()
            try await pair.server.startSquid(port: 3129, certificate: try await pair.certificate())
            try pair.server.startTCPServer(.silent, port: 446)
            for way in Self.ways {
                let answer = try await pair.client.ask(way.target, ["--timeout", "10"] + way.options)
                let report = try answer.report(way.cause, way.facts)
                #expect(report.names.contains(.proxy) && !report.names.contains(.dns) && !report.names.contains(.tcp))
                if way.cause == nil {
                    #expect(report.proxy?.outcome == .passed && report.proxy?.origin == "--proxy")
                    #expect(way.target.hasPrefix("http:") || report.tls?.chain.first?.names == ["www.lab.example"])
                }
            }
        }
    }

    @Test("a proxy requires authentication", arguments: [ProxyAuthentication.basic, .digest])
    func login(authentication: ProxyAuthentication) async throws {
        try await Pair.run { pair in
            let client = pair.client, scheme = authentication == .basic ? "Basic" : "Digest"
            try await pair.startSites()
            try await pair.server.startSquid(authentication: authentication)
            func variables(_ login: String) -> [String: String] {
                [
                    "http_proxy": "http://\(login)www.lab.example:3128",
                    "https_proxy": "http://\(login)www.lab.example:3128",
                ]
            }
            for target in [Self.http, Self.https] {
                let variable = target.hasPrefix("https") ? "https_proxy" : "http_proxy"
                try await client.ask(target, environment: variables("")).report(
                    "proxy.auth-required", [scheme, variable, "http://www.lab.example:3128"])
                let report = try await client.ask(target, environment: variables("alice:secret@")).report(nil)
                #expect(report.proxy?.authentication?.outcome == .accepted)
                #expect(report.proxy?.authentication?.used?.rawValue == scheme.lowercased())
                let wrong = try await client.ask(target, environment: variables("alice:wrong@"), secrets: ["wrong"])
                try wrong.report("proxy.auth-rejected", ["(\(scheme.lowercased()))", variable])
                let encoded = variables("%61lice:s%65cret@")
                try await client.ask(target, environment: encoded).report(nil)
            }
        }
    }

    @Test("the proxy's login and the server's are separate")
    func twoLogins() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            try await pair.startSites()
            try await server.startSquid(authentication: .basic)
            try await server.startApache(port: 8080)
            let bob = "Basic Ym9iOmhpZGRlbg=="
            let pages = ["/locked": Page(challenge: "Basic realm='lab'", login: bob)]
            let behind = try await server.startRecorder(port: 8081, pages: pages)
            try await client.keep("bob:hidden")
            let environment = ["http_proxy": "http://alice:secret@www.lab.example:3128"]
            let url = "http://inner.lab.example:8081/locked"
            let answer = try await client.ask(
                url, ["--credentials", "/run/login"], environment: environment, secrets: [Account.password, "hidden"])
            let report = try answer.report(nil)
            #expect(report.proxy?.authentication?.outcome == .accepted)
            #expect(report.http?.authentication?.outcome == .accepted)
            // No server behind the proxy sees the credentials for the proxy.
            #expect(
                try await behind.requests().allSatisfy {
                    !$0.contains("proxy-authorization") && !$0.contains(encodedAccount)
                })
            try await client.ask(url, environment: environment).report("http.auth-required", ["Basic"])
            let digest = "http://inner.lab.example:8080/digest"
            try await client.ask(digest, ["--credentials", "/run/login"], environment: environment).report(
                "http.auth-rejected", ["(digest)"])
        }
    }

    @Test("a proxy gets credentials once it asks for them, and no other server does")
    func discretion() async throws {
        try await Pair.run { pair in
            let client = pair.client, login = "Basic \(encodedAccount)"
            let proxy = try await pair.server.startRecorder(
                port: 3128,
                pages: [
                    "http://one.lab.example/": Page(challenge: "Basic realm='lab'", login: login, isProxy: true),
                    "two.lab.example:443": Page(challenge: "Basic realm='lab'", isProxy: true),
                    "http://three.lab.example/": Page(challenge: "Negotiate", isProxy: true),
                ])
            let variables = [
                "http_proxy": "http://alice:secret@www.lab.example:3128",
                "https_proxy": "http://alice:secret@www.lab.example:3128",
            ]
            try await client.ask("http://open.lab.example/", environment: variables).report(nil)
            #expect(try await proxy.requests() == ["GET http://open.lab.example/"])
            try await client.ask("http://one.lab.example/", environment: variables).report(nil)
            let one = "GET http://one.lab.example/"
            #expect(try await proxy.requests().suffix(2) == [one, "\(one) proxy-authorization=\(login)"])
            try await client.ask("https://two.lab.example/", environment: variables).report("proxy.auth-rejected")
            let two = "CONNECT two.lab.example:443"
            #expect(try await proxy.requests().suffix(2) == [two, "\(two) proxy-authorization=\(login)"])
            let other = try await client.ask("http://three.lab.example/", environment: variables)
            try other.report("proxy.auth-scheme", ["Negotiate"])
            #expect(try await proxy.requests().last == "GET http://three.lab.example/")
        }
    }

    /// Variables, a target, and the variable that applies; `nil` for a direct connection.
    static let variables: [(variables: [String: String], target: String, origin: String?)] = [
        (["http_proxy": plain], http, "http_proxy"), (["http_proxy": plain], https, nil),
        (["https_proxy": plain], https, "https_proxy"), (["HTTPS_PROXY": plain], https, "HTTPS_PROXY"),
        (["https_proxy": plain], http, nil), (["HTTP_PROXY": plain], http, nil),
        (["all_proxy": plain], http, "all_proxy"), (["ALL_PROXY": plain], https, "ALL_PROXY"),
        (["http_proxy": plain, "all_proxy": "http://nobody:1"], http, "http_proxy"),
        (["http_proxy": plain, "no_proxy": "inner.lab.example"], http, nil),
        (["http_proxy": plain, "no_proxy": "lab.example"], http, nil),
        (["http_proxy": plain, "no_proxy": ".lab.example"], http, nil),
        (["http_proxy": plain, "no_proxy": "b.example, ner.lab.example"], http, "http_proxy"),
        (["http_proxy": plain, "no_proxy": "*"], http, nil),
        (["http_proxy": plain, "NO_PROXY": "INNER.lab.example."], http, nil),
        (["http_proxy": plain, "no_proxy": "10.77.0.0/16"], "http://10.77.1.2/", nil),
        (["http_proxy": plain, "no_proxy": "10.77.1.2"], "http://10.77.1.2/", nil),
        (["http_proxy": plain, "no_proxy": "10.77.2.0/24"], "http://10.77.1.2/", "http_proxy"),
        (["http_proxy": plain, "no_proxy": "fd77:1::/32"], "http://[fd77:1::2]/", nil),
        (["http_proxy": plain, "no_proxy": "[fd77:1::2]"], "http://[fd77:1::2]/", nil),
        (["http_proxy": plain], "tcp://inner.lab.example:80", nil),
    ]

    @Test("environment variables select the proxy")
    func environment() async throws {
        try await Pair.run { pair in
            try await pair.startSites()
            try await pair.server.startSquid()
            for (variables, target, origin) in Self.variables {
                let report = try await pair.client.ask(target, environment: variables).report(nil)
                #expect(report.proxy?.origin == origin, "\(variables) \(target)")
                #expect(report.names.contains(.proxy) == (origin != nil), "\(variables) \(target)")
            }
            let both = try await pair.client.ask(
                Self.http, ["--proxy", "http://www.lab.example:9", "--no-proxy"],
                environment: ["http_proxy": Self.plain])
            #expect(both.reports.count == 2 && both.result.status == .exited(2))
            #expect(Set(both.reports.map { $0.cause?.id }) == ["proxy.unreachable", nil])
            let direct = try await pair.client.ask(Self.http, ["--no-proxy"], environment: ["http_proxy": Self.plain])
            #expect(try direct.report(nil).proxy == nil)
        }
    }

    /// Invalid settings in the environment, and what the report has to say about them.
    static let wrong: [(value: String, facts: [String])] = [
        ("http://alice:secret@www.lab.example:99999", ["99999"]),
        ("http://alice:secret@www.lab.example:port", ["port"]), ("http://alice:se%zzcret@www.lab.example:3128", ["%"]),
        ("http://alice:secret@www.lab.example:3128/path", ["path"]), ("alice:secret@:3128", []),
        ("ftp://alice:secret@www.lab.example:3128", ["socks5h"]), ("http://alice:secret@", []),
        ("http://alice:sec ret@www.lab.example:3128", ["blank"]), ("pac+http://alice:secret@www.lab.example/", ["PAC"]),
        ("http://alice:secret@www.lab.example:3128?x", []), ("http:/alice:secret@www.lab.example:3128", []),
        ("http://al@ice:sec@ret@nobody.lab.example:3128", ["nobody.lab.example"]),
    ]

    @Test("an invalid setting is reported with its variable, and never with its password")
    func misconfigured() async throws {
        try await Pair.run { pair in
            try await pair.startSites()
            for (value, facts) in Self.wrong {
                let secrets = ["secret", "sec@ret", "sec ret", "se%zzcret"]
                let answer = try await pair.client.ask(Self.http, environment: ["http_proxy": value], secrets: secrets)
                try answer.report("proxy.misconfigured", ["(http_proxy)"] + facts)
            }
            for value in ["http://alice:secret@www.lab.example:3128", "http://alice:secret@www.lab.example:0"] {
                let refused = try await pair.client.ask(Self.http, ["--proxy", value]).result
                #expect(
                    refused.status == .exited(64) && refused.diagnostics.contains("…@www.lab.example"), "\(refused)")
            }
        }
    }

    @Test("the configuration sets proxies for all targets and for one")
    func configuration() async throws {
        try await Pair.run { pair in
            try await pair.startSites()
            try await pair.server.startSquid()
            try await pair.server.startSquid(port: 3130, authentication: .digest)
            try await pair.client.keep(Account.pair, in: "/etc/netdiag/login")
            let daemon = try await pair.client.startDaemon(
                """
                interval: 1h
                publish: off
                proxy: \(Self.plain)
                targets:
                - http://inner.lab.example/
                - target: http://www.lab.example/
                  proxy: off
                - target: https://www.lab.example/
                  proxy:
                    url: http://www.lab.example:3130
                    credentials: { file: /etc/netdiag/login }
                - target: http://inner.lab.example/redirect
                  proxy: http://www.lab.example:9
                - target: http://www.lab.example/redirect
                  proxy: environment
                """, environment: ["http_proxy": "http://www.lab.example:3130"])
            try await daemon.status("all checked") { $0.targets.allSatisfy { $0.last != nil } }
            func report(_ target: String, _ options: String..., cause: CauseID? = nil) async throws -> Answer {
                let result = try await pair.client.result(
                    of: [Programs.command, "check", "--json"] + options + [target])
                return Answer(target: target, result: result)
            }
            let all = try await report("http://inner.lab.example/").report(nil)
            #expect(all.proxy?.origin == "the configuration" && all.proxy?.url == Self.plain)
            #expect(try await report("http://www.lab.example/").report(nil).proxy == nil)
            let one = try await report("https://www.lab.example/").report(nil)
            #expect(one.proxy?.url == "http://www.lab.example:3130" && one.proxy?.authentication?.used == .digest)
            try await report("http://inner.lab.example/redirect").report("proxy.unreachable")
            try await report("http://www.lab.example/redirect").report("proxy.auth-required", ["http_proxy"])
            // A target that is not configured, and one that is checked without its proxy this time.
            #expect(try await report("http://inner.lab.example/status/200").report(nil).proxy?.url == Self.plain)
            #expect(try await report("http://inner.lab.example/redirect", "--no-proxy").report(nil).proxy == nil)
            let said = try await daemon.get("/v1/reports") + daemon.process.diagnostics.text
            #expect(!said.contains(Account.password))
        }
    }
}
