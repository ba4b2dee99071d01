import EventLoopKit
import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

extension HostileServer {
    /// The limit is short if only the end of the check's time ends it.
    fileprivate var limit: Duration { cause == "imap.no-answer" ? .seconds(10) : .ample }

    /// A server that sends a greeting, and responds to each command with the next of the texts.
    fileprivate init(
        _ name: String, _ cause: CauseID?, _ words: String = "", settings: [String: String] = [:],
        greeting: String = "* OK hello\r\n", answers: [String]
    ) {
        self.init(name, cause, words, settings: settings) { peer in
            peer.say(greeting)
            for answer in answers {
                guard peer.line() != nil else { return }
                peer.say(answer)
            }
            peer.waitForEnd()
        }
    }
}

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile IMAP servers", .serialized)
struct IMAPTests {
    typealias Case = HostileServer

    private static let required = ["starttls": "required"]
    private static let offer = "* CAPABILITY IMAP4rev1 STARTTLS\r\na1 OK\r\n"

    static let cases: [Case] = [
        Case("correct", nil, answers: ["* CAPABILITY IMAP4rev1\r\na1 OK done\r\n", "* BYE\r\nz OK\r\n"]),
        Case(
            "lower case, LF without CR, and other data", nil, answers: ["* 3 exists\n* capability imap4rev2\na1 ok\n"]),
        Case("the greeting in pieces", nil) { peer in
            for byte in "* OK one\r\n".utf8 { peer.send([byte]) }
            _ = peer.line()
            peer.say("* CAPABILITY IMAP4\r\na1 OK\r\n")
            peer.waitForEnd()
        },
        Case("an endless greeting", "imap.not-imap", "* OK xxx") {
            $0.say("* OK ")
            $0.sayForever("x")
        },
        Case("only line ends", "imap.not-imap") { $0.sayForever("\r\n") },
        Case("endless data in a response", "imap.not-imap", "EXISTS") {
            $0.say("* OK hello\r\n")
            _ = $0.line()
            $0.sayForever("* 1 EXISTS\r\n")
        },
        Case("endless capabilities", "imap.not-imap", "CAPABILITY") {
            $0.say("* OK hello\r\n")
            _ = $0.line()
            $0.say("* CAPABILITY IMAP4rev1")
            $0.sayForever(" X")
        },
        Case("binary", "imap.not-imap", "\\u{0}") { $0.send([0, 1, 2, 0xff, 0xfe, 0x0a]) },
        Case("binary data after the asterisk", "imap.not-imap") { $0.send([0x2a, 0x20, 0, 0x80, 0x0a]) },
        Case("escape sequences", "imap.bye", "\\u{1b}[2J") { $0.say("* BYE \u{1b}[2J\u{1b}]0;owned\u{7}\r\n") },
        Case("another protocol", "imap.not-imap", "+OK") { $0.say("+OK POP3 here\r\n") },
        Case("an invalid greeting", "imap.not-imap", "NO") { $0.say("* NO way\r\n") },
        Case("a tag in the greeting", "imap.not-imap") { $0.say("a1 OK hello\r\n") },
        Case("the tag of another command", "imap.not-imap", "a9 OK", answers: ["a9 OK\r\n"]),
        Case("data with a tag", "imap.not-imap", answers: ["a1 CAPABILITY IMAP4rev1\r\n"]),
        Case("no capabilities", "imap.not-imap", answers: ["a1 OK done\r\n"]),
        Case("capabilities of another protocol", "imap.not-imap", answers: ["* CAPABILITY STARTTLS\r\na1 OK\r\n"]),
        Case("BAD to CAPABILITY", "imap.not-imap", "BAD", answers: ["* CAPABILITY IMAP4rev1\r\na1 BAD no\r\n"]),
        Case("BYE to CAPABILITY", "imap.bye", "so long", answers: ["* BYE so long\r\n"]),
        Case("half a greeting", "imap.no-answer", "greeting") {
            $0.say("* OK hel")
            $0.waitForEnd()
        },
        Case("half a response", "imap.no-answer", "capabilities", answers: ["* CAPABILITY IMAP4rev1\r\na1 O"]),
        Case("a close within the greeting", "imap.closed", "closes") { $0.say("* OK hello") },
        Case("a reset within a response", "imap.closed", "capabilities") {
            $0.say("* OK hello\r\n")
            _ = $0.line()
            $0.say("* CAPABILITY IMAP4rev1\r\n")
            $0.reset()
        },
        Case("STARTTLS that is switched off", nil, settings: ["starttls": "off"], answers: [offer]),
        Case(
            "missing STARTTLS", "imap.starttls-missing", settings: required,
            answers: ["* CAPABILITY IMAP4rev1 STARTTLSX XSTARTTLS\r\na1 OK\r\n"]),
        Case(
            "PREAUTH, which excludes STARTTLS", "imap.starttls-missing", "PREAUTH", settings: required,
            greeting: "* PREAUTH hello\r\n", answers: [offer]),
        Case("PREAUTH with optional TLS", nil, greeting: "* PREAUTH hello\r\n", answers: [offer]),
        Case(
            "refused STARTTLS", "imap.starttls-refused", "NO today", settings: required,
            answers: [offer, "a2 NO today\r\n"]),
        Case("refused optional STARTTLS", "imap.starttls-refused", answers: [offer, "a2 BAD today\r\n"]),
        Case(
            "no way to log in", "imap.login-disabled", "LOGINDISABLED",
            answers: ["* CAPABILITY IMAP4rev1 LoginDisabled AUTH=ANONYMOUS\r\na1 OK\r\n"]),
        Case(
            "LOGIN that is forbidden, next to a mechanism for tokens", nil,
            answers: ["* CAPABILITY IMAP4rev1 LOGINDISABLED AUTH=XOAUTH2\r\na1 OK\r\n"]),
        Case(
            "text after the reply to STARTTLS", "imap.starttls-injected", "AUTH=PLAIN",
            answers: [offer, "a2 OK\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\na3 OK\r\n"]),
        Case(
            "plain text instead of TLS", "tls.not-tls",
            answers: [offer, "a2 OK\r\n", "* CAPABILITY IMAP4rev1\r\na3 OK\r\n"]),
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = try RawServer(.talks(one.talk))
        let report = try await report(server, one.settings, within: one.limit)
        try one.expect(report)
    }

    @Test(
        "the protocol of a server without TLS is named",
        arguments: [
            ("+OK POP3 ready\r\n", "it greets like a POP3 server (+OK POP3 ready)", false),
            ("220 mail ESMTP\r\n", "it greets like a mail or FTP server (220 mail ESMTP)", false),
            ("* OK ready\r\n", "it greets like an IMAP server (* OK ready)", true),
        ])
    func withoutTLS(greeting: String, words: String, isIMAP: Bool) async throws {
        let report = try await Asked.report(
            try RawServer(.greets(greeting)), as: "imaps", path: "")
        let cause = try #require(report.cause)
        #expect(cause.id == "tls.not-tls" && cause.summary.hasSuffix(words), "\(report.json)")
        #expect(cause.advice.contains { $0.contains("imap://") } == isIMAP, "\(cause.advice)")
    }

    @Test("the text that is kept of a server is limited")
    func bounds() async throws {
        let long = String(repeating: "é", count: 900)
        let many = (0..<3_000).map { "X\($0)" }.joined(separator: " ")
        let server = try RawServer(
            .talks {
                $0.say("* OK \(long)\r\n")
                _ = $0.line()
                $0.say("* CAPABILITY IMAP4rev1 \(long) \(many.prefix(5_000))\r\na1 OK\r\n")
                $0.waitForEnd()
            })
        let evidence = try #require(try await report(server).imap)
        #expect(evidence.greeting?.unicodeScalars.count == 300 && evidence.capabilities.count == 64)
        #expect(evidence.capabilities.allSatisfy { $0.unicodeScalars.count <= 100 })
    }

    private func report(
        _ server: RawServer, _ settings: [String: String] = [:], within limit: Duration = .ample
    ) async throws -> Report {
        return try await Asked.report(
            server, as: "imap", path: "", within: limit, try ProbeSettings(of: "imap", settings))
    }
}

extension Report {
    fileprivate var imap: IMAPEvidence? { self[IMAPEvidence.self] }
}
