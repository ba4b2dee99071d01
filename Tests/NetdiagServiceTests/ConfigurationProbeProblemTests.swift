import Foundation
import NetdiagService
import NetworkModel
import Testing

@Suite("Errors in the settings of checks")
struct ConfigurationProbeProblemTests {
    /// The only problem with a setting, which is in line 3.
    private func problem(_ setting: String, of target: String = "https://www.example/") -> String {
        let found = configurationProblems(in: "targets:\n- target: \(target)\n  \(setting)\n")
        #expect(found.count == 1, "\(setting): \(found)")
        let line = found.first ?? ""
        #expect(line.utf8.count < 700 && !line.unicodeScalars.contains(where: SafeText.isUnsafe), "\(line)")
        return line
    }

    @Test(
        "invalid HTTP settings",
        arguments: [
            ("method: G T", "not a valid method"), ("method: CONNECT", "not a valid method"),
            ("method: \"\"", "not a valid method"),
            ("method: [GET]", "is a list"), ("method: \"GET\\r\\nX: y\"", "not a valid method"),
            ("headers: [a]", "is a list"), ("headers: {\"A B\": x}", "not a valid field name"),
            ("headers: {A: \"x\\r\\nB: y\"}", "control character 13"),
            ("headers: {A: \"x\\ny\"}", "control character 10"),
            ("headers: {A: \"x\\0\"}", "control character 0"), ("headers: {\"A\\r\\nB\": x}", "not a valid field name"),
            ("headers: {Authorization: Basic x}", "use credentials"),
            ("headers: {PROXY-authorization: x}", "use credentials"), ("headers: {A: [x]}", "is a list"),
            ("body: [x]", "is a list"), ("body_file: data", "no absolute path|is not an absolute path"),
            ("body_file: /nonexistent/file", "cannot be read"), ("body_file: /", "not a regular file"),
            ("version: 3", "1.1, 2"), ("redirects: 31", "0 to 30"), ("redirects: -1", "0 to 30"),
            ("redirects: maybe", "0 to 30"), ("compression: 1", "neither on nor off"), ("status: 99", "not a status"),
            ("status: 600", "not a status"), ("status: 300-200", "not a status"), ("status: 200-", "not a status"),
            ("status: 1-2-3", "not a status"), ("status: ok", "not a status"),
            ("status: {a: b}", "a group of settings"),
            ("contains: [[x]]", "is a list"), ("matches: \"(\"", "wrong at character 1"),
            ("matches: \"[a\"", "wrong at"),
            ("json: [a]", "is a list"), ("json: {status: ok}", "begins with $"), ("json: {\"$..a\": ok}", "not a path"),
            ("json: {$.a: [1]}", "is a list"), ("max_body: 1023", "1KiB to 16MiB"),
            ("max_body: 17MiB", "1KiB to 16MiB"),
            ("read_body: 1GiB", "1KiB to 16MiB"), ("read_body: -1", "1KiB to 16MiB"),
            ("read_body: 99999999999999999999", "1KiB to 16MiB"), ("read_body: ٣KiB", "1KiB to 16MiB"),
            ("methods: GET", "did you mean \"method\"?"),
        ])
    func http(setting: String, words: String) {
        let line = problem("http: { \(setting) }")
        #expect(line.hasPrefix("3: "), "\(line)")
        #expect(words.split(separator: "|").contains { line.contains($0) }, "\(line)")
    }

    @Test("lists that are too long are refused, not cut")
    func long() {
        let texts = (1...65).map { "\"2\\x30\($0 % 10)\"" }.joined(separator: ", ")
        for key in ["status", "contains", "lacks", "matches"] {
            #expect(problem("http: { \(key): [\(texts)] }").contains("the maximum is 64"))
        }
        let entries = (1...65).map { "$.a\($0): 1" }.joined(separator: ", ")
        #expect(problem("http: { json: {\(entries)} }").contains("the maximum is 64"))
        let fields = (1...65).map { "A\($0): 1" }.joined(separator: ", ")
        #expect(problem("http: { headers: {\(fields)} }").contains("the maximum is 64"))
        let steps = (1...65).map { _ in "{send: x}" }.joined(separator: ", ")
        #expect(problem("script: [\(steps)]", of: "a.example:1").contains("the maximum is 64"))
        #expect(problem("records: [\(texts)]", of: "dns://192.0.2.1/a").contains("the maximum is 64"))
    }

    @Test("body and body_file are mutually exclusive")
    func bodies() {
        #expect(problem("http: { body: x, body_file: /etc/hostname }").contains("are mutually exclusive"))
    }

    @Test(
        "credentials that cannot be used",
        arguments: [
            ("{}", "takes one of file"), ("secret", "is a single value"),
            ("{file: /a, netrc: /b}", "takes one of file"),
            ("{file: login}", "not an absolute path"), ("{file: /nonexistent}", "No such file"),
            ("{file: /}", "not a regular file"),
            ("{netrc: /nonexistent}", "No such file"), ("{service: a/b}", "not a valid name of a credential"),
            ("{service: ..}", "not a valid name of a credential"),
            ("{service: \"\"}", "not a valid name of a credential"),
            ("{kerberos: maybe}", "neither on nor off"), ("{kerberos: off}", "leave credentials out"),
            ("{kerberos: on, schemes: [none]}", "unknown"), ("{kerberos: on, schemes: []}", "is empty"),
            ("{password: secret}", "unknown key"),
        ])
    func credentials(setting: String, words: String) {
        let line = problem("credentials: \(setting)")
        #expect(line.hasPrefix("3: ") && line.contains(words), "\(line)")
    }

    @Test("files with secrets, which the message does not reveal")
    func secretFiles() throws {
        let folder = try ConfigurationFolder()
        let open = try folder.write("alice:s3cret", to: "open", mode: 0o644)
        let lines = try folder.write("alice:s3cret\nbob:s3cret", to: "lines")
        let control = try folder.write("alice:s3\u{1}cret", to: "control")
        mkfifo(folder.path + "/fifo", 0o600)
        for (path, words) in [
            (open, "chmod 600"), (lines, "more than one line"), (control, "control character"),
            (folder.path + "/fifo", "not a regular file"),
        ] {
            let line = problem("credentials: {file: \(path)}")
            #expect(line.contains(words) && !line.contains("s3cret") && !line.contains("alice"), "\(line)")
        }
        #expect(problem("credentials: {netrc: \(open)}").contains("chmod 600"))
    }

    @Test(
        "proxies that cannot be used, with their passwords masked",
        arguments: [
            ("http://alice:s3cret@proxy:3128", "a password does not belong"), ("ftp://alice:s3cret@proxy", "scheme"),
            ("\"http://proxy/path\"", "path"), ("pac+http://proxy/x.pac", "PAC"), ("\"http://a b\"", "blank"),
            ("[a]", "is a list"), ("{}", "needs a url"), ("{url: off}", ""), ("\"\"", "host is missing"),
            ("{url: http://proxy, credentials: {}}", "takes one of"), ("{uri: http://proxy}", "unknown key"),
        ])
    func proxies(setting: String, words: String) {
        guard !words.isEmpty else { return }
        let found = configurationProblems(in: "targets:\n- target: https://www.example/\n  proxy: \(setting)\n")
        let line = found.first ?? ""
        #expect(line.hasPrefix("3: ") && line.contains(words), "\(found)")
        #expect(!found.contains { $0.contains("s3cret") })
        let whole = configurationProblems(in: "\nproxy: \(setting)\n")
        #expect(whole.first?.hasPrefix("2: ") == true && !whole.contains { $0.contains("s3cret") }, "\(whole)")
    }

    @Test("files of TLS")
    func tls() throws {
        let folder = try ConfigurationFolder()
        let empty = try folder.write("", to: "empty")
        let certificate = try folder.write("-----BEGIN CERTIFICATE-----\n", to: "cert.pem")
        let open = try folder.write("-----BEGIN PRIVATE KEY-----\n", to: "open.pem", mode: 0o644)
        for (setting, words) in [
            ("{ca_file: \(empty)}", "contains no certificate"), ("{certificate: \(empty)}", "contains no certificate"),
            ("{certificate: \(certificate), key: \(certificate)}", "contains no private key"),
            ("{certificate: \(certificate), key: \(open)}", "chmod 600"),
            (
                "{key: \(try folder.write("-----BEGIN PRIVATE KEY-----\n", to: "key.pem"))}",
                "no effect without certificate"
            ),
            ("{minimum: 1.4}", "1.0, 1.1, 1.2, 1.3"), ("{minimum: 2}", "1.0, 1.1, 1.2, 1.3"),
            ("{server_name: \"a b\"}", "server_name"), ("{server_name: \"a\\r\\nb\"}", "server_name"),
            ("{ca_file: ca.pem}", "not an absolute path"), ("{verify: off}", "unknown key"), ("[a]", "is a list"),
        ] {
            let line = problem("tls: \(setting)")
            #expect(line.hasPrefix("3: ") && line.contains(words), "\(line)")
        }
    }

    @Test(
        "other kinds",
        arguments: [
            ("ftp://a.example/", "ftp: {mode: pasive}", "passive, pasv, active"),
            ("ftp://a.example/", "ftp: {write_in: x}", "absolute"),
            ("ftp://a.example/", "ftp: {write_in: \"/a\\r\\nDELE b\"}", "control character"),
            ("ftp://a.example/", "ftp: {tls: maybe}", "neither on nor off"),
            ("ws://a.example/", "websocket: {subprotocols: [a b]}", "not a valid name of a subprotocol"),
            ("ws://a.example/", "websocket: {subprotocols: [\"a\\r\\nb\"]}", "not a valid name of a subprotocol"),
            ("ws://a.example/", "websocket: {expect: \"(\"}", "wrong at character"),
            ("ws://a.example/", "websocket: {max_message: 124}", "125 to 16777216"),
            ("ws://a.example/", "websocket: {max_message: 16777217}", "125 to 16777216"),
            ("a.example:1", "script: {expect: x}", "write a list"),
            ("a.example:1", "script: [{}]", "not one of expect"),
            ("a.example:1", "script: [quit]", "is a single value|not one of expect"),
            ("a.example:1", "script: [{expect: a, send: b}]", "not one of expect"),
            ("a.example:1", "script: [{expect: \"(\"}]", "wrong at character"),
            ("dns://192.0.2.1/a", "records: {a: b}", "a group of settings"),
            ("icmp://a.example", "ping: {count: 0}", "1 to 100"),
            ("icmp://a.example", "ping: {count: 101}", "1 to 100"),
            ("icmp://a.example", "ping: {interval: 9ms}", "out of range"),
            ("icmp://a.example", "ping: {interval: 11s}", "out of range"),
            ("icmp://a.example", "ping: {loss: 101}", "0 to 100"), ("icmp://a.example", "ping: {loss: 5%}", "0 to 100"),
            ("icmp://a.example", "ping: {jitter: 0}", "out of range"),
            ("icmp://a.example", "address: www.example", "not an address"),
        ])
    func others(target: String, setting: String, words: String) {
        let found = configurationProblems(in: "targets:\n- target: \(target)\n  \(setting)\n")
        #expect(found.allSatisfy { $0.hasPrefix("3: ") } && !found.isEmpty, "\(found)")
        #expect(words.split(separator: "|").contains { words in found.contains { $0.contains(words) } }, "\(found)")
        #expect(!found.contains { $0.unicodeScalars.contains(where: SafeText.isUnsafe) })
    }

    @Test(
        "invalid expectations of certificates",
        arguments: [
            ("pin: abc", "is not a pin"), ("pin: sha256//YWJj", "is not a pin"), ("pin: [[x]]", "is a list"),
            ("pin: {a: b}", "a group of settings"), ("issuer: \"\"", "is not valid"), ("issuer: [x]", "is a list"),
            ("issuer: \"a\\nb\"", "is not valid"), ("issuers: x", "did you mean \"issuer\"?"),
        ])
    func expectations(setting: String, words: String) {
        #expect(problem("tls: { \(setting) }").contains(words), "\(problem("tls: { \(setting) }"))")
    }

    @Test(
        "URLs that cannot detect a portal",
        arguments: [
            ("https://www.example/", "not a URL of http"), ("tcp://a:1", "use one of http, https"),
            ("[a]", "is a list"), ("'http://'", "cannot be used"), ("on", "not a URL of http"),
        ])
    func portals(setting: String, words: String) {
        let found = configurationProblems(in: "captive_portal_url: \(setting)\n")
        #expect(found.count == 1 && found.first?.contains(words) == true, "\(found)")
    }
}
