import Glibc
import Lab
import Testing

/// `netdiag browse` on a terminal, and what it reports while avahi-daemon is not running.
@Suite("Live browsing in the lab", .lab, .tags(.lab))
struct LiveBrowseTests {
    /// A printer, and a laptop with an avahi-daemon that can be stopped.
    private func withTwoHosts(
        _ body: @Sendable (_ printer: Host, _ laptop: Host, _ avahi: HostProcess) async throws -> Void
    ) async throws {
        try await Lab.run { lab in
            let printer = try await lab.host("printer"), laptop = try await lab.host("laptop")
            _ = try await lab.segment([printer, laptop])
            try await printer.startDiscovery()
            try await laptop.startBus()
            try await body(printer, laptop, try await laptop.startAvahi())
        }
    }

    /// Runs the command on a separate terminal. Its output is cut into lines at each escape character, since the last
    /// line of a window has no newline. The first line contains its PID.
    private func run(onTerminal command: String, on host: Host) throws -> HostProcess {
        let terminal = "stty rows 24 cols 100; echo PID $$; exec \(Programs.command) \(command)"
        return try host.spawn(
            ["bash", "-o", "pipefail", "-c", "script -qfec '\(terminal)' /dev/null | stdbuf -o0 tr '\\033' '\\n'"],
            environment: [
                "TERM": "xterm-256color", "LANG": "C.UTF-8", "SHELL": "/bin/sh",
            ])
    }

    @Test("on a terminal, a table shows services as they come and go; an interrupt restores the terminal")
    func onTerminal() async throws {
        try await withTwoHosts { printer, laptop, _ in
            let browser = try run(onTerminal: "browse", on: laptop)
            let pid = try await browser.output.first("its PID") { $0.hasPrefix("PID ") }
            let web = try await printer.publish("web.1", "_http._tcp", port: 80)
            try await browser.output.first("the words for the type") { $0.contains("Web Site") }
            try await browser.output.first("the service") { $0 == "[1mweb.1" }
            _ = try await web.stop()
            try await browser.output.first("its end") { $0 == "[2;9mweb.1" }
            try await laptop.run(["kill", "-INT", String(pid.dropFirst(4).filter(\.isNumber))])
            #expect(try await browser.exit() == .exited(130))
            // Wrapping, the cursor and the screen are restored, and the last state is shown there.
            let lines = browser.output.text.split(separator: "\n").map(String.init)
            let end = try #require(lines.lastIndex { $0.hasPrefix("[?1049l") })
            #expect(lines[..<end].suffix(2) == ["[?25h", "[?7h"])
            #expect(lines[end...].contains { $0.contains("All services") })
            #expect(!lines[end...].contains { $0.hasPrefix("[?") && !$0.hasPrefix("[?1049l") })
        }
    }

    @Test("an outage of avahi-daemon is reported to the view, a pipe and a script, and removes only ended services")
    func away() async throws {
        try await withTwoHosts { printer, laptop, avahi in
            try await printer.publish("web", "_http._tcp", port: 80)
            let leaving = try await printer.publish("leaving", "_http._tcp", port: 81)
            let view = try run(onTerminal: "browse _http._tcp", on: laptop)
            let environment = ["LANG": "C.UTF-8"]
            let lines = try laptop.spawn([Programs.command, "browse", "_http._tcp"], environment: environment)
            let json = try laptop.spawn([Programs.command, "browse", "_http._tcp", "--json"], environment: environment)
            for browser in [lines, json] {
                for service in ["web", "leaving"] {
                    try await browser.output.first(service) { $0.contains(service) && !$0.contains("removed") }
                }
            }
            _ = try await avahi.stop()
            try await view.output.first("that it is away") { $0.contains("avahi-daemon does not run") }
            for browser in [lines, json] {
                try await browser.diagnostics.first("that it is away") { $0.contains("avahi-daemon does not run") }
            }
            _ = try await leaving.stop()
            try await laptop.startAvahi()
            try await lines.diagnostics.first("that it is back") { $0.contains("avahi-daemon is back") }
            // Services that have not been found again by then are removed at that moment, before later events.
            try await lines.output.first("the end") {
                $0.hasPrefix("-") && $0.contains("leaving")
            }
            try await json.output.first("the end") {
                $0.contains("removed") && $0.contains("leaving")
            }
            try await printer.publish("later", "_http._tcp", port: 82)
            for browser in [lines, json] {
                try await browser.output.first("what comes later") { $0.contains("later") }
                #expect(browser.output.text.split(separator: "\n").filter { $0.contains("web") }.count == 1)
            }
            // A script gets only events.
            let kinds = json.output.text.split(separator: "\n")
            #expect(kinds.allSatisfy { $0.hasPrefix("{") && !$0.contains("available") })
        }
    }

    @Test("a daemon without avahi-daemon reports its absence and return in the stream; with --once, the command ends")
    func awayFromDaemon() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1"), other = try await lab.host("h2")
            _ = try await lab.segment([host, other])
            try await host.startBus()
            _ = try await host.startDaemon()
            let stream = try host.spawn(RunningDaemon.curl + ["-N", "http://netdiag/v1/services?follow=true"])
            try await stream.output.first("that it is away") {
                $0.hasPrefix(#"{"event":"unavailable","reason":"avahi-daemon does not run"#)
            }
            for format in [[], ["--json"]] {
                let result = try await host.result(
                    of: [Programs.command, "browse", "--once"] + format)
                #expect(result.status == .exited(3) && result.output.isEmpty)
                #expect(result.diagnostics.hasPrefix("netdiag: avahi-daemon does not run"))
                #expect(result.diagnostics.split(separator: "\n").count == 1)
            }
            try await host.startAvahi()
            try await stream.output.first("that it is back") { $0.hasPrefix(#"{"event":"available""#) }
        }
    }

    @Test(
        "it exits when its output is closed, before it has anything to write", arguments: [[], ["--json"]])
    func readerGone(format: [String]) async throws {
        try await withTwoHosts { printer, laptop, _ in
            _ = try await printer.publish("web", "_http._tcp", port: 80)
            let browse = ([Programs.command, "browse", "_http._tcp"] + format).joined(separator: " ")
            let shell = try laptop.spawn(["sh", "-c", "exec 3>&1; { \(browse); echo $? >&3; } | read first"])
            try await shell.output.first("the end, as of a broken pipe") { $0 == "141" }
        }
    }
}
