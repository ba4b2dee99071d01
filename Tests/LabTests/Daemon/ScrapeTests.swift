import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSON
import enum NetworkModel.JSONValue

@Suite("Targets for Prometheus", .lab, .tags(.lab))
struct ScrapeTests {
    private static let type = "_prometheus-http._tcp"

    /// A web server that announces its metrics, and a host with netdiagd and a Prometheus that queries it for targets.
    private func withPrometheus(
        _ query: String = "", configuration: String = "discovery: { types: [\(type)] }", options: String = "",
        prepare: @Sendable (_ web: Host) async throws -> Void = { _ in },
        _ body: @Sendable (_ web: HostProcess, _ daemon: RunningDaemon, _ prometheus: Host) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let web = try await lab.host("web"), monitor = try await lab.host("monitor")
            _ = try await lab.segment([web, monitor])
            try await prepare(web)
            try await web.startDiscovery()
            try await monitor.startDiscovery()
            try await web.run(["mkdir", "-p", "/run/www/inner"])
            try await web.write("/run/www/inner/metrics", "# TYPE shelves gauge\nshelves{room=\"1\"} 7\n")
            let server = try web.spawn(["python3", "-u", "-m", "http.server", "-d", "/run/www", "--bind", "::", "9100"])
            try await server.output.first("the web server") { $0.contains("Serving HTTP") }
            let publisher = try web.spawn([
                "avahi-publish", "-s", "Shop, floor 1", Self.type, "9100", "Path=/inner/metrics", "team.name=tills",
                "beta",
            ])
            try await publisher.diagnostics.first("the announcement") { $0.contains("Established") }
            let daemon = try await monitor.startDaemon("publish: off\n" + configuration)
            try await monitor.write(
                "/run/prometheus.yml",
                """
                global: { scrape_interval: 1s }
                scrape_configs:
                  - job_name: link
                    http_sd_configs:
                      - url: http://127.0.0.1:8053/v1/targets/http_sd?type=\(Self.type)\(query)
                        refresh_interval: 1s
                        \(options)
                    relabel_configs:
                      - { source_labels: [__meta_netdiag_name], target_label: instance }
                      - { source_labels: [__meta_netdiag_txt_path], regex: (.+), target_label: __metrics_path__ }
                      - { regex: __meta_netdiag_txt_team_(.+), replacement: team_$1, action: labelmap }
                      - { source_labels: [__meta_netdiag_txtpresent_beta], target_label: beta }
                """)
            let prometheus = try monitor.spawn([
                "prometheus", "--config.file=/run/prometheus.yml", "--storage.tsdb.path=/run/prometheus",
                "--web.listen-address=127.0.0.1:9090",
            ])
            try await prometheus.diagnostics.first("the start of Prometheus") { $0.contains("Server is ready") }
            try await body(publisher, daemon, monitor)
        }
    }

    private static func get(_ path: String, on host: Host) async throws -> JSONValue {
        let text = try await host.run(["curl", "-sSg", "http://127.0.0.1:9090/api/v1/" + path])
        return try JSONValue(reading: Array(text.utf8))
    }

    private static func targets(_ host: Host) async throws -> [[String: JSONValue]] {
        guard case .object(let answer) = try await get("targets?state=active", on: host),
            case .object(let data)? = answer["data"], case .array(let targets)? = data["activeTargets"]
        else { return [] }
        return targets.compactMap { if case .object(let target) = $0 { target } else { nil } }
    }

    @Test("Prometheus scrapes announced services with labels from TXT records, and forgets those that are withdrawn")
    func scraped() async throws {
        try await withPrometheus { publisher, daemon, monitor in
            try await StaleTests.eventually { try await Self.targets(monitor).first?["health"] == .string("up") }
            let target = try #require(try await Self.targets(monitor).first)
            #expect(target["scrapeUrl"] == .string("http://10.77.1.1:9100/inner/metrics"))
            #expect(
                target["labels"]
                    == .object([
                        "instance": .string("Shop, floor 1"), "job": .string("link"), "team_name": .string("tills"),
                        "beta": .string("true"),
                    ]))
            try await StaleTests.eventually {
                let answer = try await monitor.run(["curl", "-sS", "http://127.0.0.1:9090/api/v1/query?query=shelves"])
                return answer.contains("\"7\"") && answer.contains("\"tills\"")
            }
            _ = try await publisher.stop()
            try await StaleTests.eventually { try await Self.targets(monitor).isEmpty }
            #expect(try await daemon.get("/v1/targets/http_sd?type=\(Self.type)") == "[]")
        }
    }

    @Test("a host with link-local addresses only is scraped by an address with a zone")
    func linkLocal() async throws {
        // A type that the configuration does not name is for clients with the token only.
        try await withPrometheus(
            "&family=ipv6", configuration: "access: { token: 0123456789abcdef0123 }",
            options: "authorization: { type: Bearer, credentials: 0123456789abcdef0123 }"
        ) { web in
            try await web.run(["ip", "-6", "address", "flush", "dev", "eth0", "scope", "global"])
        } _: { _, _, monitor in
            try await StaleTests.eventually { try await Self.targets(monitor).first?["health"] == .string("up") }
            guard case .string(let url)? = try await Self.targets(monitor).first?["scrapeUrl"] else {
                Issue.record("no URL")
                return
            }
            #expect(url.hasPrefix("http://[fe80::") && url.hasSuffix("%25eth0]:9100/inner/metrics"))
        }
    }

    @Test("Prometheus keeps its targets while Avahi is down, and gets new ones afterwards")
    func restart() async throws {
        try await Lab.run { lab in
            let web = try await lab.host("web"), monitor = try await lab.host("monitor")
            _ = try await lab.segment([web, monitor])
            try await web.startDiscovery()
            try await monitor.startBus()
            let avahi = try await monitor.startAvahi()
            try await web.publish("metrics", Self.type, port: 9100)
            let daemon = try await monitor.startDaemon("publish: off")
            let path = "/v1/targets/http_sd?type=\(Self.type)"
            let ask = { @Sendable () async throws -> String in try await daemon.get(path, "-w", "\n%{http_code}") }
            #expect(try await ask().hasSuffix("200"))
            #expect(try await ask().contains("\"10.77.1.1:9100\""))
            avahi.killGroup()
            try await avahi.exit()
            // The response is either the known targets or an error. An empty list would make Prometheus forget them.
            try await StaleTests.eventually {
                let answer = try await ask()
                #expect(answer.contains("10.77.1.1:9100") || answer.hasSuffix("503"), "\(answer)")
                return answer.contains("avahi-daemon") || answer.contains("10.77.1.1:9100")
            }
            try await monitor.startAvahi()
            try await StaleTests.eventually { try await ask().contains("\"10.77.1.1:9100\"") }
            #expect(try await daemon.get(path + "&family=ipv6").contains("\"[fd77:1::1]:9100\""))
        }
    }

    @Test("without the token, types that are not browsed are refused, and requests for many keep out no other client")
    func strangers() async throws {
        try await Lab.run { lab in
            let web = try await lab.host("web"), monitor = try await lab.host("monitor")
            _ = try await lab.segment([web, monitor])
            try await web.startDiscovery()
            try await monitor.startDiscovery()
            try await web.publish("metrics", Self.type, port: 9100)
            let daemon = try await monitor.startDaemon(
                "publish: off\ndiscovery: { types: [\(Self.type)], check: on }\naccess: { read: [10.77.0.0/16] }")
            let url = "http://10.77.1.2:8053/v1/targets/http_sd?type="
            let codes = try await web.run(["curl", "-sS", "-o/dev/null", "-w%{http_code} ", url + "_t[1-40]._tcp"])
            #expect(codes == String(repeating: "403 ", count: 40))
            let problem = try await web.run(["curl", "-sS", url + "_t1._tcp"])
            #expect(problem.contains("discovery: types:") && problem.contains("Authorization: Bearer"))
            #expect(try await web.run(["curl", "-sS", url + Self.type.uppercased()]).contains("\"10.77.1.1:9100\""))
            for batch in 0..<3 {
                let types = (0..<16).map { "type=_t\(batch * 16 + $0)._tcp" }.joined(separator: "&")
                let answer = try await daemon.get("/v1/targets/http_sd?" + types, "-w", "%{http_code}")
                #expect(answer.hasPrefix("[]") && answer.hasSuffix("200"), "\(answer)")
            }
            #expect(try await daemon.get("/v1/targets/http_sd").contains("\"10.77.1.1:9100\""))
        }
    }

    @Test(
        "errors in a request are reported",
        arguments: [
            ("400", "", "type: is missing"), ("400", "?type=http", "_http._tcp"),
            ("400", "?type=_ab._tcp&family=ipv5", "neither ipv4 nor ipv6"),
            ("400", "?type=_ab._tcp&stale=maybe", "neither true nor false"),
            ("400", "?type=_ab._tcp&stale=true&stale=false", "twice"),
            ("503", "?type=_ab._tcp&type=_bc._tcp", "avahi-daemon"),
        ])
    func wrong(code: String, query: String, reason: String) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.startBus()
            let daemon = try await host.startDaemon("publish: off")
            let answer = try await daemon.get("/v1/targets/http_sd" + query, "-w", "\n%{http_code}")
            #expect(answer.contains(reason) && answer.hasSuffix(code), "\(answer)")
        }
    }
}
