import EventLoopKit
import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import TargetKinds
import Testing

extension HostileServer {
    /// The limit is short if only the end of the check's time ends it.
    fileprivate var limit: Duration { cause == "ldap.no-answer" ? .seconds(10) : .ample }

    /// A server that responds to each request with the next of the answers.
    fileprivate init(
        _ name: String, _ cause: CauseID?, _ words: String = "", settings: [String: String] = [:],
        answers: [UInt8]...
    ) {
        self.init(name, cause, words, settings: settings) { peer in
            for answer in answers {
                guard peer.message() else { return }
                peer.send(answer)
            }
            peer.waitForEnd()
        }
    }
}

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile directory servers", .serialized)
struct LDAPTests {
    typealias Case = HostileServer

    private static let required = ["starttls": "required"]
    private static let attempt = ["starttls": "try"]
    private static let context = ["naming_context": "DC=lab , dc = Example"]

    static let cases: [Case] = [
        Case("correct", nil, answers: BERText.root(1) + BERText.done(1)),
        Case(
            "lengths with more bytes than necessary", nil,
            answers: BERText.long(BERText.root(1)) + BERText.long(BERText.done(1))),
        Case("byte by byte", nil) { peer in
            guard peer.message() else { return }
            for byte in BERText.root(1) + BERText.done(1) { peer.send([byte]) }
            peer.waitForEnd()
        },
        Case(
            "a reference and something unknown beside the entry", nil,
            answers: BERText.operation(1, 0x73, [4, 1, 0x78]) + BERText.root(1) + BERText.operation(1, 0x79, [])
                + BERText.done(1)),
        Case(
            "a naming context in a different case", nil, settings: context, answers: BERText.root(1) + BERText.done(1)),
        Case(
            "another naming context", "ldap.naming-context-missing", "it holds dc=other", settings: context,
            answers: BERText.root(1, contexts: ["dc=other"]) + BERText.done(1)),
        Case(
            "escape sequences in a naming context", "ldap.naming-context-missing", "\\u{1b}[2J", settings: context,
            answers: BERText.root(1, contexts: ["\u{1b}[2J"]) + BERText.done(1)),
        Case(
            "no naming context", "ldap.naming-context-missing", "none", settings: context,
            answers: BERText.root(1, contexts: []) + BERText.done(1)),
        Case("no entry", "ldap.refused", "without an entry", answers: BERText.done(1)),
        Case(
            "a required login", "ldap.refused", "authentication",
            answers: BERText.done(1, 53, "authentication required")),
        Case("busy", "ldap.unavailable", "busy (51)", answers: BERText.done(1, 51)),
        Case(
            "escape sequences in the result", "ldap.failed", "\\u{1b}]0;",
            answers: BERText.done(1, 80, "\u{1b}]0;owned\u{7}")),
        Case(
            "an unknown result code", "ldap.failed", "result 4000",
            answers: BERText.operation(1, 0x65, [10, 2, 0x0f, 0xa0, 4, 0, 4, 0])),
        Case(
            "a notice of disconnection", "ldap.unavailable", "leaving",
            answers: BERText.operation(0, 0x78, BERText.result(52, "leaving"))),
        Case("another protocol", "ldap.not-ldap", "SSH-2.0") {
            $0.say("SSH-2.0-OpenSSH\r\n")
            $0.waitForEnd()
        },
        Case("HTTP", "ldap.not-ldap", "HTTP/1.1 400") {
            guard $0.message() else { return }
            $0.say("HTTP/1.1 400 Bad Request\r\n\r\n")
            $0.waitForEnd()
        },
        Case("escape sequences", "ldap.not-ldap", "\\u{1b}[2J") { $0.sayForever("\u{1b}[2J") },
        Case("endless sequences", "ldap.not-ldap") { $0.sayForever("0\u{0}") },
        Case("endless references", "ldap.not-ldap", "64 messages") { peer in
            guard peer.message() else { return }
            while peer.send(BERText.operation(1, 0x73, [])) {}
        },
        Case(
            "a message that declares 4 GiB", "ldap.not-ldap", "4294967295",
            answers: [0x30, 0x84, 0xff, 0xff, 0xff, 0xff, 2, 1, 1]),
        Case(
            "a message of indefinite length", "ldap.not-ldap", "indefinite",
            answers: [0x30, 0x80, 2, 1, 1, 0x65, 0, 0, 0]),
        Case("a length of 127 bytes", "ldap.not-ldap", answers: [0x30, 0xff] + [UInt8](repeating: 1, count: 127)),
        Case("an element that is longer than its message", "ldap.not-ldap", answers: [0x30, 5, 2, 1, 1, 0x65, 0x7f]),
        Case("a tag of more bytes", "ldap.not-ldap", answers: [0x30, 6, 2, 1, 1, 0x7f, 0x81, 0]),
        Case("a negative number", "ldap.not-ldap", answers: [0x30, 6, 2, 1, 0xff, 0x65, 1, 0]),
        Case(
            "a number of nine bytes", "ldap.not-ldap",
            answers: [0x30, 13, 2, 9] + [UInt8](repeating: 1, count: 9) + [0x65, 0]),
        Case("a number of no bytes", "ldap.not-ldap", answers: [0x30, 4, 2, 0, 0x65, 0]),
        Case("an empty message", "ldap.not-ldap", answers: [0x30, 0]),
        Case("an empty result", "ldap.not-ldap", answers: BERText.operation(1, 0x65, [])),
        Case("a request instead of an answer", "ldap.not-ldap", answers: BERText.operation(1, 0x63, [])),
        Case("the answer to another request", "ldap.not-ldap", "request 7", answers: BERText.done(7)),
        Case(
            "an entry without attributes", "ldap.not-ldap",
            answers: BERText.operation(1, 0x64, [4, 0]) + BERText.done(1)),
        Case(
            "an invalid set", "ldap.not-ldap",
            answers: BERText.operation(1, 0x64, [4, 0, 0x30, 5, 0x30, 3, 4, 1, 0x78]) + BERText.done(1)),
        Case("an entry without a result", "ldap.no-answer", "root DSE", answers: BERText.root(1)),
        Case("half a message", "ldap.no-answer", answers: Array(BERText.root(1).dropLast(3))),
        Case("a close within a message", "ldap.closed", "closes") {
            guard $0.message() else { return }
            $0.send(Array(BERText.root(1).dropLast(3)))
        },
        Case("a reset after the entry", "ldap.closed") {
            guard $0.message() else { return }
            $0.send(BERText.root(1))
            $0.reset()
        },
        Case(
            "refused StartTLS", "ldap.starttls-refused", "unavailable (52)", settings: required,
            answers: BERText.operation(1, 0x78, BERText.result(52, "no"))),
        Case(
            "unknown StartTLS", "ldap.starttls-refused", "protocolError", settings: required,
            answers: BERText.operation(1, 0x78, BERText.result(2, "no"))),
        Case(
            "refused optional StartTLS", "ldap.starttls-refused", "unavailable (52)", settings: attempt,
            answers: BERText.operation(1, 0x78, BERText.result(52, "no")), BERText.root(2) + BERText.done(2)),
        Case(
            "unknown optional StartTLS", nil, settings: attempt,
            answers: BERText.operation(1, 0x78, BERText.result(2, "no")), BERText.root(2) + BERText.done(2)),
        Case(
            "text after the response to StartTLS", "ldap.starttls-injected", settings: required,
            answers: BERText.operation(1, 0x78, BERText.result(0)) + BERText.done(2)),
        Case(
            "plain text instead of TLS", "tls.not-tls", settings: required,
            answers: BERText.operation(1, 0x78, BERText.result(0)), BERText.done(2)),
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = try RawServer(.talks(one.talk))
        let report = try await report(server, one.settings, within: one.limit)
        try one.expect(report)
    }

    @Test("the text that is kept of a server is limited")
    func bounds() async throws {
        let contexts = (0..<100).map { "dc=\($0)," + String(repeating: "é", count: 150) }
        let server = try RawServer(
            .talks {
                guard $0.message() else { return }
                $0.send(BERText.root(1, contexts: contexts) + BERText.done(1))
                $0.waitForEnd()
            })
        let evidence = try #require(try await report(server).ldap?.rootDSE)
        #expect(evidence.namingContexts.count == 32 && evidence.namingContexts.allSatisfy { $0.count <= 200 })
    }

    private func report(
        _ server: RawServer, _ settings: [String: String] = [:], within limit: Duration = .ample
    ) async throws -> Report {
        return try await Asked.report(
            server, as: "ldap", path: "", within: limit, try ProbeSettings(of: "ldap", settings))
    }
}

/// LDAP messages of a server.
private enum BERText {
    static func element(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        let count = content.count
        guard count > 127 else { return [tag, UInt8(count)] + content }
        return [tag, 0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xff), UInt8(count & 0xff)] + content
    }

    static func text(_ text: String) -> [UInt8] { element(4, Array(text.utf8)) }

    static func operation(_ id: UInt8, _ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
        element(0x30, [2, 1, id] + element(tag, content))
    }

    static func result(_ code: UInt8, _ words: String = "") -> [UInt8] { [10, 1, code, 4, 0] + text(words) }

    static func done(_ id: UInt8, _ code: UInt8 = 0, _ words: String = "") -> [UInt8] {
        operation(id, 0x65, result(code, words))
    }

    static func root(_ id: UInt8, contexts: [String] = ["dc=lab,dc=example"]) -> [UInt8] {
        let values = element(0x31, contexts.flatMap(text))
        return operation(id, 0x64, text("") + element(0x30, element(0x30, text("NamingContexts") + values)))
    }

    /// The same message with a length of four bytes, which some servers always use.
    static func long(_ message: [UInt8]) -> [UInt8] { [0x30, 0x84, 0, 0, 0, message[1]] + message.dropFirst(2) }
}

extension RawPeer {
    /// Reads a request, all of which are short. It begins with its length.
    ///
    /// - Returns: Whether there was a request.
    fileprivate func message() -> Bool {
        guard read(1) != nil, let length = read(1)?.first else { return false }
        return length == 0 || read(Int(length)) != nil
    }
}

extension Report {
    fileprivate var ldap: LDAPEvidence? {
        self[LDAPEvidence.self]
    }
}
