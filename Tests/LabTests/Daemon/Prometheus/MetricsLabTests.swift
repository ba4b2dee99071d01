import FoundationEssentials
import Glibc
import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("Metrics for Prometheus", .lab, .tags(.lab))
struct MetricsLabTests {
    private static let configuration = """
        interval: 1s
        timeout: 1s
        publish: off
        uplink: off
        targets:
          - { target: 'https://web.test/', name: shop, group: web, ca_file: /run/ca.pem, labels: { team: "a \\"b\\" \\\\ c\u{202e}", target: mine, __name__: x } }
          - 'http://web.test/'
          - { target: 'icmp://10.77.1.1', ping: { count: 3 } }
          - 'tcp://10.77.1.1:9'
        """

    /// A web server, and a monitor with a netdiagd that has checked all its targets.
    private func withDaemon(_ body: @Sendable (_ daemon: RunningDaemon, _ monitor: Host) async throws -> Void)
        async throws
    {
        try await Lab.run { lab in
            let web = try await lab.host("web"), monitor = try await lab.host("monitor")
            _ = try await lab.segment([web, monitor])
            let authority = try await CertificateAuthority(on: web)
            let certificate = try await authority.issue(["web.test"], on: web)
            try await web.startNginx([Site(port: 80), Site(port: 443, certificate: certificate)])
            try await monitor.write("/run/ca.pem", authority.authority.certificate)
            try await monitor.write("/etc/hosts", "10.77.1.1 web.test\n")
            let daemon = try await monitor.startDaemon(Self.configuration)
            try await daemon.status("all checked") { $0.targets.count == 4 && $0.targets.allSatisfy { $0.last != nil } }
            try await body(daemon, monitor)
        }
    }

    @Test("promtool accepts them, and they agree with the status")
    func linted() async throws {
        try await withDaemon { daemon, monitor in
            let text = try await daemon.get("/metrics")
            try await monitor.write("/run/metrics", text + "\n")
            let linter = try await monitor.result(of: ["sh", "-c", "promtool check metrics < /run/metrics"])
            #expect(linter.status == .exited(0), "\(linter.output) \(linter.diagnostics)")
            #expect(linter.output.isEmpty && linter.diagnostics.isEmpty, "\(linter.output) \(linter.diagnostics)")
            let shop =
                "target=\"https://web.test/\",name=\"shop\",group=\"web\",exported___name__=\"x\",exported_target=\"mine\","
                + "team=\"a \\\"b\\\" \\\\ c\u{fffd}\""
            for line in [
                "netdiag_up{\(shop)} 1", "netdiag_up{target=\"tcp://10.77.1.1:9\"} 0",
                "netdiag_status{target=\"tcp://10.77.1.1:9\",status=\"connectionDown\"} 1",
                "netdiag_status{target=\"tcp://10.77.1.1:9\",status=\"connectionUp\"} 0",
                "netdiag_cause_info{target=\"tcp://10.77.1.1:9\",cause=\"tcp.refused\",layer=\"tcp\"} 1",
                "netdiag_packet_loss_ratio{target=\"icmp://10.77.1.1\"} 0", "netdiag_link_up{interface=\"eth0\"} 1",
                "netdiag_targets 4",
            ] { #expect(text.contains("\n\(line)\n"), "\(line)") }
            for start in [
                "netdiag_certificate_expiry_timestamp_seconds{\(shop)} ",
                "netdiag_phase_duration_seconds_bucket{phase=\"tls\",\(shop),le=\"+Inf\"} ",
                "netdiag_round_trip_seconds_count{target=\"icmp://10.77.1.1\"} ", "netdiag_build_info{version=",
                "process_open_fds ", "process_start_time_seconds ", "process_cpu_seconds_total ",
                "netdiag_checks_total{\(shop),status=\"connectionUp\"} ",
            ] { #expect(text.contains("\n\(start)"), "\(start)") }
            try await monitor.write("/etc/netdiag/netdiag.yaml", "targets: ['tcp://10.77.1.1:80']\npublish: off")
            daemon.process.send(SIGHUP)
            try await daemon.status("the new target") { $0.targets.map(\.target) == ["tcp://10.77.1.1:80"] }
            let later = try await daemon.get("/metrics")
            #expect(!later.contains("web.test") && later.contains("netdiag_targets 1\n"))
        }
    }

    @Test("an incident is counted by its cause until it is over")
    func incidents() async throws {
        try await withDaemon { daemon, _ in
            try await daemon.status("an incident") { status in
                status.incidents.contains { $0.cause.id.rawValue == "tcp.refused" }
            }
            let text = try await daemon.get("/metrics")
            #expect(text.contains("\nnetdiag_incidents{cause=\"tcp.refused\"} 1\n"))
            #expect(!text.contains("\nnetdiag_incidents_open 0\n"))
        }
    }

    @Test("Prometheus scrapes all of them as OpenMetrics")
    func scraped() async throws {
        try await withDaemon { daemon, monitor in
            // The `Accept` header of Prometheus.
            let type = try await daemon.get(
                "/metrics", "-o", "/dev/null", "-w", "%{content_type}", "-H",
                "Accept: application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5,*/*;q=0.1")
            #expect(type == "application/openmetrics-text; version=1.0.0; charset=utf-8")
            try await monitor.write(
                "/run/prometheus.yml",
                """
                global: { scrape_interval: 1s }
                scrape_configs:
                  - { job_name: netdiag, static_configs: [{ targets: ['127.0.0.1:8053'] }] }
                """)
            let prometheus = try monitor.spawn([
                "prometheus", "--config.file=/run/prometheus.yml", "--storage.tsdb.path=/run/prometheus",
                "--web.listen-address=127.0.0.1:9090",
            ])
            try await prometheus.diagnostics.first("the start of Prometheus") { $0.contains("Server is ready") }
            // If a part could not be read, the scrape would fail and `up` would be 0.
            for (query, value) in [
                ("sum(netdiag_up) * sum(up)", "3"), ("count(netdiag_status == 1)", "4"),
                (
                    "count(histogram_quantile(0.9, netdiag_phase_duration_seconds_bucket{target=\"https://web.test/\"}) > 0)",
                    "4"
                ),
                ("netdiag_checks_total{target=\"icmp://10.77.1.1\",status=\"connectionUp\"} > bool 0", "1"),
            ] {
                try await StaleTests.eventually {
                    let answer = try await monitor.run([
                        "curl", "-sSG", "http://127.0.0.1:9090/api/v1/query", "--data-urlencode", "query=\(query)",
                    ])
                    return answer.contains(",\"\(value)\"]")
                }
            }
        }
    }
}
