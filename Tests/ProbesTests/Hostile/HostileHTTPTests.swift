import Glibc
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Testing

// One test at a time, since concurrent floods would use up each other's time.
@Suite("Hostile web servers", .serialized)
struct HostileHTTPTests {
    /// A server's behaviour after the request, and the expected report.
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let cause: CauseID?
        let words: String
        let answer: @Sendable (RawPeer) -> Void
        /// The limit is short if only the end of the check's time ends it.
        var limit: Duration { cause == "http.stalled" || cause == "http.no-answer" ? .seconds(10) : .ample }

        init(
            _ name: String, _ cause: CauseID?, _ words: String = "", _ answer: @escaping @Sendable (RawPeer) -> Void
        ) {
            testDescription = name
            self.cause = cause
            self.words = words
            self.answer = answer
        }

        /// A server that sends a text and closes the connection.
        init(_ name: String, _ cause: CauseID?, _ words: String = "", says text: String) {
            self.init(name, cause, words) { $0.say(text) }
        }
    }

    static let ok = "HTTP/1.1 200 OK\r\n"

    static let cases: [Case] = [
        Case("endless fields", "http.malformed", "256 KiB") {
            $0.say(ok)
            $0.sayForever("X-Filler: \(String(repeating: "x", count: 1_000))\r\n")
        },
        Case("endless short fields", "http.malformed", "256 KiB") {
            $0.say(ok)
            $0.sayForever("a:\r\n")
        },
        Case("endless interim responses", "http.malformed", "256 KiB") {
            $0.sayForever("HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n")
        },
        Case("endless 100 Continue", "http.malformed", "256 KiB") { $0.sayForever("HTTP/1.1 100 Continue\r\n\r\n") },
        Case("an endless status line", "http.malformed") { $0.sayForever("HTTP/1.1 200 OK ") },
        Case("a field of 1 MiB", "http.malformed") {
            $0.say(ok + "X-Long: " + String(repeating: "x", count: 1 << 20) + "\r\n\r\n")
        },
        Case("endless trailers", "http.malformed") {
            $0.say(ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n")
            $0.sayForever("X-Trailer: x\r\n")
        },
        Case("an endless chunk size", "http.malformed") {
            $0.say(ok + "Transfer-Encoding: chunked\r\n\r\n")
            $0.sayForever("0")
        },
        Case("endless chunk extensions", "http.malformed", "in addition to its body") {
            $0.say(ok + "Transfer-Encoding: chunked\r\n\r\n1;")
            $0.sayForever("a=b;")
        },
        Case("an endless body", nil) {
            $0.say(ok + "\r\n")
            $0.sayForever("x")
        },
        Case("a body sent byte by byte", "http.stalled", "after") { peer in
            peer.say(ok + "Content-Length: 100000\r\n\r\n")
            // It ends when the client closes the connection.
            while peer.say("x") { sleepBriefly() }
        },
        Case("a head sent byte by byte", "http.no-answer") { peer in
            peer.say("HTTP/1.1 200 ")
            while peer.say("O") { sleepBriefly() }
        },
        Case("a field sent byte by byte", "http.stalled", "its head has not ended") { peer in
            peer.say(ok + "X-Long: ")
            while peer.say("x") { sleepBriefly() }
        },
        Case("HTTP/2 from the first byte", "http.malformed", "it speaks HTTP/2 without TLS instead of HTTP/1.1") {
            $0.send([0, 0, 6, 4, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 128])
        },
        Case("a NUL in a field", "http.malformed", says: ok + "Server: a\0b\r\nContent-Length: 0\r\n\r\n"),
        Case("a NUL in the status line", "http.malformed", says: "HTTP/1.1 200 O\0K\r\nContent-Length: 0\r\n\r\n"),
        Case(
            "fewer bytes than declared", "http.truncated", "after 3 bytes",
            says: ok + "Content-Length: 99\r\n\r\nabc"),
        Case("more bytes than declared", nil, says: ok + "Content-Length: 1\r\n\r\nabcdef"),
        Case("a negative length", "http.malformed", says: ok + "Content-Length: -5\r\n\r\nabcdef"),
        Case("an invalid length", "http.malformed", says: ok + "Content-Length: lots\r\n\r\nabcdef"),
        Case("two lengths", "http.malformed", says: ok + "Content-Length: 1\r\nContent-Length: 3\r\n\r\nabc"),
        Case("HTTP/0.9", "http.malformed", says: "<html>hello</html>"),
        Case("random bytes", "http.malformed", says: "\u{1}\u{2}\u{3}\r\n\r\n\r\n"),
        Case("an HTTP/2 preface", "http.malformed", says: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
        // libcurl accepts it as such.
        Case("HTTP/2 without TLS", nil, says: "HTTP/2 200\r\nContent-Length: 0\r\n\r\n"),
        Case("HTTP/9.9", "http.malformed", says: "HTTP/9.9 200 OK\r\nContent-Length: 0\r\n\r\n"),
        Case("an invalid status", "http.malformed", says: "HTTP/1.1 xyz\r\n\r\n"),
        Case("a status out of range", "http.malformed", says: "HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"),
        Case(
            "an unrequested protocol switch", "http.malformed",
            says: "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n\u{1}"),
        Case(
            "a chunk without a size", "http.malformed", says: ok + "Transfer-Encoding: chunked\r\n\r\nnot a size\r\n"),
        Case(
            "a chunk without an end", "http.malformed", says: ok + "Transfer-Encoding: chunked\r\n\r\n3\r\nabcdef\r\n"),
        Case(
            "a chunk of 2^64 bytes", "http.malformed",
            says: ok + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff0\r\na"),
        Case("a coding that is not gzip", "http.malformed", says: ok + "Content-Encoding: gzip\r\n\r\nplain text"),
        Case(
            "a coding that is not deflate", "http.malformed", "cannot be unpacked (Content-Encoding: deflate)",
            says: ok + "Content-Encoding: deflate\r\n\r\nplain text"),
        Case("an unknown coding", "http.malformed", says: ok + "Content-Encoding: nonsense\r\n\r\nplain"),
        Case("gzip within gzip", "http.malformed", "coded more than once") {
            $0.say(ok + "Content-Encoding: gzip, gzip, gzip\r\nContent-Length: \(NestedGzip.bytes.count)\r\n\r\n")
            $0.send(NestedGzip.bytes)
        },
        Case("gzip within gzip, in several fields", "http.malformed", "coded more than once") {
            $0.say("HTTP/1.1 103 Early Hints\r\ncontent-encoding: GZIP\r\n\r\n")
            $0.say(ok + "Transfer-Encoding: gzip\r\nCONTENT-ENCODING: identity,gzip ,\r\nConnection: close\r\n\r\n")
            $0.send(NestedGzip.bytes)
        },
        Case(
            "fifty content codings", "http.malformed",
            says: ok + "Content-Encoding: \(Array(repeating: "gzip", count: 50).joined(separator: ", "))\r\n\r\nplain"),
        Case("a gigabyte of zeros", nil) {
            $0.say(ok + "Content-Encoding: gzip\r\n\r\n")
            $0.send(Zeros.head)
            while $0.send(Zeros.more) {}
        },
        Case("a hundred cookies", nil) { peer in
            let cookies = (1...100).map { "Set-Cookie: c\($0)=\(String(repeating: "x", count: 100))\r\n" }.joined()
            peer.say("\(ok)\(cookies)Content-Length: 0\r\n\r\n")
        },
        Case(
            "fields with control characters", "http.gateway-error", #""server":"a\u001b[2J"#,
            says: "HTTP/1.1 503 No\r\nServer: a\u{1b}[2J\u{8}b\r\nContent-Length: 0\r\n\r\n"),
    ]

    private static func sleepBriefly() {
        var time = timespec(tv_sec: 0, tv_nsec: 100_000_000)
        nanosleep(&time, nil)
    }

    @Test(
        "what a server may send is limited, and each violation has a cause", .timeLimit(.minutes(3)), arguments: cases)
    func answers(case: Case) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                `case`.answer(peer)
            })
        let before = MemoryPeak.residentBytes
        let report = try await Asked.report(server, within: `case`.limit)
        #expect(MemoryPeak.residentBytes - before < 512 << 20)
        #expect(report.cause?.id == `case`.cause, "\(report.json)")
        #expect(report.json.contains(`case`.words), "\(report.json)")
        #expect((report.http?.bodyBytes ?? 0) <= 1 << 20)
        #expect(!report.json.utf8.contains { $0 < 0x20 })
        for finding in report.findings {
            #expect(!finding.summary.contains("{") || finding.summary.contains("\\u{"), "\(finding.summary)")
        }
    }

    @Test(
        "a server that greets in another protocol is named",
        arguments: [
            ("SSH-2.0-OpenSSH_9.6\r\n", "it speaks SSH"), ("+OK ready\r\n", "it greets like a POP3 server (+OK ready)"),
        ])
    func otherProtocol(greeting: String, words: String) async throws {
        let report = try await Asked.report(try RawServer(.greets(greeting)))
        let cause = try #require(report.cause)
        #expect(cause.id == "http.malformed" && cause.summary.hasSuffix(words), "\(report.json)")
    }

    @Test(
        "a port that expects TLS is recognised by what servers say to a request without it",
        arguments: [
            ("<center>The plain HTTP request was sent to HTTPS port</center>", true),
            ("Reason: You're speaking plain HTTP to an SSL-enabled server port.<br />", true),
            ("Client sent an HTTP request to an HTTPS server.\n", true), ("<h1>Bad Request</h1>", false),
        ])
    func secondScheme(body: String, isTLS: Bool) async throws {
        let server = try RawServer(.answers("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n\(body)"))
        let report = try await Asked.report(server)
        let cause = try #require(report.cause)
        #expect(cause.id == "http.client-error", "\(report.json)")
        #expect(cause.summary.hasSuffix("answers 400: it expects TLS on this port") == isTLS, "\(cause.summary)")
        let step = "Use TLS: netdiag check https://\(server.address)/"
        #expect(cause.advice.contains(step) == isTLS, "\(cause.advice)")
    }

    @Test("a stream of events, which has no end, works when its first data has come", arguments: [true, false])
    func events(hasRule: Bool) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(Self.ok + "Content-Type: text/Event-Stream; charset=utf-8\r\n\r\ndata: first\n\n")
                while peer.say("data: more\n\n") { Self.sleepBriefly() }
            })
        var probe = ProbeSettings()
        if hasRule { probe.http.rules = [.contains("data: more")] }
        let report = try await Asked.report(server, within: hasRule ? .seconds(5) : .ample, probe)
        #expect(report.status == .connectionUp && report.http?.isBodyCut == true, "\(report.json)")
        #expect(report.http?.detail == nil && report.http?.status == 200, "\(report.json)")
    }

    @Test("a stream of events without any event, and one that refuses, are faults", arguments: [200, 503])
    func noEvents(status: Int) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say("HTTP/1.1 \(status) X\r\nContent-Type: text/event-stream\r\n\r\n\(status == 200 ? "" : "x")")
                peer.waitForEnd()
            })
        let report = try await Asked.report(server, within: .seconds(5))
        #expect(report.cause?.id == "http.stalled" && report.status == .connectionDown, "\(report.json)")
    }

    @Test(
        "a body that arrives all the time is slow, unless the settings need all of it or its parts are tiny",
        arguments: [(2_000, false, true), (2_000, true, false), (1, false, false)])
    func slowBody(size: Int, hasRule: Bool, isSlow: Bool) async throws {
        let part = String(repeating: "x", count: size)
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(Self.ok + "Content-Length: 10000000\r\n\r\n")
                while peer.say(part) { Self.sleepBriefly() }
            })
        var probe = ProbeSettings()
        if hasRule { probe.http.rules = [.contains("the end")] }
        let report = try await Asked.report(server, within: .seconds(5), probe)
        let http = try #require(report.http)
        guard isSlow else {
            #expect(report.cause?.id == "http.stalled" && report.status == .connectionDown, "\(report.json)")
            #expect(http.isUnfinished == nil)
            return
        }
        #expect(
            report.status == .connectionUp && http.isUnfinished == true && http.bodyBytes > 10_000, "\(report.json)")
        let found = try #require(report.findings.first)
        #expect(found.id == "http.slow" && found.severity == .warning, "\(report.json)")
        #expect(found.advice.first?.contains("\(http.bodyBytes) bytes arrived without a pause") == true, "\(found)")
    }

    @Test("content beyond the limits is cut, and the zeros are those of the body")
    func cut() async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(Self.ok + "Content-Encoding: gzip\r\n\r\n")
                peer.send(Zeros.head)
                while peer.send(Zeros.more) {}
            })
        let http = try #require(await Asked.report(server).http)
        #expect(http.isBodyCut == true)
        #expect(http.bodyBytes == 1 << 20)
    }

    @Test("a large body is an error if the target limits it")
    func longBody() async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(Self.ok + "\r\n")
                peer.sayForever("x")
            })
        var probe = ProbeSettings()
        (probe.http.maxBodyBytes, probe.http.isLongBodyWrong) = (2_048, true)
        let report = try await Asked.report(server, probe)
        #expect(report.cause?.id == "http.unexpected-body")
        #expect(report.http?.bodyBytes == 2_048)
    }

    @Test("the phases add up to the total")
    func phases() async throws {
        let server = try RawServer(
            .talks { peer in
                let isFirst = peer.head().hasPrefix("GET /first")
                peer.say(
                    isFirst
                        ? "HTTP/1.1 302 Found\r\nLocation: /second\r\nContent-Length: 0\r\n\r\n"
                        : Self.ok + "Content-Length: 2\r\n\r\nok")
            })
        let http = try #require(await Asked.report(server, path: "/first").http)
        let phases = try #require(http.phases)
        let parts = [
            phases.redirects, phases.resolve, phases.connect, phases.proxy, phases.tls, phases.request,
            phases.firstByte, phases.body,
        ]
        #expect(parts.reduce(Duration.zero) { $0 + ($1?.duration ?? .zero) } == phases.total.duration)
        #expect(phases.redirects != nil && phases.tls == nil && phases.proxy == nil)
        #expect(http.redirects.map(\.status) == [302])
        #expect(http.url.hasSuffix("/second"))
    }

    @Test(
        "the wait for the first byte is as long as the server's, also behind a proxy whose part libcurl does not time")
    func firstByte() async throws {
        let server = try RawServer(
            .talks { peer in
                for answer in [[5, 0], [5, 0, 0, 1, 0, 0, 0, 0, 0, 0]] as [[UInt8]] {
                    _ = peer.read()
                    peer.send(answer)
                }
                _ = peer.head()
                usleep(20_000)
                peer.say(Self.ok + "Content-Length: 2\r\n\r\nok")
            })
        let report = try await Asked.report("http://www.example.net/", through: server, as: .socks5h)
        let phases = try #require(report.http?.phases, "\(report.json)")
        #expect(phases.proxy != nil)
        #expect(phases.firstByte.duration >= .milliseconds(20), "\(report.json)")
    }
}

/// An endless gzip stream of zeros (RFC 1951, RFC 1952).
enum Zeros {
    /// The header, the start of the first block, and a zero.
    static let head: [UInt8] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3] + Array(bytes[..<cut])
    /// 8 KiB of matches, each of which is 258 zeros.
    static let more: [UInt8] = Array(repeating: Array(bytes[cut..<(cut + period)]), count: 630).flatMap(\.self)

    /// Eight matches of 13 bits end at a byte boundary.
    private static let period = 13
    private static let cut = 13

    private static let bytes: [UInt8] = {
        // Not the last block, with fixed codes; then the literal 0.
        var bits: [UInt8] = [0, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
        // Length 258 is symbol 285, distance 1 is symbol 0.
        for _ in 0..<32 { bits += [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0] }
        return stride(from: 0, to: bits.count - 7, by: 8).map { start in
            bits[start..<(start + 8)].enumerated().reduce(0) { $0 | $1.element << UInt8($1.offset) }
        }
    }()
}
