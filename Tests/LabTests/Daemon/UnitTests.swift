import FoundationEssentials
import Lab
import Testing

@Suite(
    "The unit under systemd", .lab, .tags(.lab), .serialized,
    .enabled(if: Lab.isInstalled("systemctl"), "systemd is missing"))
struct UnitTests {
    /// The source tree that these tests were built from.
    private static let source = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().path

    private func withInstalled(_ body: @Sendable (Host) async throws -> Void) async throws {
        try await Lab.run { lab in
            let host = try await lab.systemdHost("server", sharing: Self.source)
            let built = URL(fileURLWithPath: Programs.daemon).deletingLastPathComponent().path
            // Of a debug build; what it loads of the toolchain's libraries is where it was linked.
            try await host.run(
                ["sh", "-euc", "cd \"$1\" && exec scripts/install.sh", "-", Lab.sharedFolder],
                environment: ["PREFIX": "/usr", "BUILT": Lab.sharedFolder + built.dropFirst(Self.source.count)])
            try await host.run(["systemctl", "daemon-reload"])
            try await body(host)
        }
    }

    private func property(_ name: String, _ host: Host) async throws -> String {
        try await host.run(["systemctl", "show", "--value", "-p", name, "netdiagd"])
    }

    @Test("it is started, tells its status, reloads, and ends in order")
    func life() async throws {
        try await withInstalled { host in
            try await host.run(["systemctl", "start", "avahi-daemon", "netdiagd"], within: .seconds(60))
            #expect(try await property("ActiveState", host) == "active")
            #expect(try await property("StatusText", host).hasPrefix("connection"))
            // Anybody may ask.
            let asked = try await host.result(
                of: ["setpriv", "--reuid=65534", "--clear-groups", "netdiag", "links", "--json"])
            #expect(asked.status == .exited(0) && asked.output.contains("\"lo\"") && asked.diagnostics.isEmpty)
            let local = try await host.run(
                RunningDaemon.curl + ["-d", #"{"target":"icmp://127.0.0.1"}"#, "http://x/v1/checks"])
            #expect(local.contains("\"connectionUp\""))

            try await host.write("/etc/netdiag/netdiag.yaml", "targets: ['icmp://127.0.0.1']\n")
            try await host.run(["systemctl", "reload", "netdiagd"])
            let status = try await host.run(RunningDaemon.curl + ["http://x/v1/status"])
            #expect(status.contains("icmp://127.0.0.1"))

            try await host.run(["systemctl", "stop", "netdiagd"], within: .seconds(30))
            #expect(try await property("Result", host) == "success")
            #expect(try await property("ExecMainStatus", host) == "0")
        }
    }

    @Test("a configuration that is wrong fails the start, and the journal says where")
    func badConfiguration() async throws {
        try await withInstalled { host in
            try await host.write("/etc/netdiag/netdiag.yaml", "targets:\n  - nonsense://\n")
            let start = try await host.result(of: ["systemctl", "start", "netdiagd"], within: .seconds(60))
            #expect(start.status != .exited(0))
            try await host.run(["systemctl", "stop", "netdiagd"])
            let journal = try await host.run(["journalctl", "-u", "netdiagd", "-o", "cat"])
            #expect(journal.contains("/etc/netdiag/netdiag.yaml:2:"))
        }
    }
}
