import KindTesting
import NetworkModel
import TargetKinds
import Testing

extension HostileServer {
    /// The limit is short if only the end of the check's time ends it.
    fileprivate var limit: Duration { cause == "postgres.no-answer" ? .seconds(10) : .ample }

    /// A server that responds to each request with the next of the answers.
    fileprivate init(
        _ name: String, _ cause: CauseID?, _ words: String = "", settings: [String: String] = ["starttls": "off"],
        answers: [UInt8]...
    ) {
        self.init(name, cause, words, settings: settings) { peer in
            for answer in answers {
                guard peer.request() else { return }
                peer.send(answer)
            }
            peer.waitForEnd()
        }
    }
}

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile PostgreSQL servers", .serialized)
struct PostgresTests {
    typealias Case = HostileServer

    private static let attempt = ["starttls": "try"]
    private static let required = ["starttls": "required"]
    private static let trusted = message("R", [0, 0, 0, 0])
    private static let ready = message("Z", Array("I".utf8))
    private static let no = Array("N".utf8)

    private static func message(_ type: Character, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 4
        return Array("\(type)".utf8) + [0, 0, UInt8(length >> 8), UInt8(length & 0xff)] + body
    }

    private static func error(_ code: String, _ words: String) -> [UInt8] {
        message("E", Array("SFATAL\0C\(code)\0M\(words)\0\0".utf8))
    }

    private static func sasl(_ names: String...) -> [UInt8] {
        message("R", [0, 0, 0, 10] + names.flatMap { Array("\($0)\0".utf8) } + [0])
    }

    static let cases: [Case] = [
        Case("no login", nil, answers: trusted + ready),
        Case("SCRAM", nil, answers: sasl("SCRAM-SHA-256")),
        Case("a password in plain text", nil, answers: message("R", [0, 0, 0, 3])),
        Case("MD5", nil, answers: message("R", [0, 0, 0, 5, 1, 2, 3, 4])),
        Case("no TLS, which is optional", nil, settings: attempt, answers: no, trusted + ready),
        Case("byte by byte", nil, settings: ["starttls": "off"]) { peer in
            guard peer.request() else { return }
            for byte in trusted + ready { peer.send([byte]) }
            peer.waitForEnd()
        },
        Case("no TLS, which is required", "postgres.tls-refused", settings: required, answers: no),
        Case(
            "an old server without SSLRequest", "postgres.refused", "0A000", settings: attempt,
            answers: error("0A000", "unsupported")),
        Case(
            "starting up", "postgres.unavailable", "57P03",
            answers: error("57P03", "the database system is starting up")),
        Case("starting up, in French", "postgres.unavailable", answers: error("57P03", "le système se lance")),
        Case(
            "too many clients", "postgres.too-many-clients", answers: error("53300", "sorry, too many clients already")),
        Case("a rejected password", "postgres.login-rejected", answers: error("28P01", "no")),
        Case(
            "no matching rule, in French", "postgres.not-allowed",
            answers: error("28000", "aucune entrée dans pg_hba.conf")),
        Case(
            "escape sequences in the message", "postgres.refused", "\\u{1b}]0;",
            answers: error("XX000", "\u{1b}]0;owned\u{7}")),
        Case(
            "an error after the login", "postgres.database-missing",
            answers: trusted + error("3D000", "no such database")),
        Case(
            "messages after the response to SSLRequest", "postgres.tls-injected", "bytes", settings: attempt,
            answers: Array("S".utf8) + trusted),
        Case("plain text instead of TLS", "tls.not-tls", settings: attempt, answers: Array("S".utf8), trusted),
        Case("SSH, which begins with S", "postgres.not-postgres", "SSH-2.0", settings: attempt) {
            $0.say("SSH-2.0-OpenSSH\r\n")
            $0.waitForEnd()
        },
        Case("HTTP", "postgres.not-postgres", "HTTP/1.1 400") {
            guard $0.request() else { return }
            $0.say("HTTP/1.1 400 Bad Request\r\n\r\n")
            $0.waitForEnd()
        },
        Case("an error as plain text", "postgres.not-postgres", "ERROR", answers: Array("ERROR\r\n".utf8)),
        Case("escape sequences", "postgres.not-postgres", "\\u{1b}[2J") { $0.sayForever("\u{1b}[2J") },
        Case("endless notices", "postgres.not-postgres", "128 messages", settings: ["starttls": "off"]) { peer in
            guard peer.request() else { return }
            while peer.send(message("N", [0])) {}
        },
        Case(
            "a message that declares 4 GiB", "postgres.not-postgres",
            answers: Array("R".utf8) + [0xff, 0xff, 0xff, 0xff]),
        Case("a message shorter than its length", "postgres.not-postgres", answers: Array("R".utf8) + [0, 0, 0, 3]),
        Case("an empty authentication request", "postgres.not-postgres", "cut off", answers: message("R", [])),
        Case(
            "an unknown authentication", "postgres.not-postgres", "4026531840", answers: message("R", [0xf0, 0, 0, 0])),
        Case("SASL without a mechanism", "postgres.not-postgres", answers: message("R", [0, 0, 0, 10, 0])),
        Case("two authentication requests", "postgres.not-postgres", "twice", answers: trusted + trusted + ready),
        Case("ready without a login result", "postgres.not-postgres", answers: ready),
        Case("ready without a state", "postgres.not-postgres", answers: trusted + message("Z", [])),
        Case(
            "an error without a code", "postgres.not-postgres", "SQLSTATE", answers: message("E", Array("Mno\0\0".utf8))
        ),
        Case("an unterminated error", "postgres.not-postgres", "cut off", answers: message("E", Array("Mno".utf8))),
        Case(
            "a parameter without a value", "postgres.not-postgres", answers: trusted + message("S", Array("a\0".utf8))),
        Case("an accepted login, and then nothing", "postgres.no-answer", "StartupMessage", answers: trusted),
        Case("half a message", "postgres.no-answer", answers: Array(trusted.dropLast(2))),
        Case("a close within a message", "postgres.closed", "closes", settings: ["starttls": "off"]) {
            guard $0.request() else { return }
            $0.send(Array(trusted.dropLast(2)))
        },
        Case("a reset after the login", "postgres.closed", settings: ["starttls": "off"]) {
            guard $0.request() else { return }
            $0.send(trusted)
            $0.reset()
        },
    ]

    @Test("faults are named", arguments: cases)
    func hostile(one: Case) async throws {
        try one.expect(try await report(try RawServer(.talks(one.talk)), one.settings, within: one.limit))
    }

    @Test("the text that is kept of a server is limited")
    func bounds() async throws {
        let names = (0..<20).flatMap { Array("\($0)\(String(repeating: "é", count: 100))\0".utf8) }
        let answer = Self.message("R", [0, 0, 0, 10] + names + [0])
        let server = try RawServer(
            .talks {
                guard $0.request() else { return }
                $0.send(answer)
                $0.waitForEnd()
            })
        let evidence = try #require(try await report(server, ["starttls": "off"])[PostgresEvidence.self])
        let mechanisms = try #require(evidence.authentication).mechanisms
        #expect(mechanisms.count == 8 && mechanisms.allSatisfy { $0.unicodeScalars.count <= 40 })
    }

    @Test("a path that is not a database name is refused", arguments: ["/a?sslmode=require", "/a/b", "/%61"])
    func path(text: String) async throws {
        let server = try RawServer(.talks { $0.waitForEnd() })
        let error = await #expect(throws: (any Error).self) {
            _ = try await Asked.report(
                server, as: "postgres", path: text, within: .seconds(5), try ProbeSettings(of: "postgres", [:]))
        }
        #expect(error.map { "\($0)" }?.contains("\(text) is not the name of a database") == true)
    }

    private func report(
        _ server: RawServer, _ settings: [String: String], within limit: Duration = .ample
    ) async throws -> Report {
        try await Asked.report(
            server, as: "postgres", path: "", within: limit, try ProbeSettings(of: "postgres", settings))
    }
}

extension RawPeer {
    /// Reads a request, all of which are short. It begins with its length.
    ///
    /// - Returns: Whether there was a request.
    fileprivate func request() -> Bool {
        guard let length = read(4)?.last else { return false }
        // In a TLS handshake, it is the high byte of the record's length, which is smaller.
        return length <= 4 || read(Int(length) - 4) != nil
    }
}
