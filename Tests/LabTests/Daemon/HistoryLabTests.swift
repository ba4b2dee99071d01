import Lab
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.HistoryDocument
import struct NetworkModel.StatusDocument

@Suite("The history of a daemon", .lab, .tags(.lab))
struct HistoryLabTests {
    private static let configuration = """
        publish: off
        uplink: off
        listen: { http: off }
        interval: 1s
        targets:
        - { target: "tcp://127.0.0.1:9", name: Closed }
        """

    private func history(_ daemon: RunningDaemon) async throws -> HistoryDocument {
        try JSON.decode(from: Array(try await daemon.get("/v1/history?from=1h").utf8))
    }

    @Test("the history and its incident survive a kill of the daemon, and the terminal shows them")
    func killed() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let first = try await host.startDaemon(Self.configuration)
            try await first.status("an incident") { $0.incidents.contains { $0.cause.id == "tcp.refused" } }
            // The start of an incident commits the history at once, with all checks until then.
            let before = try await history(first)
            #expect(before.targets[0].key == "Closed" && before.targets[0].total.failures > 0)
            first.process.killGroup()
            try await first.process.exit()
            let second = try await host.startDaemon(Self.configuration)
            let after = try await history(second)
            #expect(after.targets[0].total.failures >= before.targets[0].total.failures)
            #expect(after.targets[0].total.uptime == 0 && after.targets[0].causes.first?.id == "tcp.refused")
            let incidents: [StatusDocument.Incident] = try JSON.decode(
                from: Array(try await second.get("/v1/incidents?from=1h").utf8))
            #expect(incidents.contains { $0.cause.id == "tcp.refused" && $0.targets == ["Closed"] })
            let page = try await host.netdiag("history", "Closed", "--since", "1h")
            #expect(page.status == .exited(0) && page.output.contains("Closed  0 % up"), "\(page.output)")
            let csv = try await host.netdiag("history", "--csv", "--since", "1h")
            #expect(csv.output.hasPrefix("target,name,at,step_s,"))
            let unknown = try await host.netdiag("history", "Clsoed")
            #expect(unknown.status == .exited(64))
            #expect(
                unknown.diagnostics.contains(
                    #""Clsoed" is not a configured target; did you mean "Closed"? there are: "Closed""#), "\(unknown)")
            #expect(try await second.stop() == .exited(0))
        }
    }

    @Test("the history of a removed target is still shown; a name that was never a target gets one line")
    func removed() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let daemon = try await host.startDaemon(Self.configuration)
            try await daemon.status("an incident") { $0.incidents.contains { $0.cause.id == "tcp.refused" } }
            let before = try await history(daemon)
            #expect(try await daemon.stop() == .exited(0))
            let second = try await host.startDaemon(Self.configuration.replacing("name: Closed", with: "name: Other"))
            let json = try await second.get("/v1/history?from=1h&target=Closed")
            let kept: HistoryDocument = try JSON.decode(from: Array(json.utf8))
            #expect(kept.targets.map(\.key) == ["Closed"])
            #expect(kept.targets[0].total.failures >= before.targets[0].total.failures, "\(json)")
            let page = try await host.netdiag("history", "Closed", "--since", "1h")
            #expect(page.status == .exited(0) && page.output.contains("Closed  0 % up"), "\(page.output)")
            let never = try await second.get("/v1/history?target=Never", "-w", "%{http_code}")
            #expect(never.hasSuffix("404") && never.contains("no results are kept under that name"), "\(never)")
            #expect(try await second.stop() == .exited(0))
        }
    }

    @Test("on a full or read-only disk, checks continue, and the status says what is lost")
    func full() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.run(["mkdir", "-p", "/run/small"])
            try await host.run(["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", "/run/small"])
            try await host.run(["sh", "-c", "dd if=/dev/zero of=/run/small/fill bs=1k count=250 2> /dev/null || true"])
            let daemon = try await host.startDaemon(
                Self.configuration + "\nhistory: { file: /run/small/history.db }")
            let status = try await daemon.status("a history that is not recorded") { $0.history != nil }
            #expect(status.history?.reason.contains("/run/small/history.db") == true)
            #expect(status.history?.reason.contains("full") == true, "\(status.history?.reason ?? "")")
            try await daemon.status("checks that go on") { $0.incidents.contains { $0.cause.id == "tcp.refused" } }
            let page = try await host.netdiag("status")
            #expect(page.output.contains("results are not recorded"))
            try await host.run(["rm", "/run/small/fill"])
            try await daemon.status("a history that is recorded again", within: .seconds(120)) { $0.history == nil }
            #expect(try await history(daemon).targets[0].total.failures > 0)
            #expect(try await daemon.stop() == .exited(0))

            try await host.run(["mount", "-o", "remount,ro", "/run/small"])
            let second = try await host.startDaemon(
                Self.configuration + "\nhistory: { file: /run/small/history.db }")
            let other = try await second.status("a history that cannot be written") { $0.history != nil }
            #expect(other.history?.reason == "/run/small/history.db.lock: Read-only file system")
            #expect(try await second.get("/v1/history").contains("Read-only"))
            #expect(try await second.stop() == .exited(0))
        }
    }
}
