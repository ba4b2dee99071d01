import EventLoopKit
import KindTesting
import NetworkModel
import Testing

@testable import Probes

@Suite("HTTP probe")
struct HTTPProbeTests {
    let loop: EventLoop
    let engine: CurlEngine

    init() throws {
        loop = try EventLoop()
        engine = CurlEngine.make(on: loop)
    }

    private func observe(
        _ server: RawServer, secure: Bool = false, within limit: Duration = .ample
    ) async throws -> HTTPProbe.Observation? {
        // The server would otherwise be released after its address was read.
        defer { withExtendedLifetime(server) {} }
        let address = server.address
        let probe = HTTPProbe(
            engine: engine, secure: secure, host: .address(address.address), port: address.port, path: "/")
        // As in a check of the daemon; Swift's pool may be busy with other tests.
        let result = try await withTaskExecutorPreference(loop) {
            try await TCPProbe(addresses: [address], loop: loop).observe(until: .now + .ample) {
                try await probe.observe(over: $0, within: limit)
            }
        }
        loop.shutdown()
        return result.upper
    }

    @Test(
        "misbehaviour of servers",
        arguments: [
            (
                RawServer.Behaviour.answers("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
                HTTPEvidence.Outcome.response
            ),
            (.closes, .closed), (.resets, .reset), (.silent, .noAnswer),
            (.stalls("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal"), .stalled),
            (.answers("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal"), .truncated),
            (.answers("SSH-2.0-OpenSSH_9.2\r\n"), .malformed),
            (.answers("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot a size\r\n"), .malformed),
            (.answers("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n"), .response),
        ])
    func behaviours(behaviour: RawServer.Behaviour, outcome: HTTPEvidence.Outcome) async throws {
        let server = try RawServer(behaviour)
        let http = try #require(
            await observe(server, within: outcome.takesAllTheTime ? .seconds(12) : .ample)?.http)
        #expect(http.outcome == outcome, "\(http.detail ?? "")")
    }

    @Test("status, version and the fields that a diagnosis needs")
    func fields() async throws {
        let server = try RawServer(
            .answers(
                "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 401 Unauthorized\r\nServer: lab\r\nRetry-After: 7\r\n"
                    + "WWW-Authenticate: Basic realm=\"x\"\r\nWWW-Authenticate: Negotiate\r\nContent-Length: 0\r\n\r\n")
        )
        let http = try #require(await observe(server)?.http)
        #expect(http.status == 401)
        #expect(http.version == "1.1")
        #expect(http.server == "lab")
        #expect(http.retryAfter == "7")
        #expect(http.authenticationSchemes == ["Basic", "Negotiate"])
        #expect(http.redirects.isEmpty)
    }

    @Test("endless heads and bodies are limited")
    func bounded() async throws {
        let endlessHead = try RawServer(
            .answers(
                "HTTP/1.1 200 OK\r\n"
                    + String(repeating: "X-Filler: \(String(repeating: "x", count: 1_000))\r\n", count: 400)))
        #expect(try await observe(endlessHead)?.http?.outcome == .endlessHead)
        let fresh = try HTTPProbeTests()
        let longBody = try RawServer(
            .answers("HTTP/1.1 200 OK\r\nContent-Length: 4000000\r\n\r\n" + String(repeating: "x", count: 4_000_000)))
        let http = try #require(await fresh.observe(longBody)?.http)
        #expect(http.outcome == .response)
        #expect(http.bodyBytes < 3_000_000)
    }

    @Test("the connection of the TCP probe is used")
    func oneConnection() async throws {
        let server = try RawServer(.answers("HTTP/1.1 204 No Content\r\n\r\n"))
        #expect(try await observe(server)?.http?.status == 204)
        #expect(server.accepted == 1)
    }

    @Test(
        "a peer that does not speak TLS",
        arguments: [
            (RawServer.Behaviour.answers("HTTP/1.1 400 Bad Request\r\n\r\n"), TLSEvidence.Outcome.notTLS),
            (.greets("SSH-2.0-OpenSSH_9.2\r\n"), .notTLS), (.silent, .timeout), (.closes, .closed), (.resets, .reset),
        ])
    func notTLS(behaviour: RawServer.Behaviour, outcome: TLSEvidence.Outcome) async throws {
        let server = try RawServer(behaviour)
        let observed = try #require(
            await observe(server, secure: true, within: outcome == .timeout ? .seconds(12) : .ample))
        #expect(observed.tls?.outcome == outcome, "\(observed.tls?.detail ?? "")")
        #expect(observed.http == nil)
    }

    @Test(
        "the protocol that it uses instead is recognised",
        arguments: [
            (RawServer.Behaviour.answers("HTTP/1.1 400 Bad Request\r\n\r\n"), "it speaks HTTP in the clear", .http),
            (.greets("SSH-2.0-OpenSSH_9.2\r\n"), "it speaks SSH", .ssh),
            (
                .greets("220 mail.example ESMTP\r\n"), "it greets like a mail or FTP server (220 mail.example ESMTP)",
                .mailOrFTP
            ),
            (.greets("+OK ready\r\n"), "it greets like a POP3 server (+OK ready)", .pop3),
            (
                .greets("* OK [CAPABILITY IMAP4rev1] ready\r\n"),
                "it greets like an IMAP server (* OK [CAPABILITY IMAP4rev1] ready)", .imap
            ),
            (.greets("hello\r\n"), #"it says "hello""#, nil), (.greets("\u{1}\u{12}\u{4}\r\n"), nil, nil),
        ] as [(RawServer.Behaviour, String?, TLSEvidence.PlainProtocol?)])
    func plainText(
        behaviour: RawServer.Behaviour, words: String?, spoken: TLSEvidence.PlainProtocol?
    ) async throws {
        let server = try RawServer(behaviour)
        defer { withExtendedLifetime(server) {} }
        let found = try await PlainTextProbe(peer: server.address, loop: loop).observe(within: .ample)
        #expect(found?.words == words && found?.spoken == spoken)
        loop.shutdown()
    }

    @Test(
        "a server without TLS answers an unencrypted request; 400 may be that of a server with TLS",
        arguments: [
            ("HTTP/1.1 200 OK\r\n\r\n", true), ("HTTP/1.1 400 Bad Request\r\n\r\n", false), ("220 mail\r\n", false),
        ])
    func unencryptedHTTP(answer: String, isProof: Bool) async throws {
        let server = try RawServer(.answers(answer))
        defer { withExtendedLifetime(server) {} }
        let found = try await PlainTextProbe(peer: server.address, loop: loop).unencryptedHTTP(within: .ample)
        #expect(found?.spoken == (isProof ? .http : nil))
        loop.shutdown()
    }

    @Test("URLs for addresses and names")
    func urls() throws {
        func url(_ host: Host, _ port: UInt16, secure: Bool = false) -> String {
            HTTPProbe(engine: engine, secure: secure, host: host, port: port, path: "/a?b").url
        }
        #expect(url(.name("example.org"), 80) == "http://example.org/a?b")
        #expect(url(.name("example.org"), 80, secure: true) == "https://example.org:80/a?b")
        #expect(url(.address(try #require(IPAddress("fe80::1%eth0"))), 8_080) == "http://[fe80::1%25eth0]:8080/a?b")
        loop.shutdown()
    }
}

extension HTTPEvidence.Outcome {
    /// Whether the outcome is only known when the time limit is reached.
    fileprivate var takesAllTheTime: Bool { self == .noAnswer || self == .stalled }
}
