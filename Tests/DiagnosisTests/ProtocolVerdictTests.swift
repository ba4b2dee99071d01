import Diagnosis
import NetworkModel
import Testing

@Suite("Verdicts on proxies, logins, redirects, WebSockets and dialogues")
struct ProtocolVerdictTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let id: CauseID
        let target: String
        let facts: [String]
        let change: @Sendable (inout Evidence) -> Void
        var testDescription: String { id.rawValue }

        init(
            _ id: CauseID, _ target: String = "https://www.example/", _ facts: [String] = [],
            _ change: @escaping @Sendable (inout Evidence) -> Void
        ) {
            self.id = id
            self.target = target
            self.facts = facts
            self.change = change
        }
    }

    private static func proxy(
        _ outcome: ProxyEvidence.Outcome, _ login: HTTPEvidence.Authentication.Outcome? = nil, status: Int? = nil,
        detail: String? = nil
    ) -> @Sendable (inout Evidence) -> Void {
        { evidence in
            (evidence.dns, evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil, nil)
            var proxy = ProxyEvidence(
                url: "http://proxy.example:3128", origin: "https_proxy", outcome: outcome, status: status,
                detail: detail)
            proxy.authentication = login.map { .init(outcome: $0, offered: ["Basic", "NTLM"], used: .basic) }
            evidence.proxy = proxy
        }
    }

    @Test(
        "a proxy of this machine that does not run is a fault of this machine", arguments: ["127.0.0.1", "192.0.2.9"])
    func ownProxy(address: String) throws {
        var evidence = try Facts.healthy()
        Self.proxy(.unreachable)(&evidence)
        evidence.proxy?.attempts = [Facts.attempt(.refused, address)]
        let finding = try #require(Verdict(on: evidence).findings.first)
        #expect(finding.id == "proxy.unreachable" && (finding.side == .machine) == (address == "127.0.0.1"))
    }

    @Test(
        "a proxy that fails itself gets no advice about its rules",
        arguments: [(403, true), (502, false), (503, false)])
    func failedProxy(status: Int, isRule: Bool) throws {
        var evidence = try Facts.healthy()
        Self.proxy(.refused, status: status)(&evidence)
        let advice = try #require(Verdict(on: evidence).findings.first).advice
        #expect(advice.contains { $0.contains("proxy's rules") } == isRule, "\(advice)")
        #expect(advice.contains { $0.contains("HTTP \(status)") } != isRule, "\(advice)")
    }

    private static func unresolved(_ reason: Resolution.FailureReason) -> @Sendable (inout Evidence) -> Void {
        { evidence in
            proxy(.unresolved)(&evidence)
            evidence.proxy?.resolution = Resolution(
                name: "proxy.example", answers: [], failures: [Facts.failure(reason)])
            evidence.proxy?.servers = ["192.0.2.53"]
        }
    }

    private static func login(_ outcome: HTTPEvidence.Authentication.Outcome) -> @Sendable (inout Evidence) -> Void {
        { evidence in
            evidence.http = HTTPEvidence(url: "https://www.example/", outcome: .response, status: 401)
            evidence.http?.authentication = .init(
                outcome: outcome, offered: ["Negotiate"], used: nil, detail: "no tickets")
        }
    }

    private static func http(
        _ outcome: HTTPEvidence.Outcome, status: Int? = nil, expected: Bool? = nil, broken: String? = nil,
        detail: String? = nil
    ) -> @Sendable (inout Evidence) -> Void {
        { evidence in
            evidence.http = HTTPEvidence(url: "https://www.example/", outcome: outcome, status: status, detail: detail)
            evidence.http?.isStatusExpected = expected
            if let broken { evidence.http?.brokenRules = [.init(rule: broken, found: "\"other\"")] }
        }
    }

    private static func ws(
        _ outcome: WebSocketEvidence.Outcome, status: Int? = 101, login: HTTPEvidence.Authentication.Outcome? = nil,
        detail: String? = nil
    ) -> @Sendable (inout Evidence) -> Void {
        { evidence in
            evidence.http = nil
            evidence.observed[WebSocketEvidence.self] = WebSocketEvidence(
                url: "wss://www.example/", outcome: outcome, status: status, detail: detail)
            evidence.observed[WebSocketEvidence.self]?.authentication = login.map {
                .init(outcome: $0, offered: ["Basic"])
            }
        }
    }

    private static let page = "https://www.example/", socket = "wss://www.example/"

    static let rows: [Row] = [
        Row("proxy.misconfigured", page, ["no proxy at all"], proxy(.misconfigured, detail: "no proxy at all")),
        Row("proxy.misconfigured", page, ["https_proxy"], unresolved(.nxdomain)),
        Row("dns.servfail", page, ["proxy.example"], unresolved(.servfail)),
        Row("proxy.unreachable", page, ["https_proxy", "refused"]) {
            proxy(.unreachable)(&$0)
            $0.proxy?.attempts = [Facts.attempt(.refused)]
        },
        Row("proxy.tls", page, ["proxy.example:3128", "bad"], proxy(.tls, detail: "bad")),
        Row("proxy.refused", page, ["403", "www.example:443"], proxy(.refused, status: 403)),
        Row("proxy.failed", page, ["http://proxy.example:3128", "405"], proxy(.refused, status: 405)),
        Row("proxy.failed", page, ["nonsense"], proxy(.malformed, detail: "nonsense")),
        Row("proxy.failed", page, [], proxy(.noAnswer)), Row("proxy.failed", page, [], proxy(.closed)),
        Row("proxy.auth-required", page, ["Basic, NTLM"], proxy(.authentication, .missing)),
        Row("proxy.auth-required", page, [], proxy(.authentication)),
        Row("proxy.auth-rejected", page, ["(basic)"], proxy(.authentication, .rejected)),
        Row("proxy.auth-rejected", page, [], proxy(.authentication, .withheld)),
        Row("proxy.auth-scheme", page, ["Basic, NTLM"], proxy(.authentication, .wrongScheme)),
        Row("proxy.auth-unavailable", page, [], proxy(.authentication, .unavailable)),
        Row("http.auth-required", page, ["Negotiate"], login(.missing)),
        Row("http.auth-rejected", page, [], login(.rejected)),
        Row("http.auth-rejected", page, ["an earlier check"], login(.withheld)),
        Row("http.auth-scheme", page, ["Negotiate"], login(.wrongScheme)),
        Row("http.auth-unavailable", page, ["no tickets"], login(.unavailable)),
        Row(
            "http.redirect-refused", page, ["leads to file"],
            http(.redirectRefused, status: 302, detail: "leads to file")),
        Row("http.unexpected-status", page, ["200"], http(.response, status: 200, expected: false)),
        Row("http.not-found", page, ["404"], http(.response, status: 404, expected: false)),
        Row(
            "http.unexpected-body", page, [#"contains "x""#, "other"],
            http(.response, status: 200, broken: #"contains "x""#)),
        Row("http.unexpected-body", page, [], http(.response, status: 404, expected: true, broken: "r")),
        Row("http.not-found", page, [], http(.response, status: 404, broken: "r")),
        Row("http.malformed", page, ["256 KiB"], http(.endlessHead)), Row("http.failed", page, [], http(.failed)),
        Row("http.malformed", page, [], http(.response, status: 101)),
        Row("http.malformed", page, [], http(.response, status: 0)),
        Row("ws.upgrade-refused", socket, ["404"], ws(.refused, status: 404)),
        Row("http.auth-required", socket, ["Basic"], ws(.refused, status: 401, login: .missing)),
        Row("ws.upgrade-refused", socket, ["401"], ws(.refused, status: 401)),
        Row("ws.handshake-invalid", socket, ["key"], ws(.invalidHandshake, detail: "key")),
        Row("ws.no-pong", socket, [], ws(.noPong)),
        Row("ws.protocol-error", socket, ["masked"], ws(.protocolError, detail: "masked")),
        Row("ws.unexpected-message", socket, ["none came"], ws(.unexpectedMessage)),
        Row("ws.closed", socket, ["1011"], ws(.closed, detail: "1011")),
        Row("tcp.closed", socket, [], ws(.closed, status: nil)), Row("tcp.reset", socket, [], ws(.reset, status: nil)),
        Row("http.no-answer", socket, [], ws(.noAnswer, status: nil)),
        Row("http.malformed", socket, ["odd"], ws(.malformed, status: nil, detail: "odd")),
        Row("http.failed", socket, [], ws(.failed, status: nil)),
        Row("tls.revoked") { $0.tls?.stapledStatus = .revoked },
        Row("tcp.unexpected-answer", "mail.example:25", ["^220", "554 no"]) {
            ($0.tls, $0.http) = (nil, nil)
            $0.tcp?.script = [.init(step: "expect ^220", hasSucceeded: false, received: "554 no", duration: .zero)]
        },
        Row("tls.not-tls", "mail.example:25", []) {
            $0.http = nil
            $0.tcp?.script = [.init(step: "starttls", hasSucceeded: false, duration: .zero)]
            $0.tls = TLSEvidence(serverName: "mail.example", outcome: .notTLS)
        },
        Row("dns.unexpected-answer", "dns://192.0.2.53/www.example", ["198.51.100.9", "198.51.100.1"]) {
            ($0.tcp, $0.tls, $0.http) = (nil, nil, nil)
            $0.dns?.missing = ["198.51.100.9"]
            $0.dns?.unexpected = ["198.51.100.1"]
        },
    ]

    @Test(
        "without TLS, the advice names the plain scheme of the target's own protocol",
        arguments: [
            ("imaps://mail.example", nil, "imap://"), ("https://www.example/", nil, "http://"),
            ("wss://www.example/", .http, "ws://"), ("tls://www.example:443", nil, "tcp://"),
            ("mail.example:25", nil, nil), ("imaps://mail.example", .imap, "imap://"),
            ("imaps://mail.example", .pop3, nil), ("https://www.example/", .ssh, nil),
            ("smtps://mail.example", .mailOrFTP, "smtp://"), ("ftps://ftp.example", .mailOrFTP, "ftp://"),
            ("grpcs://www.example", .http, "grpc://"), ("mqtts://www.example", .http, nil),
        ] as [(String, TLSEvidence.PlainProtocol?, String?)])
    func plainScheme(target: String, spoken: TLSEvidence.PlainProtocol?, scheme: String?) throws {
        var evidence = try Facts.healthy(target)
        evidence.http = nil
        evidence.tls = TLSEvidence(serverName: "www.example", outcome: .notTLS)
        evidence.tls?.spoken = spoken
        let finding = try #require(Verdict(on: evidence).findings.first { $0.id == "tls.not-tls" })
        let step = finding.advice.first { $0.hasPrefix("If the service is meant to be unencrypted") }
        #expect(step == scheme.map { "If the service is meant to be unencrypted, use \($0)" })
    }

    @Test("one outcome causes one error, with its facts and a next step", arguments: rows)
    func errors(row: Row) throws {
        var evidence = try Facts.healthy(row.target)
        row.change(&evidence)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionDown)
        let finding = try #require(verdict.findings.first)
        #expect(finding.id == row.id && finding.severity == .error, "\(finding.id)")
        #expect(verdict.findings.filter { $0.severity == .error }.count == 1)
        for fact in row.facts { #expect(finding.summary.contains(fact), "\(finding.summary)") }
        #expect(!finding.advice.isEmpty)
        #expect(!finding.summary.contains("{") && !finding.advice.contains { $0.contains("{") }, "\(finding)")
        #expect(!finding.summary.contains("?"), "\(finding.summary)")
    }

    @Test("expected outcomes cause no findings")
    func healthy() throws {
        var evidence = try Facts.healthy(Self.socket)
        Self.ws(.done)(&evidence)
        #expect(Verdict(on: evidence).status == .connectionUp && Verdict(on: evidence).findings.isEmpty)
        evidence = try Facts.healthy()
        evidence.http?.status = 404
        evidence.http?.isStatusExpected = true
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.http?.status = 401
        evidence.http?.authentication = .init(outcome: .missing, offered: ["Basic"])
        #expect(Verdict(on: evidence).findings.isEmpty)
        Self.proxy(.passed)(&evidence)
        #expect(Verdict(on: evidence).findings.isEmpty)
    }

    @Test("a host that limits the rate of its replies loses no packets")
    func limitedEchoes() throws {
        var evidence = try Facts.healthy("icmp://www.example")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        var echo = Facts.echo(.reply, of: "198.51.100.1")
        (echo.sent, echo.received, echo.isLimited) = (15, 2, true)
        evidence.observed[EchoEvidence.self] = echo
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.observed[EchoEvidence.self]?.isLimited = nil
        #expect(Verdict(on: evidence).findings.map(\.id) == ["path.loss"])
    }

    @Test("loss and jitter are warnings, with their values")
    func echoes() throws {
        var evidence = try Facts.healthy("icmp://www.example")
        (evidence.tcp, evidence.tls, evidence.http) = (nil, nil, nil)
        evidence.observed[EchoEvidence.self] = Facts.echo(.reply, of: "198.51.100.1")
        evidence.observed[EchoEvidence.self]?.sent = 20
        evidence.observed[EchoEvidence.self]?.received = 15
        evidence.observed[EchoEvidence.self]?.jitter = Milliseconds(.milliseconds(9))
        evidence.terms.echo.count = 20
        evidence.terms.echo.tolerableLoss = 0.25
        #expect(Verdict(on: evidence).findings.isEmpty)
        evidence.terms.echo.tolerableLoss = 0.2
        evidence.terms.echo.maxJitter = .milliseconds(8)
        let verdict = Verdict(on: evidence)
        #expect(verdict.status == .connectionUp)
        #expect(verdict.findings.map(\.id) == ["path.loss", "path.jitter"])
        #expect(verdict.findings.allSatisfy { $0.severity == .warning })
        #expect(verdict.findings.first?.summary.contains("5 of 20") == true, "\(verdict.findings)")
    }

    @Test("outdated cryptography is a warning", arguments: ["TLSv1", "TLSv1.1"])
    func weak(version: String) throws {
        var evidence = try Facts.healthy()
        evidence.tls?.version = version
        #expect(Verdict(on: evidence).findings.map(\.id) == ["tls.weak"])
        evidence.tls?.version = "TLSv1.3"
        evidence.tls?.chain = [
            .init(
                subject: "CN = leaf", issuer: "CN = root", names: [], notBefore: nil, notAfter: nil, key: "RSA",
                keyBits: 1_024, signature: "sha1WithRSAEncryption")
        ]
        let summary = Verdict(on: evidence).findings.first?.summary ?? ""
        #expect(summary.contains("1024 bits") && summary.contains("sha1WithRSAEncryption"), "\(summary)")
    }

    @Test("a redirect from https to http is a warning")
    func downgrade() throws {
        var evidence = try Facts.healthy()
        evidence.http?.redirects = [.init(url: "https://www.example/", status: 301, location: "HTTP://www.example/")]
        #expect(Verdict(on: evidence).findings.map(\.id) == ["http.redirect-downgrade"])
    }

    @Test("text from hostile peers is escaped everywhere", arguments: rows)
    func escaped(row: Row) throws {
        var evidence = try Facts.healthy(row.target)
        row.change(&evidence)
        let evil = "\u{1b}[2J\u{202e}\n"
        evidence.http?.detail = evil
        evidence.http?.server = evil
        evidence.observed[WebSocketEvidence.self]?.detail = evil
        evidence.proxy?.detail = evil
        evidence.http?.authentication?.detail = evil
        evidence.http?.authentication?.offered = [evil]
        evidence.observed[WebSocketEvidence.self]?.authentication?.offered = [evil]
        evidence.proxy?.authentication?.offered = [evil]
        for index in evidence.http?.brokenRules.indices ?? 0..<0 { evidence.http?.brokenRules[index].found = evil }
        for index in evidence.tcp?.script?.indices ?? 0..<0 { evidence.tcp?.script?[index].received = evil }
        if evidence.dns?.unexpected != nil { evidence.dns?.unexpected = [evil] }
        for finding in Verdict(on: evidence).findings {
            let text = ([finding.summary] + finding.advice).joined()
            #expect(!text.unicodeScalars.contains(where: SafeText.isUnsafe), "\(text)")
        }
    }
}
