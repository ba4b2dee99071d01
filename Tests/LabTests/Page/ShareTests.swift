import Foundation
import NetworkModel
import Lab
import Testing

@Suite("Bars, pictures and badges", .lab, .tags(.lab))
struct ShareTests {
    private static func configuration(_ access: String = "") -> String {
        """
        publish: off
        uplink: off
        interval: 1s
        \(access)
        targets:
        - { target: "tcp://127.0.0.1:9", name: "Shop <b>" }
        """
    }

    private struct Recent: Decodable {
        struct Target: Decodable {
            let name: String
            let results: String
        }

        let schema: String
        let targets: [Target]
    }

    private static func recent(_ daemon: RunningDaemon) async throws -> String {
        let json = try await daemon.get("/v1/recent")
        let recent = try JSONDecoder().decode(Recent.self, from: Data(json.utf8))
        #expect(recent.schema == "netdiag.recent/1" && recent.targets.map(\.name) == ["Shop <b>"])
        return recent.targets.first?.results ?? ""
    }

    @Test("bars come back after a restart; the picture is SVG that needs nothing else, and a name in it is text")
    func bars() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            // A check an hour: what is shown of the second run is of the first.
            var daemon = try await host.startDaemon(Self.configuration())
            try await daemon.status("an incident") { status in
                status.incidents.contains { $0.cause.id == "tcp.refused" }
            }
            let before = try await Self.recent(daemon)
            #expect(!before.isEmpty && before.allSatisfy { $0 == "d" }, "\(before)")
            #expect(try await daemon.stop() == .exited(0))
            let rare = Self.configuration().replacing("interval: 1s", with: "interval: 1h")
            daemon = try await host.startDaemon(rare)
            try await daemon.status("a result") { $0.targets.allSatisfy { $0.last != nil } }
            let after = try await Self.recent(daemon)
            // On this machine, a fault is the machine's own: the history cannot blame the target for it.
            #expect(after.count >= before.count && after.allSatisfy { "dc".contains($0) }, "\(before) \(after)")
            let picture = try await daemon.get("/targets/Shop%20%3Cb%3E?share=svg")
            #expect(picture.hasPrefix("<svg xmlns=\"http://www.w3.org/2000/svg\""))
            #expect(picture.contains("Shop &lt;b&gt;"))
            #expect(!picture.contains("href") && !picture.contains("<script") && !picture.contains("<b>"))
            try await host.write("/tmp/picture.svg", picture)
            let check = try await host.result(of: [
                "/usr/bin/python3", "-c", "import xml.dom.minidom; xml.dom.minidom.parse('/tmp/picture.svg')",
            ])
            #expect(check.status == .exited(0), "\(check.diagnostics)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test(
        "pages of other sites may show badges where all who may connect may read, and nothing else",
        arguments: [
            ("access: {networks: [127.0.0.0/8, 10.0.0.0/8], read: [127.0.0.0/8, 10.0.0.0/8]}", "200"),
            ("access: {networks: [127.0.0.0/8, 10.0.0.0/8], read: [10.0.0.0/8]}", "403"), ("", "403"),
        ])
    func badges(access: String, code: String) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon(Self.configuration(access))
            let foreign = ["curl", "-sS", "-i", "-H", "Sec-Fetch-Site: cross-site", "-H", "Sec-Fetch-Mode: no-cors"]
            let badge = try await host.run(foreign + ["http://127.0.0.1:8053/badge/netdiag.svg"])
            #expect(badge.contains("HTTP/1.1 \(code)"), "\(badge)")
            #expect(badge.lowercased().contains("resource-policy: cross-origin") == (code == "200"), "\(badge)")
            let status = try await host.run(foreign + ["http://127.0.0.1:8053/v1/status"])
            #expect(status.contains("HTTP/1.1 403"))
            let rebound = try await host.run(
                foreign + ["-H", "Host: evil.test", "http://127.0.0.1:8053/badge/netdiag.svg"])
            #expect(rebound.contains("HTTP/1.1 421"))
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
