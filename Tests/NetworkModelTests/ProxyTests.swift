import NetworkModel
import TargetKinds
import Testing

@Suite("Proxies")
struct ProxyTests {
    @Test(
        "every form is understood",
        arguments: [
            ("http://proxy.example:3128", "http://proxy.example:3128"),
            ("proxy.example:3128", "http://proxy.example:3128"),
            ("proxy.example", "http://proxy.example:1080"), ("HTTPS://proxy.example", "https://proxy.example:443"),
            ("socks5://192.0.2.1", "socks5://192.0.2.1:1080"), ("socks5h://proxy:1", "socks5h://proxy:1"),
            ("socks://proxy", "socks5://proxy:1080"), ("http://[2001:db8::1]:3128/", "http://[2001:db8::1]:3128"),
            ("http://[fe80::1%25eth0]", "http://[fe80::1%eth0]:1080"), ("[::1]:3128", "http://[::1]:3128"),
        ])
    func forms(text: String, description: String) throws {
        #expect(try Proxy(text, origin: "--proxy").description == description)
    }

    @Test(
        "invalid ones are refused in one line",
        arguments: [
            ("", "host is missing"), ("http://", "host is missing"), ("ftp://proxy", "scheme"),
            ("socks4://proxy", "scheme"), ("pac+http://proxy/proxy.pac", "PAC"), ("http://proxy/path", "path"),
            ("http://proxy?x", "path"), ("http://proxy:0", "port"), ("http://proxy:65536", "port"),
            ("http://proxy:port", "port"), ("http://a b", "blank"), ("http://proxy\r\nX: y", "control"),
            ("http://999.1.1.1", "IPv4"), ("http://[::1", "]"), ("http://::1:80:80:80:80:80:80:80:80", "brackets"),
            ("http://" + String(repeating: "a", count: 3_000), "2048"), ("://proxy", "scheme"),
        ])
    func refused(text: String, hint: String) {
        let error = #expect(throws: SettingsError.self) { try Proxy(text, origin: "--proxy") }
        let reason = error?.reason ?? ""
        #expect(reason.contains(hint) && reason.utf8.count < 400, "\(reason)")
        #expect(!reason.unicodeScalars.contains(where: SafeText.isUnsafe))
    }

    @Test(
        "no message contains a password",
        arguments: [
            "http://alice:s3cret@proxy:3128", "http://alice:s3cret@proxy:port", "alice:s3cret@proxy:3128/path",
            "ftp://alice:s3cret@proxy", "http://alice:s3cret@", "http://alice:s3cret@pro xy", "http://alice:s3cret",
            "http://alice:x/s3cret@proxy", "http://alice:x@s3cret@proxy:0", "alice:x://s3cret@proxy/path",
            "http://alice:%zzs3cret@proxy", "http://s3cret@proxy/path", "http://alice:s3cret\n@proxy",
            "pac+http://alice:s3cret@proxy/x.pac", "alice:s3cret", "http://alice:s3cret@proxy:0\u{202e}",
        ])
    func masked(text: String) {
        for allows in [false, true] {
            do {
                let proxy = try Proxy(text, origin: "https_proxy", allowsPassword: allows)
                #expect(!"\(proxy) \(String(reflecting: proxy))".contains("s3cret"), "\(proxy)")
            } catch {
                #expect(!error.reason.contains("s3cret"), "\(error.reason)")
            }
        }
    }

    @Test("a password from the environment is used, decoded, and never printed")
    func password() throws {
        let proxy = try Proxy("http://al%69ce:p%40ss:w%3A@proxy", origin: "http_proxy", allowsPassword: true)
        guard case .given(let secret)? = proxy.authentication?.source else {
            Issue.record("no login")
            return
        }
        #expect(secret.content == .password(user: "alice", password: "p@ss:w:"))
        var dumped = ""
        dump(proxy, to: &dumped)
        #expect(!dumped.contains("p@ss") && !"\(proxy)\(secret)".contains("p@ss"), "\(dumped)")
        #expect(throws: SettingsError.self) {
            try Proxy("http://a:%0d%0a@proxy", origin: "http_proxy", allowsPassword: true)
        }
    }

    private func way(_ target: String, _ variables: [String: String]) throws -> String? {
        try ProxyEnvironment(variables).proxy(for: Target(target))?.description
    }

    @Test(
        "which variable applies",
        arguments: [
            ("http://a.example/", ["http_proxy": "p:1"], "http://p:1"),
            ("http://a.example/", ["HTTP_PROXY": "p:1"], nil), ("https://a.example/", ["http_proxy": "p:1"], nil),
            ("https://a.example/", ["HTTPS_PROXY": "p:1", "https_proxy": "q:1"], "http://q:1"),
            ("https://a.example/", ["HTTPS_PROXY": "p:1"], "http://p:1"),
            ("wss://a.example/", ["https_proxy": "p:1"], "http://p:1"),
            ("ws://a.example/", ["http_proxy": "p:1"], "http://p:1"),
            ("tls://a.example:1", ["https_proxy": "p:1"], "http://p:1"),
            ("ftp://a.example/", ["ftp_proxy": "p:1"], "http://p:1"),
            ("http://a.example/", ["all_proxy": "socks5h://p"], "socks5h://p:1080"),
            ("http://a.example/", ["ALL_PROXY": "p:1", "http_proxy": ""], "http://p:1"),
            ("a.example:22", ["all_proxy": "p:1"], nil), ("icmp://a.example", ["all_proxy": "p:1"], nil),
            ("dns://192.0.2.1/a.example", ["all_proxy": "p:1"], nil), ("http://a.example/", [:], nil),
        ] as [(String, [String: String], String?)])
    func variables(target: String, variables: [String: String], expected: String?) throws {
        #expect(try way(target, variables) == expected)
    }

    @Test(
        "no_proxy",
        arguments: [
            ("*", "a.example", true), ("a.example", "a.example", true), ("A.EXAMPLE.", "a.example", true),
            (".example", "a.example", true), ("example", "a.example", true), ("ample", "a.example", false),
            ("b.a.example", "a.example", false), ("x, example ,y", "a.example", true),
            ("x\texample", "a.example", true),
            ("192.0.2.0/24", "192.0.2.9", true), ("192.0.2.0/24", "192.0.3.9", false), ("192.0.2.9", "192.0.2.9", true),
            ("192.0.2.0/0", "203.0.113.1", true), ("2001:db8::/32", "[2001:db8::7]", true),
            ("[2001:db8::7]", "[2001:db8::7]", true), ("2001:db8::/33", "[2001:db8:8000::7]", false),
            ("192.0.2.0/24", "[2001:db8::7]", false), ("192.0.2.0/99", "192.0.2.9", false),
            ("192.0.2.0/-1", "192.0.2.9", false), ("192.0.2.0/", "192.0.2.9", false), ("/", "192.0.2.9", false),
            ("/24", "192.0.2.9", false), ("//", "192.0.2.9", false), ("[", "192.0.2.9", false),
            ("]", "192.0.2.9", false), ("[]", "192.0.2.9", false), (".", "a.example", false), ("", "a.example", false),
            (",,,", "a.example", false), ("**", "a.example", false), ("*.example", "a.example", false),
        ])
    func excepted(list: String, host: String, isDirect: Bool) throws {
        let way = try way("http://\(host)/", ["http_proxy": "p:1", "no_proxy": list])
        #expect((way == nil) == isDirect)
    }

    @Test("an invalid variable is reported by its name only if it applies")
    func wrongVariable() throws {
        let environment = ["https_proxy": "gopher://alice:s3cret@p", "no_proxy": "b.example"]
        let error = #expect(throws: SettingsError.self) { try way("https://a.example/", environment) }
        #expect(error?.reason.contains("s3cret") == false)
        #expect(try way("https://b.example/", environment) == nil)
        #expect(try way("http://a.example/", environment) == nil)
    }
}
