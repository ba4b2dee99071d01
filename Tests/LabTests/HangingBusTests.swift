import FoundationEssentials
import Glibc
import Lab
import Testing

/// A bus that is stopped accepts connections and never answers, so that libdbus waits without a time limit.
@Suite("A system bus that hangs", .lab, .tags(.lab), .timeLimit(.minutes(5)))
struct HangingBusTests {
    @Test("commands without a daemon end in time, and say what did not answer")
    func commands() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            _ = try await lab.link(host, try await lab.host("h2"))
            let bus = try await host.startBus()
            try await host.startAvahi()
            try await bus.suspend()
            let begun = ContinuousClock.now
            async let once = host.result(
                of: [Programs.command, "browse", "--once", "_http._tcp"], within: .seconds(60))
            let check = try await host.result(
                of: [Programs.command, "check", "--no-daemon", "--timeout", "2", "Foo._http._tcp.local"],
                within: .seconds(25))
            #expect(check.status == .exited(2), "\(check)")
            #expect(check.output.contains("avahi-daemon does not answer"), "\(check)")
            let setup = try await host.result(
                of: [Programs.command, "setup", "--yes", "--output", "-"], within: .seconds(25))
            #expect(setup.status == .exited(0) && setup.output.contains("targets:"), "\(setup)")
            let browse = try await once
            #expect(browse.status == .exited(3), "\(browse)")
            #expect((browse.output + browse.diagnostics).contains("did not answer in time"), "\(browse)")
            // The default limit of --once, and not a shorter one.
            #expect(begun.duration(to: .now) > .seconds(29))
            bus.send(SIGCONT)
        }
    }

    @Test("browse --once ends in time through the daemon")
    func throughDaemon() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let bus = try await host.startBus()
            try await host.startAvahi()
            try await bus.suspend()
            _ = try await host.startDaemon("publish: off")
            let browse = try await host.result(
                of: [Programs.command, "browse", "--once", "_http._tcp"], within: .seconds(60))
            #expect(browse.status == .exited(3), "\(browse)")
            #expect((browse.output + browse.diagnostics).contains("did not answer in time"), "\(browse)")
            bus.send(SIGCONT)
        }
    }

    @Test(
        "without standard streams, no other descriptor of a daemon gets their numbers", arguments: ["daemon", "serve"])
    func closedStreams(_ program: String) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            let start =
                program == "serve"
                ? [Programs.serve, "--echo"] : [Programs.daemon, "--socket", "/run/s", "--state", "/run/state"]
            try await host.run(["mkdir", "-p", "/run/state"])
            let process = try host.spawn(["sh", "-c", "exec \"$0\" \"$@\" <&- >&- 2>&-"] + start)
            let folder = "/proc/\(process.pid)/fd"
            var links: [String: String] = [:]
            // Until it listens.
            for _ in 0..<1_200 where !links.values.contains(where: { $0.hasPrefix("socket:") }) || links.count < 8 {
                try await Task.sleep(for: .milliseconds(100))
                links = [:]
                for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
                    links[name] = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")
                }
            }
            #expect(links.count >= 8, "\(links)")
            for stream in ["0", "1", "2"] { #expect(links[stream] == "/dev/null", "\(links)") }
            process.send(SIGKILL)
        }
    }
}
