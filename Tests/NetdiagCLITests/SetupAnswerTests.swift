import Foundation
import NetdiagConfiguration
import NetworkModel
import TargetKinds
import Testing
import Translations

@testable import NetdiagCLI

@Suite("How setup interprets answers")
struct SetupAnswerTests {
    @Test("a number that is not in the list is reported, however small or large", arguments: [Int.min, -1, 0, 2, .max])
    func numbers(number: Int) throws {
        var findings = SetupFindings()
        findings.candidates = [SetupCandidate(target: try Target("192.0.2.53"), origin: .resolver)]
        var answers = SetupAnswers(proposedBy: findings)
        let dialogue = Self.dialogue(findings)
        #expect(dialogue.choose(["\(number)"], &answers)?.text.contains("There is no \(number) in the list") == true)
        #expect(dialogue.choose(["1"], &answers) == nil)
    }

    /// A dialogue in which only one host name can be resolved.
    private static func dialogue(_ findings: SetupFindings) -> SetupPrompts {
        SetupPrompts(findings: findings, path: "/nonexistent/netdiag.yaml") { target in
            target.text == "printer" ? nil : "the name \(target.text) does not exist"
        }
    }

    @Test("a single word is a host if one has that name; a URL, an address and a name with a dot are accepted")
    func hosts() throws {
        var answers = SetupAnswers(proposedBy: SetupFindings())
        let dialogue = Self.dialogue(SetupFindings())
        for word in ["yes", "quit", "skip"] {
            #expect(dialogue.choose([word], &answers)?.text.contains("There is no host \(word): the name") == true)
        }
        #expect(answers.targets.isEmpty)
        #expect(dialogue.choose(["printer", "192.0.2.1", "icmp://yes", "www.example.org", "host:22"], &answers) == nil)
        #expect(answers.targets.map(\.target) == ["printer", "192.0.2.1", "icmp://yes", "www.example.org", "host:22"])
    }

    @Test(
        "an invalid answer about access is asked for again, and only Return is Return",
        arguments: ["yes", "y", "4", "3", "1 2", ",", "0", "everybody", "10.0.0.1/8"])
    func access(word: String) {
        var answers = SetupAnswers(proposedBy: SetupFindings())
        answers.readers = .nobody
        let problem = Self.dialogue(SetupFindings()).admit(word, &answers)
        #expect(problem?.text.isEmpty == false && answers.readers == .nobody, "\(problem?.text ?? "taken")")
    }

    @Test(
        "a network that may not connect is refused in the words of the question, not of a file that is not there yet",
        arguments: ["0.0.0.0/0", "192.0.2.0/24, 10.0.0.0/8", "2001:db8::/32"])
    func strangers(word: String) {
        var answers = SetupAnswers(proposedBy: SetupFindings())
        let problem = Self.dialogue(SetupFindings()).admit(word, &answers)?.text ?? "taken"
        #expect(problem.contains("Only private networks can be named here") && !problem.contains("access.read"))
        #expect(answers.readers == .statusAlone, "\(problem)")
    }

    @Test("access: by number, by word, and by networks")
    func readers() {
        var findings = SetupFindings()
        findings.networks = ["192.168.7.0/24"]
        let dialogue = Self.dialogue(findings)
        let expected: [(String, SetupAnswers.Readers)] = [
            ("", .statusAlone), ("2", .statusAlone), ("1", .nobody), ("nobody", .nobody),
            ("3", .networks(["192.168.7.0/24"])), ("10.0.0.0/8, fd00::/8", .networks(["10.0.0.0/8", "fd00::/8"])),
        ]
        for (typed, readers) in expected {
            var answers = SetupAnswers(proposedBy: findings)
            #expect(dialogue.admit(typed, &answers) == nil && answers.readers == readers, "\(typed)")
        }
    }

    @Test(
        "a program that nobody can execute is not a receiver",
        arguments: [
            ("/nonexistent/pager", "No such file"), ("/usr", "is not a regular file"), ("/etc/passwd", "chmod +x"),
            ("/bin/true --loud", "No such file"), ("pager", "none of them"), ("https://", "the host is missing"),
            ("https://user:secret@hooks.example/", "a receiver must not contain a user name or password"),
        ])
    func programs(word: String, problem: String) {
        var answers = SetupAnswers(proposedBy: SetupFindings())
        let dialogue = Self.dialogue(SetupFindings())
        #expect(
            dialogue.notify(word, &answers)?.text.contains(problem) == true,
            "\(dialogue.notify(word, &answers)?.text ?? "taken")")
        #expect(answers.receiver == .nobody)
        #expect(dialogue.notify("/bin/true", &answers) == nil && answers.receiver == .program("/bin/true"))
    }

    @Test("without questions, a daemon that serves only this machine continues to, and a line says who can read")
    func closed() {
        let closed = SetupAnswers(proposedBy: SetupFindings(), isClosed: true)
        #expect(closed.readers == .nobody && closed.audience.text.hasPrefix("only this machine"))
        let text = ConfigurationDraft(answers: closed, path: "/nonexistent/netdiag.yaml").text
        #expect(text.contains("publish: off") && text.contains("http: ['127.0.0.1:8053', '[::1]:8053']"))
        let open = SetupAnswers(proposedBy: SetupFindings())
        #expect(open.readers == .statusAlone && open.audience.text.contains("port 8053"))
    }

    @Test("the file says how to check a change of it, also at another path than that of the service")
    func changes() {
        let answers = SetupAnswers(proposedBy: SetupFindings())
        let other = ConfigurationDraft(answers: answers, path: "/nonexistent/netdiag.yaml").text
        #expect(other.contains("\n#   netdiagd --config /nonexistent/netdiag.yaml --check-config\n"), "\(other)")
        #expect(!other.contains("systemctl reload"))
        let usual = ConfigurationDraft(answers: answers, path: Configuration.defaultPath).text
        #expect(usual.contains("\n#   netdiagd --check-config ") && usual.contains("\n#   systemctl reload netdiagd "))
    }

    @Test("questions and candidates are in the language of the reader; comments in the file are in English")
    func languages() throws {
        var findings = SetupFindings()
        findings.candidates = [
            SetupCandidate(target: try Target("icmp://192.0.2.1"), origin: .gateway(interface: "eth0"), state: .up),
            SetupCandidate(target: try Target("192.0.2.53"), origin: .resolver),
        ]
        Language.$current.withValue(.german) {
            #expect(findings.candidates.map(\.words) == ["das Gateway von eth0", "ein DNS-Server dieses Rechners"])
            #expect(findings.candidates.map(\.state.words) == ["in Ordnung", "gestört"])
            var answers = SetupAnswers(proposedBy: findings)
            let text = ConfigurationDraft(answers: answers, path: "/nonexistent/netdiag.yaml").text
            #expect(
                text.contains("# the gateway of eth0") && text.contains("# a DNS server of this machine"), "\(text)")
            #expect(answers.audience.text.hasPrefix("Hosts in privaten Netzen"))
            let problem = Self.dialogue(findings).choose(["7"], &answers)
            #expect(problem?.text == "In der Liste gibt es keine 7; sie reicht von 1 bis 2.")
            #expect(SetupPrompts.words(.yesWords) == ["j", "ja", "y", "yes"])
            for word in ["keine", "Keine", "none"] {
                answers = SetupAnswers(proposedBy: findings)
                #expect(Self.dialogue(findings).choose([word], &answers) == nil && answers.targets.isEmpty, "\(word)")
            }
            for word in ["niemand", "nobody", "1"] {
                answers.readers = .statusAlone
                #expect(Self.dialogue(findings).admit(word, &answers) == nil && answers.readers == .nobody, "\(word)")
            }
            answers.receiver = .program("/bin/true")
            #expect(Self.dialogue(findings).notify("Niemand", &answers) == nil && answers.receiver == .nobody)
        }
        // An answer must not mean yes in one language and no in another one that is accepted too.
        for language in Language.allCases {
            Language.$current.withValue(language) {
                let (yes, no) = (SetupPrompts.words(.yesWords), SetupPrompts.words(.noWords))
                #expect(Set(yes).isDisjoint(with: no) && yes[0].count == 1 && no[0].count == 1, "\(language)")
            }
        }
    }

    @Test("a list of candidates breaks no target, however narrow the terminal is", arguments: [40, 60, 80])
    func wholeTargets(columns: Int) throws {
        let targets = [
            "dns://10.15.0.1/a.root-servers.net", "icmp://10.15.0.1",
            "http://connectivity-check.example.org/a/rather/long/path/of/a/page.html",
        ]
        for count in 1...targets.count {
            let candidates = try targets.prefix(count).map {
                SetupCandidate(target: try Target($0), origin: .connectivityPage, state: .answering)
            }
            for language in Language.allCases {
                let lines = Language.$current.withValue(language) {
                    var page = Page(
                        for: Terminal(isInteractive: true, columns: columns, hasColour: false, hasUnicode: true))
                    SetupPrompts.write(candidates, to: &page)
                    return page.lines
                }
                for candidate in candidates {
                    #expect(lines.contains { $0.contains(candidate.target.text) }, "\(lines)")
                }
                // Only a target itself may be longer than a line.
                for line in lines where line.count > columns {
                    #expect(candidates.contains { line.contains($0.target.text) }, "\(line)")
                }
            }
        }
    }

    @Test("hosts that do not answer are not proposed")
    func proposed() throws {
        var candidate = SetupCandidate(target: try Target("192.0.2.53"), origin: .resolver)
        #expect(!candidate.isProposed)
        candidate.state = .answering
        #expect(!candidate.isProposed)
        candidate.state = .up
        #expect(candidate.isProposed)
        candidate = SetupCandidate(target: try Target("192.0.2.53"), origin: .proxy(setting: "https_proxy"))
        #expect(!candidate.isProposed)
    }

    @Test(
        "the file states who can read a URL that may be a secret, and is accepted",
        arguments: [
            SetupAnswers.Receiver.webhook("https://hooks.example.org/T0KEN"), .ntfy("https://ntfy.example.org/topic"),
        ])
    func receivers(receiver: SetupAnswers.Receiver) throws {
        var answers = SetupAnswers(proposedBy: SetupFindings())
        answers.receiver = receiver
        let draft = ConfigurationDraft(answers: answers, path: "/nonexistent/netdiag.yaml")
        let text = String(decoding: try draft.validated(), as: UTF8.self)
        #expect(text.contains("can be read by every user of this machine"), "\(text)")
        #expect(text.contains("/etc/netdiag/secrets/"))
        // Without the comment sign, the last line is a setting of the receiver.
        let comment = "# credentials: {file: /etc/netdiag/secrets/alerts}"
        let changed = text.replacing(comment, with: "credentials: {file: /nonexistent/alerts}")
        let error = #expect(throws: ConfigurationError.self) {
            try Configuration.parse(Array(changed.utf8), file: "netdiag.yaml")
        }
        #expect(error?.problems.first?.text.contains("/nonexistent/alerts cannot be read") == true)
        #expect(error?.problems.count == 1)
    }

    @Test("a file that the unit does not read is not advised to be reloaded by it")
    func otherFile() {
        let active = ServiceSituation(isRunning: true, hasUnit: true, isUnitActive: true, isRoot: true, program: "/d")
        #expect(active.manager(for: Configuration.defaultPath) == .systemd)
        guard case .impossible(let reason) = active.manager(for: "/tmp/other.yaml") else {
            Issue.record("it would be started")
            return
        }
        let text = reason.text
        #expect(!text.contains("reload") && text.contains("netdiagd --config /tmp/other.yaml"), "\(text)")
        #expect(text.contains(Configuration.defaultPath) && text.contains("systemctl stop"))
    }

    @Test("without systemd, no advice names it")
    func unmanaged() {
        let machine = ServiceSituation(isRunning: true, isRoot: true, program: "/d")
        for path in [Configuration.defaultPath, "/tmp/other.yaml"] {
            guard case .impossible(let reason) = machine.manager(for: path) else {
                Issue.record("it would be started")
                continue
            }
            #expect(!reason.text.contains("systemctl") && reason.text.contains("kill -HUP"), "\(reason.text)")
        }
        #expect(ServiceSituation(program: "/d").manager(for: "/tmp/other.yaml") == .none(program: "/d"))
    }

    @Test("a file never replaces another")
    func renamed() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("netdiag-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["a", "b"] { try Data(name.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
        #expect(!NewFile.renamed(Array("\(folder)/a".utf8CString), "\(folder)/b"))
        #expect(try String(contentsOfFile: "\(folder)/b", encoding: .utf8) == "b")
        #expect(NewFile.renamed(Array("\(folder)/a".utf8CString), "\(folder)/c"))
        #expect(try String(contentsOfFile: "\(folder)/c", encoding: .utf8) == "a")
    }

    @Test("a missing program is named with its own package")
    func packages() {
        #expect(SystemCommand.package(of: "gzip") == "gzip" && SystemCommand.package(of: "busctl") == "systemd")
        #expect(SystemCommand.package(of: "tc").contains("iproute2"))
    }
}
