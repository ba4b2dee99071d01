import FoundationEssentials
import Lab
import Testing

import class Lab.Host
import struct NetworkModel.StatusDocument

/// The folder that pictures are written to; `nil` if none are wanted.
private enum Pictures {
    static let folder = ProcessInfo.processInfo.environment["NETDIAG_PICTURES"]
}

/// The pictures of README.md, which show real output of the programs: `make pictures` writes them into docs/images.
@Suite("Pictures", .lab, .tags(.lab), .enabled(if: Pictures.folder != nil, "only for make pictures"))
struct PictureTests {

    private static let terminal = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Support/Terminal/svg.py").path

    /// Draws the output of a program on a terminal of 100 columns.
    private func draw(_ command: String, _ title: String, _ name: String, on host: Host) async throws {
        let folder = try #require(Pictures.folder)
        // The exit code is that of the network's status.
        try await host.run(
            [
                "sh", "-euc",
                """
                printf '\\033[1m$ %s\\033[0m\\n' "$1" >/tmp/screen
                script -qefc "stty cols 100 rows 60; $2" /dev/null </dev/null >>/tmp/screen || :
                python3 "$3" "$4" </tmp/screen >"$5/$6.svg"
                """, "-", command, command.replacing("netdiag ", with: "\(Programs.command) "), Self.terminal, title,
                folder, name,
            ], environment: ["TERM": "xterm-256color", "LANG": "C.UTF-8", "NO_COLOR": ""])
    }

    @Test("of the terminal and of the page, while the provider's line is down and while a server is down")
    func pictures() async throws {
        let folder = try #require(Pictures.folder)
        try await Lab.run { lab in
            let work = try await OfficeAtWork(in: lab)
            try await work.client.run(["hostname", "laptop"])
            let configuration = """
                publish: off
                interval: 1s
                targets:
                - { target: "https://www.lab.example/", name: Shop, group: Web }
                - { target: "http://www.lab.example/", name: Intranet, group: Web }
                - { target: "tcp://www.lab.example:25", name: Mail, group: Office }
                - { target: "dns://10.77.3.1/www.lab.example", name: Names, group: Office }
                - { target: "icmp://10.77.2.1", name: Rack, group: Office }
                """
            let mail = try work.office.server.startTCPServer(.silent, port: 25)
            let daemon = try await work.client.startDaemon(configuration)
            // A minute of good results, as many as the page shows.
            let bars = 40
            try await daemon.status("results") { status in status.targets.allSatisfy { $0.last != nil } }
            var session = BrowserSession()
            session.size(1_100, 800)
            session.open("/")
            session.untilLive()
            session.until("document.querySelectorAll('tbody tr').length >= 5 && performance.now() > \(bars)000")
            let ready = session.count
            session.until("document.querySelector('#path').textContent.includes('refuses')")
            session.until("performance.now() > \(bars + 8)000")
            let browser = try session.start(on: work.client)
            _ = try await session.answers(of: browser, to: ready)
            mail.stop()
            _ = try await session.answers(of: browser)
            var picture = BrowserSession()
            picture.size(1_100, 760)
            picture.open("/")
            picture.untilLive()
            picture.screenshot("\(folder)/page.png")
            _ = try await picture.run(on: work.client)
            #expect(try await daemon.stop() == .exited(0))

            // A home that has lost its provider, without any configuration of netdiag.
            try await work.client.run(["rm", "/etc/netdiag/netdiag.yaml"])
            try await work.answerAsRouter(.explained(.code(.serverFailure), code: 23, text: ""))
            try await work.office.providerCable.unplug()
            try await draw("netdiag status", "netdiag status: the provider's line is dead", "status", on: work.client)
        }
    }
}
