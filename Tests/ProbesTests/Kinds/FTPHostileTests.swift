import KindTesting
import NetworkModel
import TargetKinds
import Testing

/// Responses of an FTP server, line for line.
// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile FTP servers", .serialized)
struct FTPHostileTests {
    /// A server that replies to commands by a table, and the expected report.
    struct Case: Sendable, CustomTestStringConvertible {
        let expected: HostileServer
        let path: String
        let answers: FTPScript.Answers

        init(_ name: String, _ cause: CauseID?, _ words: String = "", path: String = "/", answers: FTPScript.Answers) {
            expected = HostileServer(name, cause, words) { _ in }
            self.path = path
            self.answers = answers
        }

        var testDescription: String { expected.testDescription }
        /// The limit is short if only the end of the check's time ends it.
        var limit: Duration { expected.cause == "ftp.no-answer" ? .seconds(10) : .ample }
    }

    private static let escapes = "\u{1b}]0;owned\u{7}\r\n"

    static let cases: [Case] = [
        Case("a listing", nil, answers: .init(data: "type=file;size=1; a\r\n")),
        Case("names with escape sequences", nil, answers: .init(data: "type=file;size=1; \u{1b}[2J\u{202e}\r\n")),
        Case("a size of more than 64 bits", nil, answers: .init(data: "type=file;size=99999999999999999999; a\r\n")),
        Case("a greeting of several lines", nil, answers: .init(greeting: "220-a\r\n\u{1b}[2J\r\n220 b\r\n")),
        Case(
            "a login that is refused with escape sequences", "ftp.login-rejected", "\\u{1b}]0;",
            answers: .init(replies: ["USER": "530 \(escapes)"])),
        Case("a greeting that refuses service", "ftp.failed", "\\u{1b}]0;", answers: .init(greeting: "421 \(escapes)")),
        Case("an invalid reply to EPSV", "ftp.malformed", answers: .init(replies: ["EPSV": "229 what\r\n"])),
        Case("a port where nothing listens", "ftp.data-blocked", answers: .init(hasDataPort: false)),
        Case(
            "a missing directory", "ftp.not-found", "no such", path: "/a/",
            answers: .init(replies: ["CWD": "550 no such\r\n"])),
        Case(
            "a listing of one endless line", "ftp.malformed", "in the listing",
            answers: .init(data: nil, line: String(repeating: "n", count: 4_096))),
        Case("no answer to the login", "ftp.no-answer", answers: .init(silent: ["USER"])),
        Case(
            "no answer to the listing", "ftp.no-answer",
            answers: .init(silent: ["MLSD", "LIST"])),
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        let server = try FTPScript(one.answers)
        defer { withExtendedLifetime(server) {} }
        try one.expected.expect(
            try await Asked.report("ftp://\(server.address)\(one.path)", within: one.limit, ProbeSettings()))
    }

    /// Servers that say something else and then wait, so that only the end of the check's time ends it.
    static let waiting = [
        HostileServer("escape sequences", "ftp.malformed", "\\u{1b}[2J") {
            $0.say("\u{1b}[2Jwelcome\r\n")
            $0.waitForEnd()
        },
        HostileServer("HTTP", "ftp.malformed", "HTTP/1.1 400") {
            $0.say("HTTP/1.1 400 Bad Request\r\n\r\n")
            $0.waitForEnd()
        },
    ]

    @Test("a server that is not FTP, and waits, is named", arguments: waiting)
    func waitingServer(one: HostileServer) async throws {
        try one.expect(
            try await Asked.report(try RawServer(.talks(one.talk)), as: "ftp", within: .seconds(8), ProbeSettings()))
    }

    static let others = [
        HostileServer("an endless greeting", "ftp.malformed", "bytes") { $0.sayForever("220-more\r\n") },
        HostileServer("an endless line", "ftp.malformed") { $0.sayForever("n") },
        HostileServer("a close behind the greeting", "tcp.closed") { peer in
            peer.say("220 lab\r\n")
            _ = peer.line()
        },
    ]

    @Test("a server that is not FTP is named", arguments: others)
    func other(one: HostileServer) async throws {
        try one.expect(
            try await Asked.report(try RawServer(.talks(one.talk)), as: "ftp", within: .ample, ProbeSettings()))
    }
}
