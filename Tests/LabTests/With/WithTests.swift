import FoundationEssentials
import Glibc
import Lab
import TargetKinds
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.Report

@Suite("A bad network for one command", .lab, .tags(.lab))
struct WithTests {
    /// The final output of `netdiag with --json`, as far as the tests need it.
    private struct Summary: Decodable {
        struct Direction: Decodable { let packets, lost, dropped: Int }

        let up, down: Direction

        init(_ result: CommandResult) throws {
            let line = try #require(result.diagnostics.split(separator: "\n").last, "\(result)")
            self = try JSON.decode(Self.self, from: Data(line.utf8))
        }
    }

    private func cause(_ result: CommandResult) throws -> String? {
        try JSON.decode(Report.self, from: Data(result.output.utf8), kinds: TargetKinds.builtIn.evidence)
            .cause.map { "\($0.id)" }
    }

    @Test("netdiag names faults of DNS that it simulates, and faults of real servers, as the cause")
    func causes() async throws {
        try await Pair.run { pair in
            try await pair.client.write("/etc/resolv.conf", "nameserver \(pair.address)\n")
            let check = [Programs.command, "check", "--no-daemon", "--json"]
            func with(_ options: [String], _ target: String) async throws -> String? {
                try cause(
                    await pair.client.result(of: [Programs.command, "with"] + options + ["--"] + check + [target]))
            }
            #expect(try await with(["--dns", "nxdomain"], "http://www.absent.example/") == "dns.nxdomain")
            // A closed port is closed beyond the cable as well.
            #expect(try await with([], "tcp://\(pair.address):81") == "tcp.refused")
            #expect(try await with([], "tcp://[\(pair.cable.b.ipv6)]:81") == "tcp.refused")
        }
    }

    @Test("a FIFO in place of a file that it covers blocks nothing", arguments: ["/etc/resolv.conf", "/etc/hosts"])
    func fifo(path: String) async throws {
        try await Pair.run { pair in
            try await pair.client.run(["sh", "-euc", "rm -f \(path); mkfifo \(path)"])
            let result = try await pair.client.result(
                of: [Programs.command, "with", "--", "cat", path])
            #expect(result.status == .exited(0) && !result.output.isEmpty, "\(result)")
        }
    }

    @Test("the requested share of 10,000 packets is lost and counted")
    func loss() async throws {
        try await Pair.run { pair in
            let result = try await pair.client.result(of: [
                Programs.command, "with", "--json", "--loss", "3%", "--seed", "1", "--", "ping", "-q", "-f", "-l", "64",
                "-c", "10000", pair.address,
            ])
            let summary = try Summary(result)
            #expect(summary.up.packets == 10_000)
            // The limit is five standard deviations. The seed is fixed.
            #expect(abs(summary.up.lost - 300) <= 85)
            #expect(abs(Double(summary.down.lost) - Double(summary.down.packets) * 0.03) <= 85)
            // After its last packet, ping waits for twice the longest round trip only, and may miss the last 64 replies.
            #expect((10_000 - summary.up.lost - 64...10_000 - summary.up.lost).contains(summary.down.packets))
            let received = result.output.firstMatch(of: #/ (\d+) received/#).flatMap { Int($0.1) } ?? 0
            let passed = 10_000 - summary.up.lost - summary.down.lost
            #expect((passed - 64...passed).contains(received), "\(result)")
        }
    }

    @Test("no round trip is shorter than the latency, in either family")
    func latency() async throws {
        try await Pair.run { pair in
            for address in [pair.address, pair.cable.b.ipv6] {
                let output = try await pair.client.run([
                    Programs.command, "with", "--latency", "80ms", "--", "ping", "-q", "-i", "0.02", "-c", "20",
                    address,
                ])
                let numbers = try #require(output.split(separator: "\n").last { $0.hasPrefix("rtt ") })
                let least = try #require(numbers.split(separator: " ").dropFirst(3).first?.split(separator: "/").first)
                #expect(try #require(Double(least)) >= 80, "\(output)")
            }
        }
    }

    @Test("a command that connects to its own loopback is told that the fault does not apply there")
    func ownLoopback() async throws {
        try await Pair.run { pair in
            for (host, isTold) in [("127.0.0.1", true), ("host.netdiag", false)] {
                let result = try await pair.client.result(of: [
                    Programs.command, "with", "--local", "--latency", "80ms", "--", "ping", "-c", "1", host,
                ])
                let line = "netdiag: 127.0.0.1 is the command's own loopback and is not affected; "
                #expect(result.status == .exited(0) && result.diagnostics.hasPrefix(line) == isTold, "\(result)")
            }
        }
    }

    @Test("a user without privileges reaches servers in both families, and those of this machine's loopback by name")
    func unprivileged() async throws {
        try await Pair.run { pair in
            try await pair.server.startNginx([Site(port: 80)])
            try await pair.client.startNginx([Site(port: 8080)])
            try await pair.client.run(["install", "-m", "755", Programs.command, "/run/netdiag-with"])
            // udev gives all users access to the device; without udev only root has it.
            try await pair.client.run([
                "sh", "-euc",
                """
                mkdir /run/devices
                mount -t tmpfs -o mode=755 none /run/devices
                mknod -m 666 /run/devices/tun c 10 200
                mount --bind /run/devices/tun /dev/net/tun
                """,
            ])
            let script = """
                id -u
                curl -sS -m 10 http://\(pair.address)/
                curl -sS -m 10 'http://[\(pair.cable.b.ipv6)]/'
                curl -sS -m 10 http://host.netdiag:8080/
                """
            let output = try await pair.client.run([
                "setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups", "/run/netdiag-with", "with",
                "--loss", "5%", "--", "sh", "-euc", script,
            ])
            #expect(output == "65534\nlab\nlab\nlab")
        }
    }

    @Test("the hotel's portal intercepts everything until its terms are accepted")
    func hotel() async throws {
        try await Pair.run { pair in
            try await pair.server.startNginx([Site(port: 80)])
            let script = """
                curl -s -m 10 -o /dev/null -w '%{http_code} %{redirect_url}\\n' http://\(pair.address)/
                curl -s -m 10 http://\(pair.address):81/ || echo closed
                curl -s -m 10 -o /dev/null -X POST http://198.18.13.1/accept
                curl -s -m 10 http://\(pair.address)/
                """
            let output = try await pair.client.run([
                Programs.command, "with", "--profile", "hotel", "--", "sh", "-uc", script,
            ])
            #expect(output == "302 http://198.18.13.1/\nclosed\nlab")
        }
    }

    /// How a run of `netdiag with` ends.
    enum End: CaseIterable, Sendable {
        case normally, interrupted, killed
    }

    @Test("nothing is left behind, however it ends", arguments: End.allCases)
    func leftovers(end: End) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("client")
            // The namespaces are those of live processes: the first process of a lab's host need not reap the others.
            let state = [
                "sh", "-c",
                """
                for process in /proc/[0-9]*; do
                    grep -qs '^State:.*Z' $process/status || readlink $process/ns/*
                done | sort -u
                ip -o link
                nft list ruleset
                cat /proc/self/mountinfo
                """,
            ]
            try await host.run(["mkfifo", "/run/held"])
            let before = try await host.run(state)
            // All processes that the command has started hold this descriptor, including those that have left its
            // session.
            let held = try host.spawn(["cat", "/run/held"])
            let program = try host.spawn([
                Programs.command, "with", "--loss", "1%", "--", "bash", "-c",
                "exec 3>/run/held; setsid sleep 4321 & echo ready; \(end == .normally ? "exit 5" : "sleep 4321")",
            ])
            try await program.output.first("the command") { $0 == "ready" }
            switch end {
            case .normally: #expect(try await program.exit() == .exited(5))
            case .interrupted:
                program.send(SIGINT)
                #expect(try await program.exit() == .exited(128 + SIGINT))
            case .killed:
                program.send(SIGKILL)
                #expect(try await program.exit() == .killed(SIGKILL))
            }
            #expect(try await held.exit() == .exited(0))
            // The kernel takes some time to remove killed processes.
            try await withLimit(.unexpectedlyLong, "the state of before") {
                while try await host.run(state) != before { try Task.checkCancellation() }
            }
        }
    }

    @Test("the exit code reports a command that cannot be started, and one that was ended by a signal")
    func exitCodes() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("client")
            func with(_ command: [String]) async throws -> CommandResult {
                try await host.result(of: [Programs.command, "with", "--"] + command)
            }
            #expect(try await with(["/nonexistent"]).status == .exited(127))
            #expect(try await with(["/etc"]).status == .exited(126))
            #expect(try await with(["sh", "-c", "kill -9 $$"]).status == .exited(137))
            #expect(try await host.result(of: [Programs.command, "with", "--loss", "2"]).status == .exited(64))
            #expect(try await host.result(of: [Programs.command, "with", "--", ""]).status == .exited(64))
        }
    }
}
