import FoundationEssentials
import Lab
import TargetKinds
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.Report

@Suite(
    "The unit under systemd", .lab, .tags(.lab),
    .enabled(if: Lab.isInstalled("systemctl"), "systemd is missing"))
struct UnitTests {
    /// The source tree that these tests were built from.
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    func withInstalled(_ body: @Sendable (Host) async throws -> Void) async throws {
        try await withInstalled { _, host in try await body(host) }
    }

    func withInstalled(_ body: @Sendable (Lab, Host) async throws -> Void) async throws {
        try await Lab.run { lab in
            let host = try await lab.systemdHost("server", sharing: Self.source)
            let built = URL(fileURLWithPath: Programs.daemon).deletingLastPathComponent().path
            // In a debug build, the toolchain's libraries are loaded from the place that it was linked with.
            try await host.run(
                ["sh", "-euc", "cd \"$1\" && exec scripts/install.sh", "-", Lab.sharedFolder],
                environment: ["PREFIX": "/usr", "BUILT": Lab.sharedFolder + built.dropFirst(Self.source.count)])
            try await host.run(["systemctl", "daemon-reload"])
            try await body(lab, host)
        }
    }

    /// `systemctl reload` ends with the signal, unless the daemon has announced before that it reloads
    /// (systemd.service(5) of systemd 252): the journal shows when it has reloaded.
    private func reload(_ host: Host) async throws {
        // Only messages from now on.
        let shown = try await host.run(["journalctl", "-u", "netdiagd", "--lines=1", "--show-cursor", "--quiet"])
        let cursor = try #require(shown.split(separator: "\n").last { $0.hasPrefix("-- cursor: ") }).dropFirst(11)
        let journal = try host.spawn([
            "journalctl", "-u", "netdiagd", "--follow", "--after-cursor=\(cursor)", "--output=cat",
        ])
        defer { journal.killGroup() }
        try await host.run(["systemctl", "reload", "netdiagd"])
        try await journal.output.first("the reload") { $0.contains("configuration reloaded") }
    }

    @Test("the commands of the documents for a machine with systemd")
    func documents() async throws {
        let blocks = try DocumentTests.written().filter { $0.scene == "systemd" }
        #expect(blocks.count >= 2, "\(blocks.map(\.place))")
        try await withInstalled { host in
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\n")
            try await host.run(["systemctl", "start", "netdiagd"])
            try await host.write("/run/document/netdiag.yaml", "publish: off\ntargets: ['icmp://127.0.0.1']\n")
            for block in blocks {
                for step in block.steps {
                    let words = step.command.split(separator: " ").drop { $0 == "sudo" }.joined(separator: " ")
                    let result = try await host.result(of: ["sh", "-c", "cd /run/document && \(words)"])
                    #expect(result.status == .exited(0), "\(block.place): \(step.command)\n\(result)")
                }
            }
            #expect(try await host.run(["systemctl", "is-active", "netdiagd"]).hasPrefix("active"))
        }
    }

    /// All messages of the daemon: the journal may lag behind.
    private func journal(_ host: Host) async throws -> String {
        try await host.run(["journalctl", "--sync"])
        return try await host.run(["journalctl", "-u", "netdiagd", "-o", "cat"])
    }

    /// The overall exposure that `systemd-analyze security` computes for a unit.
    private func exposure(_ unit: String, _ host: Host) async throws -> Double {
        let text = try await host.run(["systemd-analyze", "security", unit, "--no-pager"])
        let line = text.split(separator: "\n").first { $0.contains("Overall exposure level") } ?? ""
        return try #require(line.split(separator: " ").compactMap { Double($0) }.first, "\(text)")
    }

    /// The report of a target, for its cause.
    func cause(_ target: String, _ host: Host) async throws -> Report {
        let body = try await host.run(
            RunningDaemon.curl + ["-d", "{\"target\":\"\(target)\"}", "http://x/v1/checks"], within: .seconds(120))
        return try JSON.decode(Report.self, from: Data(body.utf8), kinds: TargetKinds.builtIn.evidence)
    }

    func property(_ name: String, _ host: Host) async throws -> String {
        try await host.run(["systemctl", "show", "--value", "-p", name, "netdiagd"])
    }

    @Test("it starts, reports its status to systemd, reloads, and stops in order")
    func life() async throws {
        try await withInstalled { host in
            try await host.run(["systemctl", "start", "avahi-daemon", "netdiagd"])
            #expect(try await property("ActiveState", host) == "active")
            let told = try await property("StatusText", host)
            #expect(told.hasPrefix("connection"), "\(told)")
            // The kernel's files that rules read must be readable in the sandbox.
            let process = try await property("MainPID", host)
            for file in [
                "/proc/net/netstat", "/proc/sys/net/ipv4/ip_default_ttl", "/proc/sys/net/ipv4/ping_group_range",
            ] {
                let read = try await host.run(["nsenter", "-t", process, "-m", "cat", file])
                #expect(!read.isEmpty, "\(file)")
            }
            // Any user may query the daemon.
            let asked = try await host.result(
                of: ["setpriv", "--reuid=65534", "--clear-groups", "netdiag", "links", "--json"])
            #expect(asked.status == .exited(0) && asked.output.contains("\"lo\"") && asked.diagnostics.isEmpty)
            let local = try await host.run(
                RunningDaemon.curl + ["-d", #"{"target":"icmp://127.0.0.1"}"#, "http://x/v1/checks"])
            #expect(local.contains("\"connectionUp\""))

            try await host.write("/etc/netdiag/netdiag.yaml", "targets: ['icmp://127.0.0.1']\n")
            try await reload(host)
            let status = try await host.run(RunningDaemon.curl + ["http://x/v1/status"])
            #expect(status.contains("icmp://127.0.0.1"))

            try await host.run(["systemctl", "stop", "netdiagd"])
            #expect(try await property("Result", host) == "success")
            #expect(try await property("ExecMainStatus", host) == "0")
            // libdispatch reports to the log if it is refused to set the nice value of a thread.
            #expect(try await !journal(host).contains("Failed to set thread priority"))
        }
    }

    @Test("an invalid configuration fails the start, and the journal says where the error is")
    func badConfiguration() async throws {
        try await withInstalled { host in
            try await host.write("/etc/netdiag/netdiag.yaml", "targets:\n  - nonsense://\n")
            let start = try await host.result(of: ["systemctl", "start", "netdiagd"])
            #expect(start.status != .exited(0))
            // It stays wrong until somebody changes it, so that it is not started again.
            #expect(try await property("ActiveState", host) == "failed")
            #expect(try await property("ExecMainStatus", host) == "64")
            try await Task.sleep(for: .seconds(3))
            #expect(try await property("NRestarts", host) == "0")
            let journal = try await journal(host)
            #expect(journal.contains("/etc/netdiag/netdiag.yaml:2:"))
        }
    }

    @Test("reloading an invalid configuration fails, changes nothing, and the journal says where the error is")
    func badReload() async throws {
        try await withInstalled { host in
            let token = "0123456789abcdef0123456789abcdef"
            try await host.run(["mkdir", "-m", "0700", "-p", "/etc/netdiag/secrets"])
            try await host.write("/etc/netdiag/token", token + "\n")
            try await host.write("/etc/netdiag/secrets/login", "alice:secret\n")
            try await host.run(["chmod", "0600", "/etc/netdiag/token", "/etc/netdiag/secrets/login"])
            // The secrets are only there as credentials of the unit, which the check needs as well.
            let good = """
                publish: off
                access: { token_file: /etc/netdiag/token }
                targets:
                - target: http://127.0.0.1:8080/
                  credentials: { file: /etc/netdiag/secrets/login }

                """
            try await host.write("/etc/netdiag/netdiag.yaml", good)
            try await host.run(["systemctl", "start", "netdiagd"])
            try await reload(host)
            let process = try await property("MainPID", host)
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\ntargets:\n  - nonsense://\n")
            let reloaded = try await host.result(of: ["systemctl", "reload", "netdiagd"])
            #expect(reloaded.status != .exited(0), "\(reloaded)")
            #expect(try await property("ActiveState", host) == "active")
            #expect(try await property("MainPID", host) == process)
            #expect(try await journal(host).contains("/etc/netdiag/netdiag.yaml:3:"))
            let status = try await host.run(RunningDaemon.curl + ["http://x/v1/status"])
            #expect(status.contains("http://127.0.0.1:8080/"))
            try await host.write("/etc/netdiag/netdiag.yaml", good)
            try await reload(host)
        }
    }

    @Test("with 5,000 targets: no capability, an exposure of at most 1.5, and no system call that the sandbox blocks")
    func sandbox() async throws {
        try await withInstalled { host in
            // As in Debian 12, where no user may ping; the unit brings a setting that permits it to users like its own.
            try await host.run(["sysctl", "-q", "-w", "net.ipv4.ping_group_range=1 0"])
            try await host.run(["/lib/systemd/systemd-sysctl", "40-netdiag.conf"])
            #expect(try await host.run(["sysctl", "-n", "net.ipv4.ping_group_range"]).hasPrefix("61184\t65519"))
            let lines = (1...5_000).map { "- 'tcp://127.\($0 / 250).\($0 % 250).1:\(1_000 + $0)'" }
            let others = [
                "icmp://127.0.0.1", "http://127.0.0.1:8053/healthz", "dns://127.0.0.1/localhost", "tls://127.0.0.1:9",
                "ftp://127.0.0.1/", "ws://127.0.0.1:8053/", "https://localhost/", "127.0.0.1", "tcp://localhost:8053",
            ]
            try await host.write(
                "/etc/netdiag/netdiag.yaml",
                "interval: 10m\npublish: off\ntargets:\n" + lines.joined(separator: "\n") + "\n")
            try await host.run(["systemctl", "start", "avahi-daemon", "netdiagd"], within: .seconds(120))
            #expect(try await property("ActiveState", host) == "active")
            #expect(try await exposure("netdiagd", host) <= 1.5)
            #expect(try await exposure("netdiag-arp", host) <= 1.5)
            print(
                "exposure: netdiagd \(try await exposure("netdiagd", host)),",
                "netdiag-arp \(try await exposure("netdiag-arp", host))")
            let pid = try await property("MainPID", host)
            let status = try await host.read("/proc/\(pid)/status")
            for set in ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"] {
                #expect(status.contains("\(set):\t0000000000000000"), "\(set)")
            }
            #expect(status.contains("Seccomp:\t2") && status.contains("NoNewPrivs:\t1"))

            for target in others { #expect(try await cause(target, host).status != .err, "\(target)") }
            // The first checks of 5,000 targets may leave no time for it.
            try await StaleTests.eventually { try await cause("icmp://127.0.0.1", host).status == .connectionUp }
            #expect(try await cause("tcp://127.0.0.1:9", host).cause?.id == "tcp.refused")
            try await host.write(
                "/etc/netdiag/netdiag.yaml",
                "interval: 10m\npublish: off\ntargets:\n- icmp://127.0.0.1\n" + lines.joined(separator: "\n") + "\n")
            try await reload(host)
            let count = try await host.run([
                "sh", "-euc",
                "curl -sS --unix-socket /run/netdiag/netdiag.sock http://localhost/v1/status | jq '.targets | length'",
            ])
            #expect(count == "5001\n" || count == "5001")
            // The process is the same: neither seccomp nor the memory limit has killed it.
            #expect(try await property("MainPID", host) == pid)
            #expect(try await property("NRestarts", host) == "0")
            let journal = try await journal(host)
            #expect(!journal.contains("Permission denied") && !journal.contains("Operation not permitted"))
            try await host.run(["systemctl", "stop", "netdiagd"])
            #expect(try await property("Result", host) == "success")
        }
    }

    @Test(
        "the token and the targets' secrets, readable by root only, are passed on; without them it starts as well"
    )
    func credentials() async throws {
        try await withInstalled { host in
            // Without a token.
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\n")
            try await host.run(["systemctl", "start", "netdiagd"])
            func code(_ token: String) async throws -> String {
                try await host.run([
                    "curl", "-sS", "-o", "/dev/null", "-w", "%{http_code}", "-H", "Authorization: Bearer \(token)",
                    "-H", "Content-Type: application/json", "-d", #"{"target":"icmp://127.0.0.1"}"#,
                    "http://127.0.0.1:8053/v1/checks",
                ])
            }
            let token = "0123456789abcdef0123456789abcdef"
            #expect(try await code(token) != "200")
            try await host.run(["systemctl", "stop", "netdiagd"])

            try await host.run(["mkdir", "-m", "0700", "/etc/netdiag/secrets"])
            try await host.write("/etc/netdiag/token", token + "\n")
            try await host.write("/etc/netdiag/secrets/login", "alice:secret-of-alice\n")
            try await host.write("/etc/netdiag/secrets/netrc", "machine 127.0.0.1 login bob password secret-of-bob\n")
            try await host.run([
                "sh", "-euc",
                """
                cd /etc/netdiag
                openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=client -days 2 \
                    -keyout secrets/client.key -out client.pem 2>/dev/null
                chmod 0600 token secrets/*
                """,
            ])
            // The configuration is for a daemon that runs as root.
            try await host.write(
                "/etc/netdiag/netdiag.yaml",
                """
                publish: off
                access:
                  token_file: /etc/netdiag/token
                targets:
                - target: http://127.0.0.1:8080/file
                  credentials: { file: /etc/netdiag/secrets/login }
                - target: http://127.0.0.1:8080/netrc
                  credentials: { netrc: /etc/netdiag/secrets/netrc }
                - target: https://127.0.0.1:8443/
                  tls: { certificate: /etc/netdiag/client.pem, key: /etc/netdiag/secrets/client.key }

                """)
            let server = try await host.startRecorder(
                port: 8080,
                pages: [
                    "/file": Page(challenge: "Basic realm='a'", login: "Basic YWxpY2U6c2VjcmV0LW9mLWFsaWNl"),
                    "/netrc": Page(challenge: "Basic realm='a'", login: "Basic Ym9iOnNlY3JldC1vZi1ib2I="),
                ])
            defer { withExtendedLifetime(server) {} }
            try await host.run(["systemctl", "start", "netdiagd"])
            #expect(try await code(token) == "200")
            #expect(try await code("wrong-wrong-wrong-wrong") != "200")
            for page in ["file", "netrc"] {
                #expect(try await cause("http://127.0.0.1:8080/\(page)", host).status == .connectionUp, "\(page)")
            }
            // The key does not cause the failure: nothing listens.
            #expect(try await cause("https://127.0.0.1:8443/", host).cause?.id == "tcp.refused")

            // The token works without a mention in the configuration as well; an invalid token is reported at the
            // start.
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\n")
            try await host.run(["systemctl", "restart", "netdiagd"])
            #expect(try await code(token) == "200")
            try await host.write("/etc/netdiag/token", "short\n")
            let start = try await host.result(of: ["systemctl", "restart", "netdiagd"])
            #expect(start.status != .exited(0))
            try await host.run(["systemctl", "stop", "netdiagd"])
            let journal = try await journal(host)
            #expect(journal.contains("/etc/netdiag/token") && journal.contains("has 5 bytes"))
        }
    }
}
