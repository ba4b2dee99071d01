import EventLoopKit
import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

extension HostileServer {
    /// The limit is short if only the end of the check's time ends it.
    fileprivate var limit: Duration {
        cause == "smtp.no-answer" || cause == "smtp.no-greeting" ? .seconds(10) : .ample
    }

    /// A server that sends a greeting, and responds to each command with the next of the texts.
    fileprivate init(
        _ name: String, _ cause: CauseID?, _ words: String = "", settings: [String: String] = [:],
        answers: [String]
    ) {
        self.init(name, cause, words, settings: settings) { peer in
            peer.say("220 hello\r\n")
            for answer in answers {
                guard peer.line() != nil else { return }
                peer.say(answer)
            }
            peer.waitForEnd()
        }
    }
}

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile SMTP servers", .serialized)
struct SMTPTests {
    typealias Case = HostileServer

    private static let required = ["starttls": "required"]

    static let cases: [Case] = [
        Case("correct", nil, answers: ["250-hello\r\n250-SIZE 1\r\n250 8BITMIME\r\n", "221 bye\r\n"]),
        Case("replies without text, and with LF without CR", nil, answers: ["250\n"]),
        Case("a greeting in pieces", nil) { peer in
            for byte in "220-one\r\n220 two\r\n".utf8 { peer.send([byte]) }
            _ = peer.line()
            peer.say("250 hello\r\n")
            peer.waitForEnd()
        },
        Case("HELO instead of EHLO", nil, answers: ["500 what?\r\n", "250 hello\r\n"]),
        Case("never answers QUIT", nil, answers: ["250 hello\r\n"]),
        Case("an endless greeting", "smtp.not-smtp", "220 xxx") {
            $0.say("220 ")
            $0.sayForever("x")
        },
        Case("endless lines of a greeting", "smtp.not-smtp", "220-x") { $0.sayForever("220-x\r\n") },
        Case("an endless line without a code", "smtp.not-smtp") { $0.sayForever("\u{1b}[2J\u{0}") },
        Case("only line ends", "smtp.not-smtp") { $0.sayForever("\r\n") },
        Case("binary", "smtp.not-smtp", "\\u{0}") { $0.send([0, 1, 2, 0xff, 0xfe, 0x0a]) },
        Case("escape sequences", "smtp.refused", "\\u{1b}[2J") { $0.say("554 \u{1b}[2J\u{1b}]0;owned\u{7}\r\n") },
        Case("a code out of range", "smtp.not-smtp", "999") { $0.say("999 hello\r\n") },
        Case("a code of four digits", "smtp.not-smtp", "2200") { $0.say("2200 hello\r\n") },
        Case("a code of non-ASCII digits", "smtp.not-smtp") { $0.say("٢٢٠ hello\r\n") },
        Case("two codes in a reply", "smtp.not-smtp", "554") { $0.say("220-hello\r\n554 go\r\n") },
        Case("a positive code other than a greeting", "smtp.not-smtp", "250") { $0.say("250 hello\r\n") },
        Case("another protocol", "smtp.not-smtp", "SSH-2.0") { $0.say("SSH-2.0-x\r\n") },
        Case("FTP that requires a login first", "smtp.not-smtp", "530", answers: ["530 log in\r\n"]),
        Case("FTP", "smtp.not-smtp", "530", answers: ["500 what?\r\n", "530 log in\r\n"]),
        Case("a reply before its command", "smtp.not-smtp", "250 early") {
            $0.say("220 hello\r\n250 early\r\n")
            $0.waitForEnd()
        },
        Case("half a greeting", "smtp.no-answer", "greeting") {
            $0.say("220 hel")
            $0.waitForEnd()
        },
        Case("half a reply to EHLO", "smtp.no-answer", "EHLO") {
            $0.say("220 hello\r\n")
            _ = $0.line()
            $0.say("250-hello\r\n250-")
            $0.waitForEnd()
        },
        Case("a close within the greeting", "smtp.closed", "closes") { $0.say("220-hello\r\n") },
        Case("a reset within a reply", "smtp.closed", "EHLO") {
            $0.say("220 hello\r\n")
            _ = $0.line()
            $0.say("250-hello\r\n")
            $0.reset()
        },
        Case("endless extensions", "smtp.not-smtp", "250-X") {
            $0.say("220 hello\r\n")
            _ = $0.line()
            $0.sayForever("250-X\r\n")
        },
        Case("421 to EHLO", "smtp.refused", "421", answers: ["421 busy\r\n"]),
        Case("an unusual success code for EHLO", "smtp.not-smtp", "354", answers: ["354 go on\r\n"]),
        Case(
            "STARTTLS that is switched off", nil, settings: ["starttls": "off"], answers: ["250-a\r\n250 STARTTLS\r\n"]),
        Case("missing STARTTLS", "smtp.starttls-missing", settings: required, answers: ["250 a\r\n"]),
        Case(
            "STARTTLS as part of a word", "smtp.starttls-missing", settings: required,
            answers: ["250-a\r\n250-STARTTLSX\r\n250 X STARTTLS\r\n"]),
        Case(
            "STARTTLS in lower case", "smtp.starttls-refused", "454",
            answers: ["250-a\r\n250 starttls\r\n", "454 no\r\n"]
        ),
        Case(
            "refused STARTTLS", "smtp.starttls-refused", "454", settings: required,
            answers: ["250-a\r\n250 STARTTLS\r\n", "454 no\r\n"]),
        Case(
            "text after the reply to STARTTLS", "smtp.starttls-injected", "250-injected",
            answers: ["250-a\r\n250 STARTTLS\r\n", "220 go\r\n250-injected\r\n250 AUTH\r\n"]),
        Case(
            "plain text instead of TLS", "tls.not-tls",
            answers: ["250-a\r\n250 STARTTLS\r\n", "220 go\r\n", "250 injected\r\n"]),
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = try RawServer(.talks(one.talk))
        let report = try await report(server, one.settings, within: one.limit)
        try one.expect(report)
    }

    @Test(
        "the advice about a refusal is that for its code",
        arguments: [
            ("421 busy", "421: it is busy"), ("554 no", "554: it serves no clients"), ("550 name", "550 to EHLO"),
        ])
    func adviceForCode(reply: String, advice: String) async throws {
        let server = try RawServer(
            .talks {
                $0.say("220 hello\r\n")
                _ = $0.line()
                $0.say(reply + "\r\n")
                $0.waitForEnd()
            })
        let answer = try await report(server)
        let cause = try #require(answer.cause)
        #expect(cause.id == "smtp.refused" && cause.advice.count == 1, "\(cause)")
        #expect(cause.advice.first?.hasPrefix(advice) == true, "\(cause.advice)")
    }

    @Test("the text that is kept of a server is limited")
    func bounds() async throws {
        let long = String(repeating: "é", count: 900)
        let lines = (0..<120).map { "250-X\($0) \(long)\r\n" }.joined()
        let server = try RawServer(
            .talks {
                $0.say("220 \(long)\r\n")
                _ = $0.line()
                $0.say("\(lines)250 STARTTLSX\r\n")
                $0.waitForEnd()
            })
        let evidence = try #require(try await report(server).smtp)
        #expect(evidence.greeting?.unicodeScalars.count == 300 && evidence.extensions.count == 64)
        #expect(evidence.extensions.allSatisfy { $0.unicodeScalars.count <= 100 })
    }

    @Test("the name in EHLO is the configured one, and the default reveals nothing about this machine")
    func name() async throws {
        for (settings, expected) in [([:], "netdiag.invalid"), (["name": "[192.0.2.1]"], "[192.0.2.1]")] {
            let server = try RawServer(
                .talks { peer in
                    peer.say("220 hello\r\n")
                    let line = peer.line() ?? ""
                    peer.say(line == "EHLO \(expected)" ? "250 hello\r\n" : "550 not \(line)\r\n")
                    peer.waitForEnd()
                })
            let report = try await report(server, settings)
            #expect(report.status == .connectionUp, "\(report.json)")
        }
    }

    @Test(
        "a name that would end the command is refused",
        arguments: ["", "a b", "a\r\nRSET", "ü", String(repeating: "x", count: 256)])
    func names(name: String) throws {
        let setting = try #require(
            TargetKinds.builtIn.kind(named: "smtp")?.describedSettings.first { $0.key == "name" })
        #expect(throws: SettingsError.self) { try setting.check(name) }
    }

    private func report(
        _ server: RawServer, _ settings: [String: String] = [:], within limit: Duration = .ample
    ) async throws -> Report {
        return try await Asked.report(
            server, as: "smtp", path: "", within: limit, try ProbeSettings(of: "smtp", settings))
    }
}

extension Report {
    fileprivate var smtp: SMTPEvidence? { self[SMTPEvidence.self] }
}
