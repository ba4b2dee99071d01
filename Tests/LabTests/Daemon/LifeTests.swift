import Glibc
import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("Start, reload and end of the daemon", .lab, .tags(.lab))
struct LifeTests {
    private func withHost(_ body: @Sendable (Host) async throws -> Void) async throws {
        try await Lab.run { lab in try await body(lab.host("h1")) }
    }

    /// The one-line error message of a daemon that does not start.
    private func complaint(_ host: Host, _ options: String..., expecting code: Int32 = 1) async throws -> String {
        let result = try await host.result(of: [Programs.daemon] + options)
        #expect(result.status == .exited(code))
        let lines = result.diagnostics.split(separator: "\n").filter { $0.hasPrefix("netdiagd: ") }
        #expect(lines.count == 1, "\(result.diagnostics)")
        return String(lines.first ?? "")
    }

    @Test("a port that is in use is named in the error, and no files are left behind")
    func portInUse() async throws {
        try await withHost { host in
            let server = try host.startTCPServer(.silent)
            try await host.write("/etc/netdiag/netdiag.yaml", "listen: { http: '0.0.0.0:\(server.port)' }")
            let line = try await complaint(host)
            #expect(line.contains(":\(server.port)") && line.contains("in use"))
            #expect(try await host.result(of: ["test", "-e", RunningDaemon.socket]).status == .exited(1))
        }
    }

    @Test("another user who has the port keeps the daemon neither from starting nor from listening later")
    func portOfAnotherUser() async throws {
        try await withHost { host in
            let server =
                "import socket, time; s = socket.create_server(('127.0.0.1', 8059)); print('ready'); time.sleep(3600)"
            let holder = try host.spawn(
                ["setpriv", "--reuid=65533", "--regid=65533", "--clear-groups", "python3", "-uc", server])
            try await holder.output.first("the other server") { $0.contains("ready") }
            let daemon = try await host.startDaemon("{ publish: off, listen: { http: '127.0.0.1:8059' } }")
            try await daemon.status("the address without a listener") {
                $0.listen?.map(\.address) == ["127.0.0.1:8059"]
            }
            #expect(daemon.process.diagnostics.text.contains("another program has the port"))
            holder.killGroup()
            try await holder.exit()
            try await daemon.status("all listeners") { $0.listen == nil }
            #expect(try await host.run(["curl", "-sS", "http://127.0.0.1:8059/healthz"]) == "ok")
            #expect(try await daemon.stop() == .exited(0))
        }
    }

    @Test("with IPv4 only, the daemon listens on all IPv4 addresses, and refuses an IPv6 address with one line")
    func withoutIPv6() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            _ = try await lab.link(host, lab.host("h2"))
            try await host.run(["sh", "-euc", "for i in /proc/sys/net/ipv6/conf/*; do echo 1 >$i/disable_ipv6; done"])
            try await host.run(["sh", "-euc", "echo 0 >/proc/sys/net/ipv6/conf/lo/disable_ipv6"])
            let daemon = try await host.startDaemon("listen: { http: 8053 }")
            #expect(try await host.run(["curl", "-sS", "http://127.0.0.1:8053/healthz"]) == "ok")
            #expect(try await daemon.stop() == .exited(0))
            try await host.write("/etc/netdiag/netdiag.yaml", "listen: { http: '[::1]:8053' }")
            let line = try await complaint(host)
            #expect(line.contains("[::1]:8053") && line.contains("no address of that family"), "\(line)")
        }
    }

    @Test("a socket that cannot be created is named in the error")
    func socketPlaces() async throws {
        try await withHost { host in
            #expect(try await complaint(host, "--socket", "/run/a/b/c.sock").contains("/run/a/b/c.sock"))
            try await host.run(["mkdir", "/run/ro"])
            try await host.run(["mount", "-t", "tmpfs", "-o", "ro", "tmpfs", "/run/ro"])
            #expect(try await complaint(host, "--socket", "/run/ro/x.sock").contains("Read-only"))
            try await host.write("/run/file", "mine")
            #expect(try await complaint(host, "--socket", "/run/file").contains("is not a socket"))
            #expect(try await host.read("/run/file") == "mine")
        }
    }

    @Test("a daemon that is stopped soon after its start, with clients connected, uses no closed event loop")
    func stoppedSoon() async throws {
        try await withHost { host in
            for _ in 0..<8 {
                // With this variable, SwiftNIO ends the process where it would otherwise throw an error.
                let daemon = try await host.startDaemon(
                    "{ publish: off, uplink: off }", environment: ["SWIFTNIO_STRICT": "1"])
                let client = try host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
                try await client.output.first("the first event") { $0.hasPrefix("event: ") }
                #expect(try await daemon.stop() == .exited(0), "\(daemon.process.diagnostics.text)")
                #expect(!daemon.process.diagnostics.text.contains("ERROR"), "\(daemon.process.diagnostics.text)")
                try await client.exit()
            }
        }
    }

    @Test("a second daemon does not take over the socket of the first; that of a killed daemon is reused")
    func staleSocket() async throws {
        try await withHost { host in
            let first = try await host.startDaemon("listen: { http: off }")
            #expect(try await complaint(host).contains("another netdiagd listens"))
            #expect(try await first.get("/healthz") == "ok")
            first.process.killGroup()
            try await first.process.exit()
            let second = try await host.startDaemon("listen: { http: off }")
            #expect(try await second.get("/healthz") == "ok")
            #expect(try await second.stop() == .exited(0))
            #expect(try await host.result(of: ["test", "-e", RunningDaemon.socket]).status == .exited(1))
        }
    }

    @Test("two daemons with separate sockets cannot share a state directory: the second names the holder")
    func sharedState() async throws {
        try await withHost { host in
            let first = try await host.startDaemon("{ listen: { http: off }, publish: off }", "--log-level", "debug")
            let line = try await complaint(host, "--socket", "/run/netdiag/second.sock")
            let pid = try await host.run(["cat", "/var/lib/netdiag/lock"]).split(separator: "\n").first ?? "none"
            #expect(line.contains("/var/lib/netdiag is in use by PID \(pid) (") && line.contains("--log-level debug)"))
            #expect(line.contains("--state"))
            #expect(try await host.result(of: ["test", "-e", "/run/netdiag/second.sock"]).status == .exited(1))

            let second = try host.spawn([
                Programs.daemon, "--socket", "/run/netdiag/second.sock", "--state", "/var/lib/second",
            ])
            try await second.diagnostics.first("the start of the second") { $0.contains("listening on /run") }
            #expect(
                try await complaint(host, "--socket", "/run/netdiag/third.sock", "--state", "/var/lib/second")
                    .contains("/var/lib/second is in use by PID"))
            #expect(try await second.stop(grace: .seconds(30)) == .exited(0))
            #expect(
                try await complaint(host, "--socket", "/run/netdiag/third.sock", "--state", "/proc/none")
                    .contains("/proc/none cannot be made"))
            let flag = try await host.result(of: [Programs.daemon, "--state", "relative"])
            #expect(flag.status == .exited(64) && flag.diagnostics.contains("--state needs an absolute path"))

            // A daemon that was killed leaves the file to the next one.
            first.process.killGroup()
            try await first.process.exit()
            let third = try await host.startDaemon("{ listen: { http: off }, publish: off }")
            #expect(try await third.stop() == .exited(0))
        }
    }

    @Test("invalid flags and configurations make it exit with 64 before it starts anything")
    func usage() async throws {
        try await withHost { host in
            try await host.write("/etc/netdiag/netdiag.yaml", "targets:\n  - 'gopher://a/'\n")
            let line = try await complaint(host, expecting: 64)
            #expect(line.contains("/etc/netdiag/netdiag.yaml:2:") && line.contains("gopher"))
            #expect(try await complaint(host, "--check-config", expecting: 64).contains(":2:"))
            #expect(try await complaint(host, "--config", "/etc", expecting: 64).contains("a directory"))
            let flag = try await host.result(of: [Programs.daemon, "--sokket", "/x"])
            #expect(flag.status == .exited(64) && flag.diagnostics.contains("--sokket"))
        }
    }

    @Test("SIGHUP loads a valid configuration, and keeps the current one if the new one is invalid")
    func reload() async throws {
        try await withHost { host in
            let daemon = try await host.startDaemon("targets: ['127.0.0.1:9']\npublish: off")
            try await daemon.status("the first target") { $0.targets.map(\.target) == ["127.0.0.1:9"] }
            try await host.write("/etc/netdiag/netdiag.yaml", "targets: ['127.0.0.1:10']\npublish: off")
            daemon.process.send(SIGHUP)
            try await daemon.status("the new target, checked") {
                $0.targets.map(\.target) == ["127.0.0.1:10"] && $0.targets[0].last != nil
            }
            try await host.write("/etc/netdiag/netdiag.yaml", "targets: [")
            daemon.process.send(SIGHUP)
            try await daemon.process.diagnostics.first("the refusal") {
                $0.contains("the configuration in force is kept")
            }
            try await daemon.status("the target that was") { $0.targets.map(\.target) == ["127.0.0.1:10"] }
            #expect(daemon.process.diagnostics.text.contains("netdiag.yaml:2: not YAML"))
        }
    }

    @Test("it shuts down orderly while clients hold streams and connections open")
    func shutdown() async throws {
        try await withHost { host in
            let daemon = try await host.startDaemon("publish: off")
            let events = try host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/events"])
            try await events.output.first("the first event") { $0.hasPrefix("event: status") }
            let idle = try host.spawn([
                "sh", "-c", "sleep 60 | curl -sS -N -T - -H Expect: http://127.0.0.1:8053/v1/checks",
            ])
            #expect(try await daemon.stop() == .exited(0))
            #expect(try await events.exit() == .exited(0))
            idle.killGroup()
        }
    }
}
