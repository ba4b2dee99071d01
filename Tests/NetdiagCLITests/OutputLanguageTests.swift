import Diagnosis
import NetworkModel
import RegexBuilder
import TargetKinds
import Testing
import Translations

@testable import NetdiagCLI

@Suite("Languages of the command line")
struct OutputLanguageTests {
    private static let locales: [(locale: String, language: Language)] = [
        ("de_DE.UTF-8", .german), ("fr_FR.UTF-8", .french), ("es_ES.UTF-8", .spanish),
        ("zh_CN.UTF-8", .simplifiedChinese),
    ]

    /// A status with causes from the catalogue in English, as from the daemon.
    private static func document() throws -> StatusDocument {
        let servfail = Finding(
            try #require(Catalogue.entry("dns.servfail")),
            ["server": "10.0.0.53", "name": "example.org", "why": ""])
        let noCarrier = Finding(
            try #require(Catalogue.entry("link.admin-down")), severity: .warning, ["interface": "wlan0"])
        var document = try Fixtures.status()
        document.findings = [servfail, noCarrier]
        document.cause = servfail
        document.incidents[0].cause = servfail
        document.incidents[0].cause.scope = FaultScope(of: .resolver, same: 0, well: 2, asked: 2)
        document.targets[0].cause = servfail
        return document
    }

    @Test("the program prints a status in the language of the locale, as in its file", arguments: locales)
    func status(locale: String, language: Language) async throws {
        let bytes = try JSON.line(try Self.document())
        let peer = try Peer(answering: Peer.answer(String(decoding: bytes, as: UTF8.self)))
        let run = try await Command(["status", "--socket", peer.path], environment: ["LC_MESSAGES": locale])
        #expect(run.complaint == "" && run.exitStatus == 2)
        // The age differs in each run.
        let unit = #/\d+ ?(Std\.|Min\.|min|[Tjdhs]|天|小时|分钟|秒)(?![a-z])/#
        let ages = Regex {
            unit
            Optionally {
                Optionally(" ")
                unit
            }
        }
        try Golden.expect(run.output.replacing(ages, with: "SPAN"), is: "local-status-\(language.tag)")
    }

    @Test("the live view and the history contain no untranslated English", arguments: locales)
    func liveAndHistory(locale: String, language: Language) throws {
        let document = try Self.document()
        let shown = Language.$current.withValue(language) {
            var view = LiveStatus()
            view.document = document
            view.update(at: .now)
            let terminal = Terminal(isInteractive: true, columns: 120, hasColour: false, hasUnicode: true)
            var page = Page(for: terminal)
            let total = HistorySummary(
                up: 3_000, down: 300, maintenance: 200, unknown: 100, checks: 20, failures: 2,
                times: .init(min: 1, p10: 2, p50: 3, p90: 4, max: 5))
            HistoryPage(
                document: HistoryDocument(
                    from: Fixtures.moment(0), to: Fixtures.moment(3_600), step: 3_600,
                    targets: [
                        TargetHistory(
                            target: "tcp://192.0.2.1:1", name: "Shop", total: total,
                            causes: [.init(id: "tcp.refused", checks: 2)], columns: [total])
                    ]), isOne: true
            ).write(to: &page, in: PageContext(now: Fixtures.moment(0)) { _ in "14:00" })
            return view.lines(on: terminal).joined(separator: "\n") + "\n" + String(decoding: page.bytes, as: UTF8.self)
        }
        for word in ["work", "target", "uptime", "gateway ", "checks", " to ", " up", "down", "not checked", "each"] {
            #expect(!shown.contains(word), "\(word): \(shown)")
        }
    }

    @Test("doctor and resolve are in the language of the reader, as in their files", arguments: locales)
    func doctorAndResolve(locale: String, language: Language) throws {
        let terminal = Terminal(isInteractive: true, columns: 80, hasColour: false, hasUnicode: true)
        func text(_ write: (inout Page) -> Void) -> String {
            var page = Page(for: terminal)
            Language.$current.withValue(language) { write(&page) }
            return String(decoding: page.bytes, as: UTF8.self)
        }
        let context = PageContext(now: Fixtures.moment(0)) { _ in "14:00" }
        let doctor = text { Fixtures.doctor().write(to: &$0, isWhole: true) }
        let resolve = text {
            Fixtures.resolution().write(to: &$0, in: context)
            Fixtures.brokenResolution().write(to: &$0, in: context)
        }
        try Golden.expect(doctor, is: "local-doctor-\(language.tag)")
        try Golden.expect(resolve, is: "local-resolve-\(language.tag)")
        for word in ["This ", "installation:", "error", " the ", "Then ", "programs", "warning"] {
            #expect(!doctor.contains(word) || language != .german && word == "error", "\(word): \(doctor)")
        }
        for word in ["alias of", "answer", "which", "no AAAA"] {
            #expect(!resolve.contains(word), "\(word): \(resolve)")
        }
    }

    @Test("the rows of a check are in the language of the locale, as in its file", arguments: locales)
    func check(locale: String, language: Language) throws {
        let terminal = Terminal(isInteractive: true, columns: 80, hasColour: false, hasUnicode: true)
        var page = Page(for: terminal)
        try Language.$current.withValue(language) {
            for report in [try Fixtures.brokenReport(), try Fixtures.healthyReport()] {
                report.write(to: &page, in: PageContext(now: Fixtures.moment(0)) { _ in "14:00" })
            }
        }
        try Golden.expect(String(decoding: page.bytes, as: UTF8.self), is: "local-check-\(language.tag)")
    }

    /// The page as text, in a language.
    private static func text(
        in language: Language, columns: Int, _ write: (inout Page, PageContext) throws -> Void
    ) throws -> String {
        var page = Page(for: Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: true))
        let context = PageContext(now: Fixtures.moment(0)) { _ in "14:00" }
        try Language.$current.withValue(language) { try write(&page, context) }
        return String(decoding: page.bytes, as: UTF8.self)
    }

    /// The words that are in the English output alone: what is the same in all languages, such as names and states of the kernel,
    /// is in the others as well.
    private static func expectTranslated(
        _ words: [String], columns: Int, sourceLocation: SourceLocation = #_sourceLocation,
        _ write: (inout Page, PageContext) throws -> Void
    ) throws {
        let english = try text(in: .english, columns: columns, write)
        for word in words { #expect(english.contains(word), "\(word)", sourceLocation: sourceLocation) }
        for (_, language) in locales {
            let local = try text(in: language, columns: columns, write)
            for word in words { #expect(!local.contains(word), "\(language): \(word)", sourceLocation: sourceLocation) }
            #expect(!local.isEmpty, sourceLocation: sourceLocation)
        }
    }

    @Test("links are in the language of the reader, at each width", arguments: [80, 200])
    func links(columns: Int) throws {
        var snapshot = NetworkSnapshot(
            links: [try Fixtures.eth0(), Fixtures.radio], routes: [try Fixtures.defaultRoute()])
        snapshot.expiredLeases = [
            ExpiredLease(interface: "wlan0", address: try Fixtures.address("10.0.0.9"), source: .dhcpcd)
        ]
        let words = [
            "STATE", "SPEED", "HARDWARE ADDRESS", "METRIC ", "Neighbours", "Resolvers", "none", "ran out", "no carrier",
        ]
        try Self.expectTranslated(words, columns: columns) { snapshot.write(to: &$0, in: $1) }
    }

    @Test("peers are in the language of the reader, as a table and in lines")
    func peers() throws {
        var peer = NetworkModel.Peer(name: "b", host: "b.local", port: 1)
        (peer.isSeen, peer.isReachable, peer.status) = (true, true, .connectionUp)
        peer.addresses = [try Fixtures.address("10.0.0.2")]
        peer.view = .init(isSeen: false, isReachable: true, reason: "avahi-daemon does not run")
        var document = PeersDocument(host: "a", name: nil, version: "1", status: .connectionUp, peers: [peer])
        document.isLooking = false
        let words = ["(not announced)", "does not see others", "yes", "of this host: avahi-daemon does not run"]
        let titles = ["SEEN", "ANSWERS", "SEES US", "REACHES US", "works"]
        try Self.expectTranslated(words + titles, columns: 200) { document.write(to: &$0, in: $1) }
        let narrow = ["seen ", "answers ", "sees us ", "reaches us "]
        try Self.expectTranslated(words + narrow, columns: 50) { document.write(to: &$0, in: $1) }
        document.peers = []
        try Self.expectTranslated(["no other netdiagd"], columns: 80) { document.write(to: &$0, in: $1) }
    }

    @Test("alerts are in the language of the reader, with known reasons; what a receiver says stays as it is")
    func alerts() throws {
        typealias Receiver = AlertsDocument.Receiver
        var failing = Receiver(name: "ops", kind: "webhook", destination: "https://hooks.example.org:443")
        (failing.waiting, failing.reason) = (3, "Connection refused")
        (failing.failingSince, failing.nextAttempt) = (Fixtures.moment(0), Fixtures.moment(5))
        var refusing = Receiver(name: "page", kind: "exec", destination: "/bin/page")
        refusing.reason = "answers 500: Too Busy"
        let message = AlertsDocument.Message(
            id: "1", receiver: "ops", event: .opened, incident: 1, title: "h1", created: Fixtures.moment(0),
            delivered: nil, attempts: 3)
        var sent = message
        sent.delivered = Fixtures.moment(1)
        let reasons = ["after", "quiet hours", "whether it comes back", "else"]
        let document = AlertsDocument(
            receivers: [failing, refusing], messages: [message, sent],
            pending: reasons.map {
                AlertsDocument.Pending(receiver: "page", incident: 3, reason: $0, until: Fixtures.moment(9))
            },
            trouble: "No space left on device")
        let words = [
            "queue", "No space left", "3 waiting", "has not accepted", "does not accept", "refused", "next attempt",
            "and 2 more", "3 attempts", "waits", "until", "delivered",
        ]
        try Self.expectTranslated(words, columns: 200) { document.write(to: &$0, in: $1) }
        let german = try Self.text(in: .german, columns: 200) { document.write(to: &$0, in: $1) }
        #expect(german.contains("antwortet mit 500: Too Busy"), "\(german)")
        let nobody = AlertsDocument(receivers: [], messages: [], pending: [], trouble: "Broken pipe")
        try Self.expectTranslated(["nobody is notified"], columns: 80) { nobody.write(to: &$0, in: $1) }
        for isDelivered in [true, false] {
            let test = AlertTestDocument(
                receiver: "ops", delivered: isDelivered, detail: "Connection refused",
                duration: Milliseconds(.milliseconds(41)))
            try Self.expectTranslated(["the message", "refused"], columns: 200) {
                test.write(to: &$0, in: $1)
            }
        }
    }

    @Test("found and published services are in the language of the reader")
    func services() throws {
        let instance = ServiceInstance(
            name: "Web", type: "_http._tcp", domain: "local", interface: "eth0", host: "h1.local", port: 80,
            addresses: [try Fixtures.address("10.0.0.1")], stale: true)
        try Self.expectTranslated(["HOST", "stale", "host silent"], columns: 200) { page, _ in
            ServicePage.write([instance], to: &page)
        }
        try Self.expectTranslated(["no services found"], columns: 80) { page, _ in ServicePage.write([], to: &page) }
        let types = ["_http._tcp"]
        let states = [
            Publication(state: .published, name: "Web", types: types, port: 80),
            Publication(
                state: .renamed, name: "Web #2", types: types, port: 80,
                reason: "the name \"Web\" is taken on this link"),
            Publication(state: .waiting, types: types, port: 80, reason: "avahi-daemon does not run"),
        ]
        let words = ["published", "renamed", "is taken", "waiting", "does not run", " as ", " on port "]
        try Self.expectTranslated(words, columns: 200) { page, _ in
            for state in states { state.write(to: &page) }
        }
    }

    @Test("JSON is English in every locale")
    func json() async throws {
        let bytes = try JSON.line(try Self.document())
        let peer = try Peer(answering: Peer.answer(String(decoding: bytes, as: UTF8.self)))
        let german = try await Command(
            ["status", "--json", "--socket", peer.path], environment: ["LANG": "de_DE.UTF-8"])
        #expect(german.output == String(decoding: bytes, as: UTF8.self) + "\n")
        let entry = try await Command(["explain", "--json", "dns.servfail"], environment: ["LANG": "de_DE.UTF-8"])
        #expect(entry.output == (try await Command(["explain", "--json", "dns.servfail"])).output)
    }

    @Test("that there is no daemon is said in the language of the locale, and in English with --json")
    func withoutDaemon() async throws {
        let alone = ["--socket", "/nonexistent/socket"]
        let german = ["LC_ALL": "de_DE.UTF-8"]
        for command in ["alerts", "peers", "incidents", "history"] {
            let run = try await Command([command] + alone, environment: german)
            #expect(run.exitStatus == 3, "\(command)")
            #expect(run.complaint.hasPrefix("netdiag: kein Daemon an /nonexistent/socket; "), "\(run.complaint)")
            let json = try await Command([command, "--json"] + alone, environment: german)
            #expect(json.complaint.hasPrefix("netdiag: no daemon at /nonexistent/socket"), "\(json.complaint)")
        }
        let links = try await Command(["links"] + alone, environment: german)
        #expect(
            links.complaint
                == "netdiag: kein Daemon an /nonexistent/socket; geprüft wird von diesem Prozess aus\n")
        #expect(links.output.hasPrefix("Schnittstellen\n"), "\(links.output)")
    }

    @Test("that a command is unknown is said in the language of the locale, with the one that was probably meant")
    func unknownCommand() async throws {
        let german = ["LC_ALL": "de_DE.UTF-8"]
        let typed = try await Command(["chekc"], environment: german)
        #expect(typed.exitStatus == 64 && typed.complaint.hasSuffix("; war check gemeint?\n"), "\(typed.complaint)")
        let target = try await Command(["https://example.org/"], environment: german)
        #expect(
            target.complaint.hasPrefix("netdiag: ein Ziel gehört hinter ein Kommando: netdiag check "),
            "\(target.complaint)")
    }

    @Test("why a file is not written is said in the language of the locale")
    func files() async throws {
        for (path, words) in [
            ("/etc/passwd", "existiert und wurde unverändert gelassen; mit --output"),
            ("/nonexistent/netdiag.yaml", "das Verzeichnis /nonexistent: Datei oder Verzeichnis nicht gefunden; "),
            ("/etc/passwd/netdiag.yaml", "/etc/passwd ist kein Verzeichnis"),
        ] {
            let run = try await Command(
                ["setup", "--yes", "--no-start", "--output", path], environment: ["LC_ALL": "de_DE.UTF-8"])
            #expect(run.exitStatus == 64 && run.complaint.contains(words), "\(run.complaint)")
        }
    }

    @Test("a cause is explained in the language of the locale, or in English without UTF-8")
    func explain() async throws {
        let german = try await Command(["explain", "link.admin-down"], environment: ["LC_ALL": "de_DE.UTF-8"])
        #expect(german.output.contains("Was zu tun ist\n"))
        #expect(german.output.contains(": ip link set INTERFACE up"))
        let latin = try await Command(["explain", "link.admin-down"], environment: ["LC_ALL": "de_DE.ISO-8859-1"])
        #expect(latin.output == (try await Command(["explain", "link.admin-down"])).output)
    }

    @Test("the assistant uses the language of the locale")
    func assistant() async throws {
        let report = try JSON.line(try Fixtures.healthyReport())
        let peer = try Peer(answering: Peer.answer(String(decoding: report, as: UTF8.self)))
        let run = try await Command(
            ["check", "tcp://10.0.0.1:22", "--socket", peer.path], environment: ["LC_ALL": "fr_FR.UTF-8"])
        #expect(run.output.hasPrefix("✓ tcp://10.0.0.1:22  fonctionne  "))
    }

    @Test("lines of Chinese are broken between characters, and not before punctuation")
    func chinese() {
        let text = Text("网关没有应答，因此无法访问互联网（见下文）。", .bad) + Text(" ip route", .name)
        let lines = text.wrapped(to: 12)
        #expect(lines.allSatisfy { $0.width <= 12 })
        let shown = lines.map { $0.spans.map(\.text).joined() }
        #expect(shown.joined().filter { $0 != " " } == "网关没有应答，因此无法访问互联网（见下文）。iproute")
        for line in shown { #expect(!"，。）".contains(line.first ?? " ") && line.last != "（", "\(line)") }
        #expect(LineBreaks.parts(of: "e\u{301}\u{301}x") == ["e\u{301}\u{301}x"])
        #expect(LineBreaks.parts(of: "网\u{301}关") == ["网\u{301}", "关"])
    }
}
