import Foundation
import NetdiagConfiguration
import NetworkModel
import TargetKinds
import Testing

@testable import NetdiagCLI

@Suite("What setup makes of answers")
struct SetupAnswerTests {
    @Test("a number that is not in the list is told of, however small or large", arguments: [Int.min, -1, 0, 2, .max])
    func numbers(number: Int) throws {
        var findings = SetupFindings()
        findings.candidates = [SetupCandidate(target: try Target("192.0.2.53"), origin: .resolver)]
        var answers = SetupAnswers(proposedBy: findings)
        let dialogue = SetupDialogue(findings: findings, path: "/nonexistent/netdiag.yaml")
        #expect(dialogue.choose(["\(number)"], &answers)?.contains("There is no \(number) in the list") == true)
        #expect(dialogue.choose(["1"], &answers) == nil)
    }

    @Test(
        "the file says who can read a URL that may be a secret, and is taken",
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
    }

    @Test("the file that the unit does not read is not advised to be reloaded by it")
    func otherFile() {
        let active = ServiceSituation(isRunning: true, hasUnit: true, isUnitActive: true, isRoot: true, program: "/d")
        #expect(active.manager(for: Configuration.defaultPath) == .systemd)
        guard case .impossible(let reason) = active.manager(for: "/tmp/other.yaml") else {
            Issue.record("it would be started")
            return
        }
        #expect(!reason.contains("reload") && reason.contains("netdiagd --config /tmp/other.yaml"), "\(reason)")
        #expect(reason.contains(Configuration.defaultPath) && reason.contains("systemctl stop"))
    }

    @Test("where there is no systemd, no advice names it")
    func unmanaged() {
        let machine = ServiceSituation(isRunning: true, isRoot: true, program: "/d")
        for path in [Configuration.defaultPath, "/tmp/other.yaml"] {
            guard case .impossible(let reason) = machine.manager(for: path) else {
                Issue.record("it would be started")
                continue
            }
            #expect(!reason.contains("systemctl") && reason.contains("kill -HUP"), "\(reason)")
        }
        #expect(ServiceSituation(program: "/d").manager(for: "/tmp/other.yaml") == .none(program: "/d"))
    }

    @Test("a file is never renamed over another")
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

    @Test("a program that is missing is asked for by its own package")
    func packages() {
        #expect(SystemCommand.package(of: "gzip") == "gzip" && SystemCommand.package(of: "tc").contains("iproute2"))
    }
}
