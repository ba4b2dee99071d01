import NetworkModel
import Testing

@testable import NetdiagConfiguration

@Suite("Configuration files of blackbox_exporter")
struct BlackboxConfigurationTests {
    private static func problems(in text: String) -> [String] {
        do {
            _ = try BlackboxConfiguration.parse(Array(text.utf8), file: "bb.yml")
            return []
        } catch {
            return error.description.split(separator: "\n").map { String($0.trimmingPrefix("bb.yml:")) }
        }
    }

    /// A module with one prober, whose settings begin in line 4.
    private static func module(_ prober: String, _ settings: String) -> String {
        "modules:\n  m:\n    prober: \(prober)\n    \(prober): {\(settings)}"
    }

    @Test(
        "errors are reported with their line and the correct form",
        arguments: [
            (
                "modules:\n  m:\n    prober: htp",
                #"3: modules.m.prober "htp" is unknown; did you mean "http"? write one of http, tcp, icmp, dns, grpc, unix"#
            ),
            (
                "modules:\n  m:\n    timeout: 5s",
                "3: modules.m has no prober; write prober: and one of http, tcp, icmp, dns, grpc, unix"
            ),
            ("modules: [1]", "1: modules is a list; write a group of modules by their names"),
            (
                "modules: {m: {prober: http, timeout: 5}}",
                #"1: modules.m.timeout "5" is not a duration of up to a day; write one like 5s"#
            ),
            (
                module("http", "valid_status_codes: [20x]"),
                #"4: modules.m.http.valid_status_codes "20x" is not valid; write a whole number from 100 to 999"#
            ),
            (
                module("http", "fail_if_ssl: perhaps"),
                #"4: modules.m.http.fail_if_ssl "perhaps" is neither on nor off; write one of the two"#
            ),
            (
                module("http", "fail_if_body_json_matches_cel: 'body.ok'"),
                "4: modules.m.http.fail_if_body_json_matches_cel is not supported; use fail_if_body_matches_regexp"
            ),
            (
                module("http", "enable_http3: true, enable_http2: false"),
                "4: modules.m.http.enable_http3 is not supported; leave it out, and the page is asked for over HTTP/2 or HTTP/1.1"
            ),
            (
                module("http", "body: a, body_file: /b"),
                "4: modules.m.http.body and modules.m.http.body_file are mutually exclusive; keep one of them"
            ),
            (
                module("http", "basic_auth: {password_ref: x}"),
                "4: modules.m.http.basic_auth.password_ref is not supported; name a file, as in password_file"
            ),
            (
                module("http", "compression: gzip, headers: {Accept-Encoding: br}"),
                "4: modules.m.http.compression gzip is not what Accept-Encoding asks for; write it there as well"
            ),
            (
                module("http", "fail_if_header_matches: [{regexp: a}]"),
                "4: modules.m.http.fail_if_header_matches has a rule without header:; write the name of a field"
            ),
            (
                module("http", "preferred_ip_protocol: ipv4"),
                #"4: modules.m.http.preferred_ip_protocol "ipv4" is unknown; write ip4 or ip6"#
            ),
            (
                module("http", "tls_config: {min_version: 1.2}"),
                #"4: modules.m.http.tls_config.min_version "1.2" is unknown; write one of TLS10, TLS11, TLS12, TLS13"#
            ),
            (
                module("http", "tls_config: {cert_file: /c}"),
                "4: modules.m.http.tls_config.cert_file is incomplete; write both cert_file and key_file"
            ),
            (
                module("http", "proxy_url: 'ftp://p:1'"),
                #"4: modules.m.http.proxy_url "ftp://p:1" is not a proxy: the scheme is one of http, https, socks5 and socks5h, as in http://proxy.example:3128"#
            ),
            (
                module("tcp", "query_response: [{expect: a, expect_bytes: b}]"),
                "4: modules.m.tcp.query_response.expect_bytes and expect are mutually exclusive; keep one of them"
            ),
            (
                module("tcp", "tls: true, query_response: [{starttls: true}]"),
                "4: modules.m.tcp.query_response switches to TLS, which tls: has already begun; remove one of them"
            ),
            (
                module("tcp", "query_response: [{expect: '(?P<a>b)', send: '${a}'}]"),
                #"4: modules.m.tcp.query_response.send names the group "a"; write its number, from $0 to $9"#
            ),
            (
                module("tcp", "query_response: [{send: !!binary '?'}]"),
                "4: modules.m.tcp.query_response.send is not base64, as !!binary requires"
            ),
            (
                module("icmp", "ttl: 256"),
                #"4: modules.m.icmp.ttl "256" is not valid; write a whole number of hops from 0 to 255"#
            ),
            (module("dns", "query_type: A"), "4: modules.m.dns has no query_name; write the name to query"),
            (
                module("dns", "query_name: ''"),
                "4: modules.m.dns.query_name is empty; write the name to query, as in example.org, or . for the root"
            ),
            (
                module("dns", "query_name: a, dns_over_tls: true"),
                "4: modules.m.dns.dns_over_tls is only possible over TCP; write transport_protocol: tcp as well"
            ),
            (
                module("grpc", "metadata: {a: [b]}"),
                "4: modules.m.grpc.metadata is not supported; leave it out; the health of a server is asked for without"
            ),
            (
                module("unix", "tls: true"),
                "4: modules.m.unix.tls is not supported over a socket of this machine; leave it out"
            ),
        ])
    func wrong(text: String, problem: String) {
        #expect(Self.problems(in: text) == [problem])
    }

    @Test(
        "regular expressions that PCRE2 does not support are reported",
        arguments: [
            module("http", "fail_if_body_matches_regexp: ['(']"), module("tcp", "query_response: [{expect: '(?<'}]"),
            module("dns", "query_name: a, validate_answer_rrs: {fail_if_matches_regexp: ['[']}"),
        ])
    func patterns(text: String) throws {
        let problem = try #require(Self.problems(in: text).first)
        #expect(problem.hasPrefix("4: ") && problem.contains("is wrong at character"), "\(problem)")
    }

    @Test(
        "assertions have Go's semantics",
        arguments: [
            ("a$", "a\\z"), ("a\\$", "a\\$"), ("[$]", "[$]"), ("(?m)a$", "(?m)a$"), ("(?i)a$|b$", "(?i)a\\z|b\\z"),
            ("^+OK", "(?:^)+OK"), ("a$*b", "a(?:\\z)*b"), ("(?m)^?a", "(?m)(?:^)?a"), ("\\b{2}a", "(?:\\b){2}a"),
            ("\\^+", "\\^+"), ("[^^$]$", "[^^$]\\z"), ("[]$]$", "[]$]\\z"), ("[^]$]", "[^]$]"),
            ("[[:alpha:]$]$", "[[:alpha:]$]\\z"), ("\\Q$^+\\E$", "\\Q$^+\\E\\z"), ("a\\", "a\\"), ("[", "["),
            ("[[:", "[[:"),
        ])
    func ends(go: String, pcre: String) {
        #expect(BlackboxPattern.translated(go) == pcre)
    }

    @Test(
        "durations have Go's format",
        arguments: [
            ("5s", Duration.seconds(5)), ("1m30s", .seconds(90)), ("1.5s", .milliseconds(1_500)),
            ("300ms", .milliseconds(300)),
        ])
    func durations(text: String, duration: Duration) {
        #expect(BlackboxDuration.parse(text) == duration)
    }

    @Test("invalid durations are refused", arguments: ["", "5", "s", "5 s", "-5s", "25h", "1e3s", "5sm"])
    func noDurations(text: String) {
        #expect(BlackboxDuration.parse(text) == nil)
    }

    @Test("modules are read as blackbox_exporter reads them")
    func modules() throws {
        let text = """
            modules:
              page:
                prober: http
                timeout: 5s
                http: { follow_redirects: false, fail_if_body_matches_regexp: [ "broken$" ], valid_status_codes: [] }
              postgres:
                prober: tcp
                tcp:
                  query_response:
                  - send: !!binary AAAACATSFi8=
                  - expect_bytes: S
                  - starttls: true
            """
        let modules = try BlackboxConfiguration.parse(Array(text.utf8), file: "bb.yml").modules
        guard case .http(let http) = modules["page"]?.prober, case .tcp(let tcp) = modules["postgres"]?.prober else {
            Issue.record("other probers")
            return
        }
        #expect(modules["page"]?.timeout == .seconds(5) && modules["postgres"]?.timeout == nil)
        #expect(http.settings.maxRedirects == 0 && http.settings.rules == [.lacksMatch("broken\\z")])
        #expect(tcp.script == [.send([0, 0, 0, 8, 4, 0xd2, 0x16, 0x2f, 0x0a]), .expectBytes([0x53]), .startTLS])
    }

    @Test("errors in a file that the configuration names have that file's name")
    func named() {
        #expect(
            configurationProblems(in: "blackbox: bb.yml") == [
                #"1: blackbox "bb.yml" is not an absolute path; write one that begins with /"#
            ])
        #expect(
            configurationProblems(in: "blackbox: /nowhere/bb.yml")
                == ["1: blackbox /nowhere/bb.yml cannot be read: No such file or directory"])
    }
}
