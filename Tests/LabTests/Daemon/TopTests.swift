import Lab
import Testing

@Suite("netdiag top and status --watch on a terminal", .lab, .tags(.lab))
struct TopTests {
    @Test(
        "q ends it and restores the terminal: echo and line mode are on again", arguments: ["top", "status --watch"])
    func quit(command: String) async throws {
        try await Lab.run { lab in
            let host = try await lab.host("server")
            let daemon = try await host.startDaemon("publish: off\nuplink: off\n")
            // The shell reads the next input as a line: the terminal is in line mode again.
            let result = try await host.result(
                of: [
                    "script", "-qec",
                    "stty cols 80; \(Programs.command) \(command); echo status=$?; stty -a | grep -ow -e '-*icanon' -e '-*echo'",
                    "/dev/null",
                ], input: "q", environment: ["TERM": "xterm", "LANG": "C.UTF-8", "SHELL": "/bin/sh"])
            #expect(result.status == .exited(0), "\(result)")
            let lines = result.output.split(whereSeparator: \.isNewline).map { $0.filter { $0 != "\r" } }
            #expect(
                lines.contains { $0.hasSuffix("status=0") } && lines.suffix(2).sorted() == ["echo", "icanon"],
                "\(lines)")
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
