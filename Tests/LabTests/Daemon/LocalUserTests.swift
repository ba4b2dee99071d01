import Lab
import Testing

import struct Lab.CommandResult

@Suite("A local user without rights", .lab, .tags(.lab))
struct LocalUserTests {
    private static let nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]

    private func netdiag(_ host: Host, _ arguments: String...) async throws -> CommandResult {
        try await host.result(
            of: Self.nobody + [Programs.command] + arguments,
            within: .unexpectedlyLong)
    }

    /// Whether the output says in one line that the daemon refuses access and what the command does instead.
    private static func says(_ doing: String, _ result: CommandResult) -> Bool {
        let lines = result.diagnostics.split(separator: "\n")
        return lines.count == 1 && lines[0].hasPrefix("netdiag: the daemon at /run/netdiag/netdiag.sock refuses: ")
            && lines[0].hasSuffix("; \(doing) from this process")
    }

    @Test("can read from the daemon; the command itself does what the daemon does only for privileged clients")
    func commands() async throws {
        try await Lab.withLookout { server, lookout in
            _ = try await server.startDaemon("publish: off\ntargets: ['icmp://127.0.0.1']")
            for command in ["status", "links", "peers", "incidents"] {
                let read = try await netdiag(server, command)
                #expect(read.diagnostics.isEmpty && !read.output.isEmpty, "\(command): \(read.diagnostics)")
            }
            let checked = try await netdiag(server, "check", "--json", "127.0.0.1:1", "127.0.0.1:2")
            #expect(Self.says("checking", checked), "\(checked.diagnostics)")
            #expect(checked.output.split(separator: "\n").count == 2 && checked.output.contains("tcp.refused"))
            #expect(checked.status == .exited(2))
            let proxied = try await netdiag(server, "check", "--proxy", "http://127.0.0.1:1", "http://127.0.0.1:2/")
            #expect(Self.says("checking", proxied) && proxied.output.contains("proxy.unreachable"), "\(proxied)")
            let resolved = try await netdiag(server, "resolve", "localhost")
            #expect(Self.says("resolving", resolved) && resolved.output.contains("127.0.0.1"), "\(resolved)")
            for options in [["--once"], ["--once", "--resolve", "--json"]] {
                let result = try await server.result(
                    of: Self.nobody + [Programs.command, "browse", "_none._tcp"] + options)
                #expect(Self.says("browsing", result) && result.status == .exited(0), "\(result)")
            }
            let publisher = try server.spawn(
                Self.nobody + [Programs.command, "publish", "Mine", "_http._tcp", "8080"])
            try await publisher.output.first("the publication") { $0.contains("published") }
            #expect(publisher.diagnostics.text.contains("publishing from this process"))
            let browser = try lookout.browse("_http._tcp")
            try await browser.saw(.resolved, "Mine", with: "8080")
            #expect(try await publisher.stop() == .exited(0))
        }
    }

    @Test("cannot use credentials of the daemon, whatever it requests")
    func credentials() async throws {
        try await Lab.run { lab in
            let server = try await lab.host("server")
            // This server records every connection; there must be none.
            let trap = try server.startTCPServer(.silent, address: "127.0.0.1")
            try await server.write("/etc/netdiag/login", "alice:s3cret\n", mode: 0o600)
            let daemon = try await server.startDaemon(
                """
                publish: off
                interval: 1d
                targets:
                  - target: http://127.0.0.1:1/
                    http: { headers: { X-Api-Key: key-of-the-daemon } }
                    credentials: { file: /etc/netdiag/login }
                """)
            for body in [
                #"{"target":"http://127.0.0.1:1/","proxy":"http://127.0.0.1:\#(trap.port)"}"#,
                #"{"target":"http://127.0.0.1:1/","address":"127.0.0.1"}"#, #"{"target":"http://127.0.0.1:1/"}"#,
                // The same holds for sockets that the daemon's user may connect to.
                #"{"target":"unix:/run/netdiag/netdiag.sock"}"#,
            ] {
                let answer = try await server.run(
                    Self.nobody + RunningDaemon.curl + ["-w", "%{http_code}", "-d", body, "http://netdiag/v1/checks"])
                #expect(answer.hasSuffix("403") && answer.contains("access: owner:, group:"), "\(answer)")
            }
            #expect(try await daemon.get("/v1/checks", "-d", #"{"target":"127.0.0.1:1"}"#).contains("tcp.refused"))
        }
    }
}
