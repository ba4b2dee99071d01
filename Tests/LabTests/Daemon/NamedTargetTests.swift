import Lab
import Testing

@Suite("Checks by the name of a target", .lab, .tags(.lab))
struct NamedTargetTests {
    private static let configuration = """
        publish: off
        uplink: off
        interval: 1h
        timeout: 2s
        defaults: {http: {contains: Welcome}}
        targets:
        - {target: "http://127.0.0.1:81/", name: The Shop}
        - {target: "tcp://127.0.0.1:81", name: localhost}
        """

    @Test("its settings apply with and without a daemon; for a wrong name, the nearest one is suggested")
    func names() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            _ = try host.startTCPServer(
                .answers("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nGo away"), port: 81)
            let daemon = try await host.startDaemon(Self.configuration)
            for options in [[], ["--no-daemon"]] {
                let shop = try await host.result(of: [Programs.command, "check", "--json"] + options + ["The Shop"])
                #expect(
                    shop.output.contains(#""name":"The Shop""#) && shop.output.contains("http.unexpected-body"),
                    "\(shop)")
                #expect(shop.status == .exited(2))
                // The name of a configured target takes precedence over a host of this name.
                let local = try await host.result(of: [Programs.command, "check", "--json"] + options + ["localhost"])
                #expect(local.output.contains(#""target":"tcp://127.0.0.1:81""#), "\(local)")
                let wrong = try await host.result(of: [Programs.command, "check"] + options + ["the shpo"])
                #expect(wrong.status == .exited(64) && wrong.output.isEmpty)
                #expect(wrong.diagnostics.contains(#"did you mean "The Shop"?"#), "\(wrong)")
                #expect(wrong.diagnostics.split(separator: "\n").count == 1, "\(wrong)")
            }
            // An error in one of several arguments is reported before any is checked.
            let several = try await host.netdiag("check", "--json", "The Shop", "the shpo", "localhost")
            #expect(several.status == .exited(64) && several.output.isEmpty, "\(several)")
            #expect(several.diagnostics.contains(#""the shpo" is not a target"#))
            #expect(several.diagnostics.split(separator: "\n").count == 1)
            // A single label may be a host as well: it is checked, and the report names the target that was probably
            // meant.
            let near = try await host.netdiag("check", "--json", "localhosd")
            #expect(near.output.contains(#"did you mean \"localhost\"?"#), "\(near)")
            #expect(try await daemon.stop() == .exited(0))
            // The status of this process and the assistant show names, too.
            let status = try await host.netdiag("status", "--json")
            #expect(status.output.contains(#""name":"The Shop""#), "\(status)")
            let assistant = try await host.netdiag("diagnose", "--yes")
            #expect(
                assistant.output.contains("The Shop") && !assistant.output.contains("http://127.0.0.1:81/: "),
                "\(assistant)")
            let alone = try await host.netdiag("check", "the shpo")
            #expect(alone.status == .exited(64) && alone.diagnostics.contains(#"did you mean "The Shop"?"#), "\(alone)")
            // If the file cannot be read, a word may be the name of a target: checking a host of that name would check
            // something else.
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\ntargets: [nonsense://]\n")
            for name in ["localhost", "The Shop"] {
                let unreadable = try await host.netdiag("check", "--json", name)
                #expect(unreadable.status == .exited(3) && unreadable.output.isEmpty, "\(unreadable)")
                #expect(unreadable.diagnostics.split(separator: "\n").count == 1, "\(unreadable)")
                #expect(unreadable.diagnostics.contains("netdiag.yaml:2: "), "\(unreadable)")
            }
            let plain = try await host.netdiag("check", "--json", "icmp://127.0.0.1")
            #expect(plain.status == .exited(0), "\(plain)")
        }
    }

    @Test("names are those of the daemon for a user who cannot read the configuration, and a line says what is missing")
    func namesOfDaemon() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            _ = try host.startTCPServer(
                .answers("HTTP/1.1 200 OK\r\nContent-Length: 7\r\nConnection: close\r\n\r\nGo away"), port: 81)
            let daemon = try await host.startDaemon(Self.configuration)
            // As unreadable as a file that another user owns.
            try await host.write("/etc/netdiag/netdiag.yaml", "publish: off\naccess: {token_file: /nonexistent}\n")
            let shop = try await host.netdiag("check", "--no-daemon", "--json", "The Shop")
            // Without its settings, the page is as good as any.
            #expect(shop.status == .exited(0) && shop.output.contains(#""name":"The Shop""#), "\(shop)")
            #expect(shop.output.contains("http://127.0.0.1:81/"), "\(shop)")
            let lines = shop.diagnostics.split(separator: "\n")
            #expect(lines.count == 1 && lines[0].contains("The Shop is checked without its settings"), "\(shop)")
            let other = try await host.netdiag("check", "--no-daemon", "--json", "shpo")
            #expect(other.status == .exited(3) && other.output.isEmpty, "\(other)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
