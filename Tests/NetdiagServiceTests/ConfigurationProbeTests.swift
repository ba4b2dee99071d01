import NetdiagService
import NetworkModel
import Testing
import NetdiagConfiguration

@Suite("Settings of checks in the configuration")
struct ConfigurationProbeTests {
    private func probe(_ target: String, _ settings: String) throws -> ProbeSettings {
        let indented = settings.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
        return try #require(
            try parsedConfiguration("targets:\n- target: \(target)\n\(indented)\n").targets.first?.probe)
    }

    @Test("every key of HTTP")
    func http() throws {
        let folder = try ConfigurationFolder()
        let probe = try probe(
            "https://www.example/",
            """
            address: 192.0.2.1
            http:
              method: PUT
              headers: {X-Trace: "1", Accept: text/html, X-Empty: }
              body_file: \(try folder.write("data", to: "body"))
              version: 2
              redirects: 3
              compression: off
              status: [204, 300-399]
              contains: hello
              lacks: [error, failed]
              matches: "^<p>"
              json: {$.status: ok, "$.items[0].count": 3, $.flag: true, $.none: null, $.text: "3", $.odd: inf}
              read_body: 64KiB
            """)
        let http = probe.http
        #expect(probe.address == IPAddress("192.0.2.1"))
        #expect(http.method == "PUT" && http.version == .http2 && http.maxRedirects == 3 && !http.acceptsCompression)
        #expect(http.fields.map { "\($0.name)=\($0.value)" } == ["X-Trace=1", "Accept=text/html", "X-Empty="])
        #expect(http.body == .file(folder.path + "/body"))
        #expect(http.expectedStatus == [204...204, 300...399])
        #expect(http.maxBodyBytes == 65_536 && !http.isLongBodyWrong)
        #expect(
            http.rules == [
                .contains("hello"), .lacks("error"), .lacks("failed"), .matches("^<p>"),
                .json(path: try JSONPath("$.status"), equals: .string("ok")),
                .json(path: try JSONPath("$.items[0].count"), equals: .number(3)),
                .json(path: try JSONPath("$.flag"), equals: .bool(true)),
                .json(path: try JSONPath("$.none"), equals: .null),
                .json(path: try JSONPath("$.text"), equals: .string("3")),
                .json(path: try JSONPath("$.odd"), equals: .string("inf")),
            ])
    }

    @Test("sizes, redirects and bodies in their other forms")
    func otherForms() throws {
        let http = try probe("http://www.example/", "http: {redirects: off, max_body: 2 MiB, body: \"x\\r\\ny\"}").http
        #expect(http.maxRedirects == 0 && http.maxBodyBytes == 2 << 20 && http.isLongBodyWrong)
        #expect(http.body == .bytes(Array("x\r\ny".utf8)))
        #expect(try probe("http://www.example/", "http: {redirects: on, read_body: 1024}").http.maxRedirects == 10)
        #expect(try probe("http://www.example/", "http:\ntls:\n") == ProbeSettings())
    }

    @Test("credentials, proxies and TLS")
    func peers() throws {
        let folder = try ConfigurationFolder()
        let login = try folder.write("alice:secret\n", to: "login")
        let authority = try folder.write("-----BEGIN CERTIFICATE-----\n", to: "ca.pem", mode: 0o644)
        let key = try folder.write("-----BEGIN PRIVATE KEY-----\n", to: "key.pem")
        let probe = try probe(
            "https://www.example/",
            """
            credentials: {file: \(login), schemes: [Basic, digest]}
            proxy: {url: "socks5h://[2001:db8::1]:1080", credentials: {service: proxy-login}}
            tls: {ca_file: \(authority), certificate: \(authority), key: \(key), server_name: Other.Example, minimum: 1.2}
            """)
        #expect(probe.authentication == .init(source: .file(login), schemes: [.basic, .digest]))
        guard case .through(let proxy) = probe.proxy else {
            Issue.record("no proxy")
            return
        }
        #expect(proxy.description == "socks5h://[2001:db8::1]:1080" && proxy.origin == "the configuration")
        #expect(proxy.authentication?.source == .service(name: "proxy-login"))
        #expect(probe.tls.certificateAuthorityFile == authority && probe.tls.clientCertificateFile == authority)
        #expect(probe.tls.clientKeyFile == key && probe.tls.minVersion == .tls12)
        #expect(probe.tls.serverName?.lowercased() == "other.example")
    }

    @Test("a proxy for all targets, which a target can override")
    func proxies() throws {
        let configuration = try parsedConfiguration(
            "proxy: http://proxy:3128\ntargets:\n- http://a/\n- {target: http://b/, proxy: off}\n- "
                + "{target: http://c/, proxy: environment}\n")
        #expect(configuration.targets.map(\.probe.proxy).map { $0 == configuration.proxy } == [true, false, false])
        #expect(configuration.targets.map(\.probe.proxy).dropFirst() == [.direct, .environment])
        #expect(try parsedConfiguration("proxy: off").proxy == .direct)
    }

    @Test("FTP, WebSockets, dialogues, records and echo requests")
    func others() throws {
        let ftp = try probe("ftp://www.example/", "ftp: {mode: active, tls: on, write_in: /incoming}").ftp
        #expect(ftp.mode == .active && ftp.requiresTLS && ftp.writesIn == "/incoming")
        let ws = try probe(
            "wss://www.example/",
            "websocket: {subprotocols: [chat, v2.chat], send: hello, expect: ^h, max_message: 125}\nhttp: {headers: {A: b}}"
        )
        #expect(ws.webSocket.subprotocols == ["chat", "v2.chat"] && ws.webSocket.message == "hello")
        #expect(ws.webSocket.expected == "^h" && ws.webSocket.maxMessageBytes == 125 && ws.http.fields.count == 1)
        let script = try probe(
            "mail.example:25", "script:\n- expect: \"^220 \"\n- send: \"EHLO x\\r\\n\"\n- starttls\n- starttls: ")
        #expect(script.script == [.expect("^220 "), .send(Array("EHLO x\r\n".utf8)), .startTLS, .startTLS])
        #expect(try probe("dns://192.0.2.53/a.example", "records: [192.0.2.1, 192.0.2.2]").records.count == 2)
        let echo = try probe("icmp://www.example", "ping: {count: 20, interval: 20ms, loss: 10, jitter: 5ms}").echo
        #expect(echo.count == 20 && echo.interval == .milliseconds(20) && echo.tolerableLoss == 0.1)
        #expect(echo.maxJitter == .milliseconds(5))
        #expect(try probe("icmp://www.example", "ping: {}").echo.count == 5)
        #expect(try probe("icmp://www.example", "ping: {count: 1}").echo.givenCount == 1)
        #expect(try probe("icmp://www.example", "interval: 1m").echo.givenCount == nil)
    }

    @Test(
        "settings of another kind of target are refused",
        arguments: [
            ("icmp://a.example", "http: {}"), ("a.example:22", "credentials: {kerberos: on}"),
            ("tls://a.example:1", "http: {}"),
            ("dns://192.0.2.1/a", "address: 192.0.2.1"), ("http://a.example/", "script: []"),
            ("http://a.example/", "websocket: {}"), ("ws://a.example/", "ftp: {}"), ("ftp://a.example/", "http: {}"),
            ("a.example:22", "proxy: off"), ("icmp://a.example", "tls: {}"), ("http://a.example/", "records: [a]"),
            ("http://a.example/", "ping: {}"), ("a.example", "script: []"),
        ])
    func unsuitable(target: String, setting: String) {
        let key = setting.prefix { $0 != ":" }
        #expect(
            configurationProblems(in: "targets:\n- target: \(target)\n  \(setting)") == [
                "3: \(key) does not apply to \"\(target)\"; remove it"
            ])
    }

    @Test("expectations of certificates, detection of portals, and a target without the proxy")
    func expectations() throws {
        let pin = "sha256//YLh1dUR9y6Kja30RrAn7JKnbQG/uEtLMkBgFF2Fuihg="
        let configuration = try parsedConfiguration(
            """
            proxy: http://proxy.example:3128
            captive_portal_url: http://check.example/generate_204
            targets:
            - target: https://www.example/
              proxy: off
              tls: {issuer: Example Trust, pin: '\(pin)'}
            - http://www.example/
            """)
        let first = configuration.targets[0].probe, second = configuration.targets[1].probe
        #expect(first.tls.expectation == .init(issuer: "Example Trust", pins: [pin]))
        #expect(first.spareProxy?.port == 3128 && first.proxy == .direct)
        #expect(second.tls.expectation == nil && second.spareProxy == nil)
        #expect(first.portalURL?.text == "http://check.example/generate_204" && second.portalURL == first.portalURL)
        #expect(try parsedConfiguration("captive_portal_url: off\n").portalURL == nil)
    }
}
