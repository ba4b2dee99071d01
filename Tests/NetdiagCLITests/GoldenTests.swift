import ArgumentParser
import Diagnosis
import Foundation
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagCLI

/// The output of all commands, at three widths, without UTF-8, without colour, and for screen readers.
@Suite("The output of commands")
struct GoldenTests {
    /// A terminal for which a page is rendered.
    private struct Kind: Sendable {
        let name: String
        let terminal: Terminal

        static let all: [Kind] = {
            func terminal(_ columns: Int?, hasUnicode: Bool = true) -> Terminal {
                Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: hasUnicode)
            }
            var plain = terminal(nil)
            plain.isPlain = true
            return [
                Kind(name: "80", terminal: terminal(80)), Kind(name: "100", terminal: terminal(100)),
                Kind(name: "200", terminal: terminal(200)),
                Kind(name: "80-ascii", terminal: terminal(80, hasUnicode: false)),
                Kind(name: "plain", terminal: plain),
            ]
        }()
    }

    /// Sample output of a command, or the reason why there is none.
    private enum Sample {
        case page(@Sendable (inout Page, PageContext) throws -> Void)
        case elsewhere(String)
    }

    private static let samples: [String: Sample] = [
        "status": .page { try Fixtures.status().write(to: &$0, in: $1) },
        "top": .page { page, context in
            let document = try Fixtures.status()
            // Without a window, it prints the status.
            if page.terminal.isPlain { return document.write(to: &page, in: context) }
            var view = LiveStatus()
            view.bars.replace(withRecent: Array(recent.utf8))
            view.write(document, to: &page, in: context)
        },
        "check": .page { page, context in
            try Fixtures.brokenReport().write(to: &page, in: context)
            try Fixtures.healthyReport().write(to: &page, in: context)
        },
        "resolve": .page { Fixtures.resolution().write(to: &$0, in: $1) },
        "browse": .page { page, _ in ServicePage.write(try services(), to: &page) },
        "publish": .page { page, _ in try Fixtures.status().publication.write(to: &page) },
        "peers": .page { try Fixtures.peers().write(to: &$0, in: $1) },
        "incidents": .page { page, context in
            IncidentPage(incidents: try Fixtures.status().incidents).write(to: &page, in: context)
        },
        "history": .elsewhere("HistoryPageTests have files of their own"),
        "alerts": .page { Fixtures.alerts().write(to: &$0, in: $1) },
        "notify": .elsewhere("it prints nothing"),
        "links": .page { page, context in
            NetworkSnapshot(links: [try Fixtures.eth0(), Fixtures.radio], routes: [try Fixtures.defaultRoute()])
                .write(to: &page, in: context)
        },
        "diagnose": .page { page, context in
            let broken = DiagnosisSnapshot(try Fixtures.brokenReport())
            let healthy = DiagnosisSnapshot(try Fixtures.healthyReport())
            Assistant.write(broken, nil, to: &page, in: context)
            Assistant.write(broken, [], to: &page, in: context)
            Assistant.write(healthy, healthy.changes(since: broken), to: &page, in: context)
            Assistant.write(DiagnosisSnapshot(try Fixtures.status()), nil, to: &page, in: context)
        },
        "explain": .page { page, _ in
            page.explanation(of: try #require(Catalogue.entry("dns.servfail")))
            page.blank()
            page.list(Catalogue.entries.filter { $0.id.layer?.rawValue == "ntp" })
        },
        "ftp": .page { page, _ in FTPPage.write(files, to: &page) },
        "serve": .elsewhere("it is another program's output; FaultListTests and ControlOutputTests read it"),
        "with": .elsewhere("it is the command's output"),
        "break": .elsewhere("it prints a line; BreakTests read it"),
        "setup": .page { page, _ in
            let prompts = SetupPrompts(findings: try findings(), path: "/etc/netdiag/netdiag.yaml") { _ in nil }
            prompts.writeTargets(to: &page)
            prompts.writeReaders(to: &page)
            SetupPrompts.writeReceiver(to: &page)
        },
        "doctor": .page { page, _ in Fixtures.doctor().write(to: &page, isWhole: true) },
        "report": .page { page, _ in
            let summary = ReportCommand.Summary(
                file: "network.tar.gz",
                entries: [
                    .init(name: "README.txt", bytes: 812, what: "this list"),
                    .init(name: "reports/https_example.org.json", bytes: 20_480, what: "the latest report of a target"),
                ])
            summary.write(
                to: &page, isPrivate: true, hidesAddresses: false, configurationPath: "/etc/netdiag/netdiag.yaml")
        },
    ]

    /// The latest results of a target of ``Fixtures/status()``, for the bars of `netdiag top`.
    private static let recent = """
        {"schema": "netdiag.recent/1", "targets": [{"target": "https://example.org/", "results": "uuwuucdd"}]}
        """

    private static let files = [
        FTPEvidence.Entry(name: "pub", kind: .directory, modified: "2026-11-23 17:00"),
        FTPEvidence.Entry(name: "latest", kind: .link),
        FTPEvidence.Entry(name: "big \u{1b}[2J.iso", kind: .file, size: 734_003_200, modified: "2026-11-22 09:12"),
        FTPEvidence.Entry(name: "total 4", kind: .other),
    ]

    /// What `netdiag setup` finds: a candidate of each state, and a notice.
    private static func findings() throws -> SetupFindings {
        var findings = SetupFindings()
        findings.candidates = [
            SetupCandidate(target: try Target("icmp://10.0.0.1"), origin: .gateway(interface: nil), state: .up),
            SetupCandidate(
                target: try Target("dns://10.0.0.53/a.root-servers.net"), origin: .resolver, state: .answering),
            SetupCandidate(target: try Target("http://connectivity.example.org/check.txt"), origin: .connectivityPage),
            SetupCandidate(
                target: try Target("tcp://printer.local:631"), origin: .service(type: "_ipp._tcp"), state: .up),
        ]
        findings.networks = ["10.0.0.0/24", "fd00::/64"]
        findings.notices = [LocalSentence(message: "Services on the link were not searched: there is no avahi-daemon.")]
        return findings
    }

    private static func services() throws -> [ServiceInstance] {
        [
            ServiceInstance(
                name: "Office Printer", type: "_ipp._tcp", domain: "local", interface: "eth0",
                host: "printer-in-the-hall.local", port: 631,
                addresses: [try Fixtures.address("192.168.178.42"), try Fixtures.address("fd00:1234:5678:9abc::42")],
                txt: ["rp": .text("ipp/print"), "color": .text("T")]),
            ServiceInstance(
                name: "Web", type: "_http._tcp", domain: "local", interface: "wlan0", host: "nas.local", port: 80,
                addresses: [try Fixtures.address("192.168.178.7")]),
        ]
    }

    private static func text(_ write: (inout Page, PageContext) throws -> Void, _ terminal: Terminal) throws -> String {
        var page = Page(for: terminal)
        try write(&page, PageContext(now: Fixtures.moment(0)) { _ in "the hour" })
        return String(decoding: page.bytes, as: UTF8.self)
    }

    @Test("every command is covered, and there are no unused files")
    func complete() throws {
        let names = Netdiag.configuration.subcommands.compactMap { $0.configuration.commandName }
        #expect(Set(names) == Set(Self.samples.keys))
        let expected = Self.samples.flatMap { name, sample -> [String] in
            guard case .page = sample else { return [] }
            return Kind.all.map { "\(name)-\($0.name)" }
        }
        let helps = Self.commands.map { "help-\($0.name)" }
        let kept = try Golden.names().filter { !$0.hasPrefix("history-") && !$0.hasPrefix("local-") }
        #expect(Set(kept) == Set(expected + helps))
    }

    @Test("the suites that cover the other commands exist")
    func suites() throws {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let files = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
        for (name, sample) in Self.samples {
            guard case .elsewhere(let reason) = sample else { continue }
            for suite in reason.split(separator: " ") where suite.hasSuffix("Tests") {
                #expect(files.contains { $0.hasSuffix("/\(suite).swift") }, "\(name): \(suite)")
            }
        }
    }

    @Test("the output of commands matches its files, and fits the width", arguments: samples.keys.sorted())
    func pages(name: String) throws {
        guard case .page(let write) = try #require(Self.samples[name]) else { return }
        for kind in Kind.all {
            let text = try Self.text(write, kind.terminal)
            try Golden.expect(text, is: "\(name)-\(kind.name)")
            for line in text.split(separator: "\n") {
                // A word that is longer than the line is on a line of its own.
                let isWord = !line.drop { $0 == " " }.contains(" ")
                #expect(
                    isWord || DisplayWidth.of(line) <= kind.terminal.columns ?? .max, "\(name) \(kind.name): \(line)")
                #expect(line.last != " ", "\(name) \(kind.name)")
            }
            #expect(!text.contains("…"), "\(name) \(kind.name)")
            if !kind.terminal.hasUnicode { #expect(text.utf8.allSatisfy { $0 < 0x80 }) }
            if kind.terminal.isPlain {
                #expect(!text.unicodeScalars.contains { "✓✗·→░█".unicodeScalars.contains($0) }, "\(text)")
            }
            // The only difference is colour.
            var coloured = kind.terminal
            coloured.hasColour = true
            let stripped = try Self.text(write, coloured).replacing(#/\u{1b}\[[0-9;]*m/#, with: "")
            #expect(stripped == text, "\(name) \(kind.name)")
        }
    }

    /// Documents with words that are longer than a line, which contain 90 times the letter Z.
    private static let long: [String: @Sendable (inout Page, PageContext) throws -> Void] = {
        let name = String(repeating: "Z", count: 90)
        let resolution = Resolution(
            name: "example.org",
            answers: [
                .init(record: "v=\(name)", source: .dns, server: "10.0.0.53", ttl: 60, duration: .milliseconds(9))
            ],
            failures: [])
        return [
            "status": { page, context in
                var document = try Fixtures.status()
                document.incidents = []
                document.targets[0].target = "https://example.org/\(name)"
                document.write(to: &page, in: context)
            },
            "resolve": { page, context in resolution.write(to: &page, in: context) },
            "peers": { page, context in
                var peer = NetworkModel.Peer(name: name, host: "b.local", port: 1)
                peer.addresses = [try Fixtures.address("fe80::6c5e:1234:5678:9abc")]
                PeersDocument(host: "a", name: "a", version: "0.1.0", status: .connectionUp, peers: [peer])
                    .write(to: &page, in: context)
            },
            "browse": { page, _ in
                ServicePage.write(
                    [ServiceInstance(name: name, type: "_ipp._tcp", domain: "local", interface: "eth0")], to: &page)
            },
        ]
    }()

    @Test("names and records that are longer than a line are complete at any width", arguments: long.keys.sorted())
    func complete(name: String) throws {
        let write = try #require(Self.long[name])
        for kind in Kind.all {
            let text = try Self.text(write, kind.terminal)
            #expect(text.count { $0 == "Z" } == 90, "\(kind.name): \(text)")
            #expect(!text.contains("…") && !text.contains("..."), "\(kind.name): \(text)")
        }
    }

    @Test("addresses of services are complete at any width")
    func addresses() throws {
        for kind in Kind.all {
            let text = String(decoding: ServicePage.table(try Self.services(), on: kind.terminal), as: UTF8.self)
            for address in [
                "192.168.178.42", "fd00:1234:5678:9abc::42", "192.168.178.7", "printer-in-the-hall.local:631",
            ] {
                #expect(text.contains(address), "\(kind.name): \(text)")
            }
        }
    }

    // MARK: - Help

    private static let commands: [(name: String, type: any ParsableCommand.Type)] = {
        func all(_ type: any ParsableCommand.Type, _ name: String) -> [(name: String, type: any ParsableCommand.Type)] {
            [(name, type)]
                + type.configuration.subcommands.flatMap { all($0, "\(name)-\($0.configuration.commandName ?? "")") }
        }
        return all(Netdiag.self, "netdiag")
    }()

    @Test("the help of every command matches its file, and no line is wider than 80 columns")
    func help() throws {
        for (name, type) in Self.commands {
            let text = Netdiag.helpMessage(for: type, columns: 80) + "\n"
            try Golden.expect(text, is: "help-\(name)")
            // The library does not wrap the synopsis: a long one is written by hand.
            for line in text.split(separator: "\n") {
                #expect(DisplayWidth.of(line) <= 80, "\(name): \(line)")
            }
        }
    }
}
