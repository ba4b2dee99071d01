import EventLoopKit
import Glibc
import KindTesting
import NetworkModel
import Synchronization
import Testing

@testable import Probes

/// Exchanges without libcurl, compared with those of libcurl.
@Suite("Plain HTTP exchange")
struct PlainExchangeTests {
    let loop: EventLoop
    let engine: CurlEngine

    init() throws {
        loop = try EventLoop()
        engine = CurlEngine.make(on: loop)
    }

    private func observe(
        _ server: RawServer, method: String = "GET", throughCurl: Bool = false, within limit: Duration = .ample,
        settings: HTTPSettings = HTTPSettings(), host: Host? = nil, path: String = "/"
    ) async throws -> HTTPProbe.Observation {
        defer { withExtendedLifetime(server) {} }
        let address = server.address
        var probe = HTTPProbe(
            engine: engine, secure: false, host: host ?? .address(address.address), port: address.port, path: path)
        probe.settings = settings
        probe.settings.method = method
        // A field that is left to libcurl.
        if throughCurl { probe.settings.fields.append(try .init(name: "Keep-Alive", value: "1")) }
        let asked = probe
        // As in a check of the daemon; Swift's pool may be busy with other tests.
        let result = try await withTaskExecutorPreference(loop) {
            try await TCPProbe(addresses: [address], loop: loop).observe(until: .now + .ample) {
                try await asked.observe(over: $0, within: limit)
            }
        }
        return try #require(result.upper)
    }

    private func text(_ observed: HTTPProbe.Observation) -> String {
        var http = observed.http
        // libcurl takes the end of an empty response for its first byte.
        let hasBegun = http?.firstByte != nil && http?.outcome != .closed
        http?.firstByte = hasBegun ? .init(.zero) : nil
        http?.phases = nil
        return "\(String(describing: http)) \(String(describing: observed.redirect))"
    }

    /// Compares a response sent in these parts.
    private func compare(_ parts: [[UInt8]], method: String, isReset: Bool = false) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                for part in parts { peer.send(part) }
                if isReset { peer.reset() }
            })
        var settings = HTTPSettings()
        settings.rules = [.contains("ok")]
        settings.keepsAnswer = true
        settings.maxBodyBytes = 1_024
        let plain = try await observe(server, method: method, settings: settings)
        let library = try await observe(server, method: method, throughCurl: true, settings: settings)
        let bytes = String(decoding: parts.joined(), as: UTF8.self)
        #expect(text(plain) == text(library), "\(method), reset: \(isReset): \(bytes.debugDescription)")
        #expect(server.accepted == 2)
    }

    private static let responses = [
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok and more than that",
        "HTTP/1.1 200 OK\r\ncontent-length:2\r\nServer:  lab \r\nX-A: b\r\n\r\nno",
        "HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nokk",
        "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok", "HTTP/1.1 200 OK\r\n\r\nok until the end",
        "HTTP/1.0 200\r\n\r\nok", "HTTP/1.1 204 No Content\r\n\r\n",
        "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 503 \r\nRetry-After: 7\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n3\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;a=b\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\nTrailer: x\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n-2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Encoding: chunked\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Encoding: identity foo\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Encoding: identity\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 301 Moved\r\nLocation: ../b?c\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n",
        "HTTP/1.1 304 Not Modified\r\n\r\n", "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic, Digest\r\n\r\n",
        "HTTP/1.1 200 OK\nContent-Length: 2\n\nok", "HTTP/1.1 200 OK\r\nA: b\r\n c\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nno colon\r\nContent-Length: 2\r\n\r\nok",
        "HTTP/1.1 200 OK\r\nContent-Length : 2\r\n\r\nok", "HTTP/1.1 200 OK\r\nContent-", "HTTP/1.1 2", "SSH-2.0-x\r\n",
        "HTTP/2 200\r\n\r\nok", "HTTP/1.1 99 x\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\nok", "\r\nHTTP/1.1 200 OK\r\n\r\nok",
        "", "\0",
        "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n" + String(repeating: "ok", count: 1_000),
        "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "ok", count: 1_000),
    ]

    @Test("every response is judged as by libcurl, over one connection", arguments: ["GET", "HEAD"])
    func responses(method: String) async throws {
        for response in Self.responses {
            let bytes = Array(response.utf8)
            try await compare([bytes], method: method)
            try await compare([bytes], method: method, isReset: true)
        }
        loop.shutdown()
    }

    @Test("changed responses are judged as by libcurl", arguments: 1...4)
    func changes(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let odd: [UInt8] = [0, 9, 10, 13, 0x20, 0x2c, 0x2d, 0x2b, 0x30, 0x3a, 0x3b, 0x41, 0x7f, 0xc3]
        for _ in 0..<60 {
            var bytes = Array(Self.responses.randomElement(using: &random)!.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = odd.randomElement(using: &random)!
                case 1: bytes.remove(at: index)
                default: bytes.insert(odd.randomElement(using: &random)!, at: index)
                }
            }
            let cut = Int.random(in: 0...bytes.count, using: &random)
            try await compare([Array(bytes[..<cut]), Array(bytes[cut...])], method: "GET")
        }
        loop.shutdown()
    }

    @Test("the request has the same bytes as libcurl's")
    func requests() async throws {
        let seen = Mutex<[String]>([])
        let server = try RawServer(
            .talks { peer in
                let head = peer.head()
                seen.withLock { $0.append(head.replacing("Keep-Alive: 1\r\n", with: "")) }
                peer.say("HTTP/1.1 204 No Content\r\n\r\n")
            })
        var settings = HTTPSettings()
        settings.fields = [try .init(name: "X-A", value: "b  c"), try .init(name: "Accept-Language", value: "de")]
        for (host, path) in [
            (nil, "/"), (Host.name("www.example.test"), "/a/b.c?d=e&f=%20"), (.name("a_b-1.test"), "/~x;y=(1)"),
            (.name("localhost"), "/.well-known/x"), (.name("Upper.Test"), "/a/../b"), (.name("a.test."), "/a"),
        ] as [(Host?, String)] {
            for method in ["GET", "HEAD", "OPTIONS"] {
                for compresses in [true, false] {
                    settings.acceptsCompression = compresses
                    for throughCurl in [false, true] {
                        _ = try await observe(
                            server, method: method, throughCurl: throughCurl, settings: settings, host: host, path: path
                        )
                    }
                    let pair = seen.withLock { seen in
                        defer { seen = [] }
                        return seen
                    }
                    #expect(pair.count == 2)
                    #expect(pair.first == pair.last, "\(method) \(path)")
                }
            }
        }
        loop.shutdown()
    }

    @Test("a name with letters beyond ASCII is sent in its DNS form, whatever the locale", arguments: [false, true])
    func international(throughCurl: Bool) async throws {
        let seen = Mutex<String>("")
        let server = try RawServer(
            .talks { peer in
                let head = peer.head()
                seen.withLock { $0 = head }
                peer.say("HTTP/1.1 302 Found\r\nLocation: /b\r\nContent-Length: 0\r\n\r\n")
            })
        let observed = try await observe(server, throughCurl: throughCurl, host: .name("bücher.test"), path: "/a")
        let port = server.address.port
        #expect(seen.withLock(\.self).contains("\r\nHost: xn--bcher-kva.test:\(port)\r\n"))
        #expect(observed.http?.status == 302)
        // Reports have the name as it was written, and so do the settings for the next request.
        #expect(observed.http?.url == "http://bücher.test:\(port)/a")
        #expect(observed.redirect == "http://bücher.test:\(port)/b")
        loop.shutdown()
    }

    @Test("a response that stops is waited for up to the limit")
    func stalls() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (response, outcome) in [
                ("", HTTPEvidence.Outcome.noAnswer), ("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal", .stalled),
                ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nab", .stalled),
                ("HTTP/1.1 2", .noAnswer),
            ] {
                group.addTask {
                    let server = try RawServer(.stalls(response))
                    let begun = ContinuousClock.now
                    // A busy machine may take seconds until the server has sent its part.
                    let http = try #require(await observe(server, within: .seconds(12)).http)
                    #expect(http.outcome == outcome, "\(response) \(http.detail ?? "")")
                    #expect(http.detail?.hasPrefix("Operation timed out after ") == true)
                    #expect(http.detail?.contains(" after 12000 milliseconds") == true)
                    #expect(begun.duration(to: .now) >= .milliseconds(11_900))
                }
            }
            try await group.waitForAll()
        }
        loop.shutdown()
    }

    /// With all of the time again, it would end long after the exchange that begins at the same time, and has only some seconds
    /// more.
    @Test("a response that begins late has the rest of the time, and not all of it again")
    func late() async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                var pause = timespec(tv_sec: 10, tv_nsec: 0)
                nanosleep(&pause, nil)
                peer.say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal")
                peer.waitForEnd()
            })
        let silent = try RawServer(.silent)
        let isOver = Mutex(false)
        let longer = Task {
            _ = try await observe(silent, within: .seconds(26))
            isOver.withLock { $0 = true }
        }
        let http = try #require(try await observe(server, within: .seconds(20)).http)
        #expect(!isOver.withLock { $0 })
        #expect(http.outcome == .stalled)
        #expect(http.detail?.hasPrefix("Operation timed out after 20000 milliseconds") == true)
        try await longer.value
        loop.shutdown()
    }

    @Test("a response that begins slowly continues through libcurl")
    func slow() async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                for part in ["HTTP/1.1 200 OK\r\n", "Content-Length: 40\r\n\r\n"] + Array(repeating: "ok", count: 20) {
                    guard peer.say(part) else { return }
                    var pause = timespec(tv_sec: 0, tv_nsec: part == "ok" ? 1_000_000 : 150_000_000)
                    nanosleep(&pause, nil)
                }
            })
        let http = try #require(await observe(server).http)
        #expect(http.outcome == .response)
        #expect(http.bodyBytes == 40)
        #expect(server.accepted == 1)
        loop.shutdown()
    }

    @Test("endless data ends the exchange")
    func endless() async throws {
        for (head, text) in [
            ("HTTP/1.1 200 OK\r\n", "X-Filler: x\r\n"), ("HTTP/1.1 200 OK\r\n\r\n", "ok"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", "5;x=y\r\nabcde\r\n"),
            ("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;", "xxxxxxxx"),
        ] {
            let server = try RawServer(
                .talks { peer in
                    _ = peer.head()
                    peer.say(head)
                    peer.sayForever(text)
                })
            let plain = try #require(await observe(server).http)
            let library = try #require(await observe(server, throughCurl: true).http)
            #expect(plain.outcome == library.outcome, "\(head)\(text)")
        }
        loop.shutdown()
    }

    @Test("cancellation ends an exchange at once")
    func cancellation() async throws {
        for response in ["", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhal"] {
            let server = try RawServer(.stalls(response))
            let task = Task { try await observe(server, within: .seconds(60)) }
            await server.waitForConnection()
            try await Task.sleep(for: .milliseconds(200))
            task.cancel()
            await #expect(throws: (any Error).self) { try await task.value }
        }
        loop.shutdown()
    }
}
