import Foundation
import Lab
import TargetKinds
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.Report

@Suite("The daemon at large scale", .lab, .tags(.lab))
struct ScaleTests {
    /// The daemon's private memory in MiB.
    private func memory(_ daemon: RunningDaemon) throws -> Double {
        // The PID as seen here: the host has a PID namespace of its own.
        let status = try String(contentsOfFile: "/proc/\(daemon.process.pid)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return try #require(Double(line.split(whereSeparator: \.isWhitespace)[1])) / 1_024
    }

    /// Connections that request a path of 127.0.0.1:8053, read the first bytes of the response, and then nothing more.
    private static let stopped = """
        import signal, socket, sys
        held = []
        for _ in range(60):
            connection = socket.create_connection(("127.0.0.1", 8053), 120)
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall(b"GET " + sys.argv[1].encode() + b" HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
            held.append(connection)
        answers = [connection.recv(12) for connection in held]
        print(sum(answer.endswith(b"200") for answer in answers), flush=True)
        signal.pause()
        """

    /// Requests every document that the API's description lists, so that no document that grows with the targets is
    /// forgotten.
    private func readersThatStop(of daemon: RunningDaemon) async throws {
        let description = try await daemon.get("/openapi.json")
        let object = try JSONSerialization.jsonObject(with: Data(description.utf8)) as? [String: Any]
        let paths = try #require(object?["paths"] as? [String: [String: Any]])
        let documents = paths.filter { $0.value["get"] != nil && !$0.key.contains("{") }.keys.sorted()
        #expect(Set(documents).isSuperset(of: ["/", "/v1/status", "/v1/reports", "/v1/incidents", "/v1/links"]))
        for path in documents {
            let before = try memory(daemon)
            let readers = try daemon.host.spawn(["python3", "-c", Self.stopped, path])
            defer { readers.killGroup() }
            let answered = try await readers.output.first("the answers to \(path)", within: .seconds(120)) {
                Int($0) != nil
            }
            let after = try memory(daemon)
            // Readers that stopped at the same moment share a status; all other documents are streamed.
            let most = path == "/v1/events" ? 96.0 : 64
            #expect(after - before < most, "\(path), answered \(answered) times: \(before) → \(after) MiB")
            if path == "/v1/status" { #expect(answered != "0") }
        }
    }

    /// The processor time that the daemon has used, in seconds.
    private func processorTime(_ daemon: RunningDaemon) throws -> Double {
        let text = try String(contentsOfFile: "/proc/\(daemon.process.pid)/stat", encoding: .utf8)
        // The fields after the name, which may contain blanks (proc(5)); user and system time are the 14th and 15th.
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return try #require(Double(fields[11])) / 100 + #require(Double(fields[12])) / 100
    }

    @Test("20,000 routes at once cause a few log lines, and a target's route is found among them")
    func routes() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1"), peer = try await lab.host("h2")
            _ = try await lab.link(host, peer)
            let daemon = try await host.startDaemon("listen: { http: off }\npublish: off")
            let routes = (0..<20_000).map { "route add blackhole 10.99.\($0 / 256).\($0 % 256)/32" }
            try await host.write("/run/burst", routes[..<2_000].joined(separator: "\n") + "\n")
            try await host.write("/run/routes", routes[2_000...].joined(separator: "\n") + "\n")
            let before = try processorTime(daemon)
            // The kernel queues events for the stopped daemon up to its limit, and the daemon then reads all of them at
            // once.
            try await daemon.process.suspend()
            try await host.run(["ip", "-batch", "/run/burst"])
            try await host.run(["ip", "address", "add", "10.97.0.1/32", "dev", "lo"])
            daemon.process.send(SIGCONT)
            try await daemon.process.diagnostics.first("the burst's end", within: .seconds(120)) {
                $0.contains("10.97.0.1") || $0.contains("read anew")
            }
            try await host.run(["ip", "-batch", "/run/routes"])
            // The last change is processed last, either from a message or, if messages were lost, by reading all tables
            // again.
            try await host.run(["ip", "address", "add", "10.98.0.1/32", "dev", "lo"])
            try await daemon.status("the last address", within: .seconds(120)) { status in
                status.links.contains { $0.addresses.contains { "\($0.address)" == "10.98.0.1" } }
            }
            let lines = daemon.process.diagnostics.text.split(separator: "\n")
            let told = lines.count { $0.contains("the blackhole route to 10.99.") }
            #expect(told < 1_000 && lines.count < 2_000, "\(told) of \(lines.count)")
            // A new snapshot for each of them took minutes.
            let time = try processorTime(daemon) - before
            #expect(time < 20, "\(time) s")
            let links = try await daemon.get("/v1/links")
            #expect(links.contains("\"routes_omitted\":1"))
            // The last one is not among the reports that are kept.
            let text = try await daemon.get("/v1/checks", "-d", #"{"target":"tcp://10.99.78.31:9"}"#)
            let report = try JSON.decode(Report.self, from: Data(text.utf8), kinds: TargetKinds.builtIn.evidence)
            #expect(report.cause?.id == "gateway.route-rejects", "\(text)")
            #expect(report.cause?.summary.contains("10.99.78.31") == true)
        }
    }

    @Test("1,000 interfaces and 5,000 neighbours are added and removed at once: none are left, and little is logged")
    func links() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1"), peer = try await lab.host("h2")
            let cable = try await lab.link(host, peer)
            let daemon = try await host.startDaemon("listen: { http: off }\npublish: off")
            let base = cable.a.interface
            try await host.run(["ip", "address", "add", "10.98.0.1/16", "dev", base])
            let links = (0..<1_000).map { "link add link \(base) name t\($0) up type macvlan" }
            let neighbours = (0..<5_000).map {
                "neighbour add 10.98.\(1 + $0 / 250).\(1 + $0 % 250) dev \(base) lladdr 02:00:00:00:00:01 nud permanent"
            }
            // The kernel sends no message for their routes when an interface is set down. The second time comes soon
            // after the first: a table of this length is then not read again at once.
            let routes = (0..<2_000).map { "route add 10.99.\($0 / 250).\(1 + $0 % 250)/32 dev \(base)" }
            for (name, lines) in [("links", links), ("neighbours", neighbours), ("routes", routes)] {
                try await host.write("/run/\(name)", lines.joined(separator: "\n") + "\n")
                try await host.run(["ip", "-batch", "/run/\(name)"], within: .seconds(120))
            }
            try await daemon.status("all of them") {
                $0.links.count { $0.name.hasPrefix("t") } == 1_000
            }
            let path = "http://netdiag/v1/links"
            let wait = { (condition: String) -> [String] in
                [
                    "sh", "-c",
                    "until curl -sS --unix-socket \(RunningDaemon.socket) \(path) > /run/seen && \(condition); do sleep 0.1; done",
                ]
            }
            try await host.run(
                wait("grep -q 10.98.20.250 /run/seen && grep -q 10.99.7.250 /run/seen"))
            for _ in 0..<2 {
                try await host.run(["ip", "link", "set", base, "down"])
                try await host.run(["ip", "link", "set", base, "up"])
                try await host.run(["ip", "-batch", "/run/routes"])
            }
            try await host.run(["ip", "link", "set", base, "down"])
            try await host.run(wait("! grep -q '10[.]99[.]' /run/seen"))
            try await host.run(["ip", "link", "delete", base])
            try await daemon.status("none of them") { status in
                !status.links.contains { $0.name == base || $0.name.hasPrefix("t") }
            }
            try await host.run(wait("! grep -q '10[.]98[.]' /run/seen"))
            let lines = daemon.process.diagnostics.text.split(separator: "\n")
            #expect(lines.count < 2_000, "\(lines.count)")
        }
    }

    @Test("2,000 targets that refuse, and 60 clients of each document that stop reading: memory is bounded")
    func failures() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let targets = (0..<2_000).map { "  - tcp://127.9.\($0 / 250).\(1 + $0 % 250):9" }
            let daemon = try await host.startDaemon(
                "listen: { http: '127.0.0.1:8053' }\npublish: off\ninterval: 300s\ntargets:\n"
                    + targets.joined(separator: "\n"))
            let reports = "curl -sS --unix-socket \(RunningDaemon.socket) http://netdiag/v1/reports"
            let failed = "\(reports) | grep -o '\"status\":\"connectionDown\",\"target\"' | wc -l"
            try await host.run(
                ["sh", "-c", "until [ \"$(\(failed))\" -eq 2000 ]; do sleep 0.2; done"], within: .seconds(120))
            let before = try memory(daemon)
            #expect(before < 160, "\(before) MiB")
            let readers = try (0..<60).map { _ in
                try host.spawn([
                    "curl", "-sS", "--limit-rate", "1", "-o", "/dev/null", "http://127.0.0.1:8053/v1/reports",
                ])
            }
            defer { for reader in readers { reader.killGroup() } }
            // All 60 have been answered and wait: the daemon has written as much as there is room for.
            let established = "ss -Htn state established '( sport = :8053 )' | awk '$2 > 0' | wc -l"
            try await host.run(
                ["sh", "-c", "until [ \"$(\(established))\" -ge 55 ]; do sleep 0.1; done"])
            // The output goes to a file, since the document is longer than the lines that the lab keeps.
            _ = try await daemon.get("/v1/reports", "-o", "/run/reports")
            #expect(try await host.run(["sh", "-c", "tail -c 3 /run/reports; \(failed)"]) == "}]\n2000")
            let size = try #require(Double(try await host.run(["stat", "-c", "%s", "/run/reports"])))
            #expect(size > 1_000_000)
            let after = try memory(daemon)
            // If each reader had a copy of the whole document, the growth would be twice as large. A part of it is due
            // to checks.
            #expect(after - before < 60 * size / 1_048_576 / 2, "\(before) → \(after) MiB")
            for reader in readers { reader.killGroup() }
            try await readersThatStop(of: daemon)
        }
    }
}
