import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.JSONValue

/// The rules and the dashboard of docs/fleet.md for many daemons: Prometheus and Grafana accept them, and they query
/// metrics that exist.
@Suite("Rules and a dashboard for many daemons", .lab, .tags(.lab))
struct FleetTests {
    private static let folder: String = {
        let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(5)
        return parts.joined(separator: "/") + "/etc"
    }()

    private static func read(_ path: String) throws -> String {
        try String(contentsOfFile: folder + "/" + path, encoding: .utf8)
    }

    /// The queries of all panels, with Grafana's variables replaced.
    private static func queries() throws -> [String] {
        guard case .object(let dashboard) = try JSONValue(reading: Array(try read("grafana/netdiag.json").utf8)),
            case .array(let panels)? = dashboard["panels"]
        else { return [] }
        return panels.flatMap { panel -> [String] in
            guard case .object(let panel) = panel, case .array(let targets)? = panel["targets"] else { return [] }
            return targets.compactMap { target in
                guard case .object(let target) = target, case .string(let query)? = target["expr"] else { return nil }
                return query.replacing("$__rate_interval", with: "5m").replacing("$instance", with: ".*")
                    .replacing("$target", with: ".*")
            }
        }
    }

    @Test("the rules pass their tests, and Prometheus accepts them, its configuration and the dashboard's queries")
    func rules() async throws {
        let queries = try Self.queries()
        #expect(queries.count >= 15)
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            func check(_ arguments: String...) async throws {
                let result = try await host.result(of: ["promtool"] + arguments)
                #expect(result.status == .exited(0), "\(arguments): \(result.output) \(result.diagnostics)")
            }
            try await check("check", "rules", Self.folder + "/prometheus/netdiag.rules.yml")
            try await check("test", "rules", Self.folder + "/prometheus/netdiag.rules.test.yml")
            try await check("check", "config", "--syntax-only", Self.folder + "/prometheus/prometheus.yml")
            // A single quote is escaped by a second one (YAML 1.2 section 7.3.2).
            let rules = queries.enumerated().map {
                "  - { record: 'query\($0)', expr: '\($1.replacing("'", with: "''"))' }\n"
            }
            try await host.write("/run/queries.yml", "groups:\n- name: queries\n  rules:\n" + rules.joined())
            try await check("check", "rules", "/run/queries.yml")
        }
    }

    @Test("each metric that the rules and the dashboard use is exported by netdiagd")
    func metrics() async throws {
        // A daemon with all metric families: a target that answers echo requests, and one with a certificate.
        let texts = try [Self.read("prometheus/netdiag.rules.yml")] + Self.queries()
        let pattern = /\b(?:netdiag|process)_[a-z_]+/
        let asked = Set(
            texts.flatMap { text in
                // Names with colons are those of recording rules.
                text.replacing(/\w+:\w+:\w+/, with: "")
                    .matches(of: pattern).map { String($0.output) }
            })
        #expect(asked.count > 20)
        try await Lab.run { lab in
            let web = try await lab.host("web"), monitor = try await lab.host("monitor")
            _ = try await lab.segment([web, monitor])
            let authority = try await CertificateAuthority(on: web)
            let certificate = try await authority.issue(["10.77.1.1"], on: web)
            try await web.startNginx([Site(port: 443, certificate: certificate)])
            try await monitor.write("/run/ca.pem", authority.authority.certificate)
            try await monitor.write("/etc/resolv.conf", "nameserver 10.77.1.1\n")
            try await monitor.run(["ip", "route", "add", "default", "via", "10.77.1.1"])
            let daemon = try await monitor.startDaemon(
                """
                publish: off
                interval: 1s
                timeout: 1s
                targets:
                  - { target: 'https://10.77.1.1/', ca_file: /run/ca.pem }
                  - 'icmp://10.77.1.1'
                  - 'tcp://10.77.1.1:9'
                """)
            try await daemon.status("everything known") { status in
                status.targets.allSatisfy { $0.last != nil } && !status.incidents.isEmpty
                    && status.gateways.contains { $0.roundTrip != nil }
            }
            let names = Set(
                try await daemon.get("/metrics").split(separator: "\n").filter { !$0.hasPrefix("#") }
                    .map { String($0.prefix { $0 != "{" && $0 != " " }) })
            // Metrics that need an uplink or a DNS server that responds do not exist in this network.
            let absent: Set = ["netdiag_uplink_up", "netdiag_resolver_duration_seconds"]
            #expect(asked.subtracting(names).subtracting(absent) == [])
        }
    }
}
