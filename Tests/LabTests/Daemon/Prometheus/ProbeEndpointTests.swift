import Glibc
import Lab
import Testing

@Suite("Probes by modules", .lab, .tags(.lab))
struct ProbeEndpointTests {
    private static let modules = """
        modules:
          http_2xx: { prober: http, timeout: 3s }
          tcp: { prober: tcp }
          ssh:
            prober: tcp
            timeout: 3s
            tcp:
              query_response:
                - { expect: "^SSH-(.*)-(.*)$", labels: [{ name: version, value: "${1}" }, { name: what, value: "a $2" }] }
          bytes: { prober: tcp, timeout: 3s, tcp: { query_response: [{ expect_bytes: SSH }] } }
          other_bytes: { prober: tcp, timeout: 3s, tcp: { query_response: [{ expect_bytes: HTTP }] } }
          unix: { prober: unix, timeout: 3s, unix: { query_response: [{ expect: "^PONG" }] } }
          basic: { prober: http, timeout: 3s, http: { basic_auth: { username: a, password: do-not-show-this } } }
        """

    private func withDaemon(
        _ modules: String = modules, _ body: @Sendable (RunningDaemon) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.write("/run/blackbox.yml", modules)
            try host.startTCPServer(.says("SSH-2.0-lab\r\n"), port: 22)
            try host.startTCPServer(.silent, port: 23)
            try await body(try await host.startDaemon("publish: off\nuplink: off\nblackbox: /run/blackbox.yml"))
        }
    }

    @Test("labels, bytes, a hidden login, and the cause")
    func conversations() async throws {
        try await withDaemon { daemon in
            let ssh = try await daemon.get("/probe?module=ssh&target=127.0.0.1:22")
            #expect(ssh.contains("probe_success 1\n"))
            #expect(ssh.contains("probe_expect_info{version=\"2.0\",what=\"a lab\"} 1\n"), "\(ssh)")
            let bytes = try await daemon.get("/probe?module=bytes&target=127.0.0.1:22")
            #expect(bytes.contains("probe_success 1\n") && bytes.contains("probe_failed_due_to_bytes 0\n"))
            let other = try await daemon.get("/probe?module=other_bytes&target=127.0.0.1:22")
            #expect(other.contains("probe_success 0\n") && other.contains("probe_failed_due_to_bytes 1\n"))
            let refused = try await daemon.get("/probe?target=127.0.0.1:1")
            #expect(refused.contains("probe_netdiag_cause_info{cause=\"tcp.refused\"} 1\n"))
            let missing = try await daemon.get("/probe?module=unix&target=/run/nothing.sock")
            #expect(missing.contains("probe_netdiag_cause_info{cause=\"unix.no-socket\"} 1\n"))
            let debug = try await daemon.get("/probe?module=basic&target=127.0.0.1:22&debug=true", "-i")
            #expect(debug.lowercased().contains("content-type: text/plain") && debug.contains("probe_success 0"))
            #expect(!debug.contains("do-not-show-this") && !debug.contains("YTpkby1ub3Q"))
        }
    }

    @Test("a probe ends before its scrape does")
    func timeout() async throws {
        try await withDaemon { daemon in
            let answer = try await daemon.get(
                "/probe?target=http://127.0.0.1:23/", "-m", "20", "-H", "X-Prometheus-Scrape-Timeout-Seconds: 1.5")
            #expect(answer.hasSuffix("probe_timeout_seconds 1") && answer.contains("probe_success 0\n"), "\(answer)")
            #expect(answer.contains("cause=\"http.no-answer\""))
        }
    }

    @Test(
        "an invalid request gets a 400 with one line",
        arguments: [
            ("", "target: is missing"), ("?target=", "target: is missing"),
            ("?target=x&module=http_2x", "did you mean \\\"http_2xx\\\"?"),
            ("?target=x&debug=perhaps", "neither true nor false"),
            ("?target=x&targets=y", "unknown"), ("?target=a&target=b", "twice"),
        ])
    func wrong(query: String, reason: String) async throws {
        try await withDaemon { daemon in
            let answer = try await daemon.get("/probe" + query, "-w", "%{http_code}")
            #expect(answer.contains(reason) && answer.hasSuffix("400"), "\(answer)")
        }
    }

    @Test(
        "a target that the prober does not accept is a failed probe, as in blackbox_exporter, and the reason is in the notes",
        arguments: [
            ("?target=http://%5Bx/", "write a URL"), ("?target=example.org&module=tcp", "write host:port"),
        ])
    func unusable(query: String, reason: String) async throws {
        try await withDaemon { daemon in
            let answer = try await daemon.get("/probe" + query, "-w", "%{http_code}")
            #expect(answer.contains("probe_success 0\n") && answer.hasSuffix("200"), "\(answer)")
            let notes = try await daemon.get("/probe" + query + "&debug=true")
            #expect(notes.contains(reason) && notes.contains("probe_success 0\n"), "\(notes)")
        }
    }

    @Test("a file with errors leaves the current modules and checks in use")
    func reload() async throws {
        try await withDaemon { daemon in
            try await daemon.host.write("/run/blackbox.yml", "modules:\n  a:\n    prober: htp\n")
            daemon.process.send(SIGHUP)
            try await daemon.process.diagnostics.first("the mistake") {
                $0.contains("/run/blackbox.yml:3:") && $0.contains("did you mean \"http\"?")
            }
            #expect(try await daemon.get("/probe?module=bytes&target=127.0.0.1:22").contains("probe_success 1\n"))
        }
    }
}
