import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Testing

@Suite("Hostile WebSocket servers", .serialized)
struct HostileWebSocketTests {
    /// A server with a correct handshake, followed by the given behaviour.
    private func server(
        _ fields: String = "", accept: String? = nil, _ talk: @escaping @Sendable (RawPeer) -> Void = { _ in }
    ) throws -> RawServer {
        try RawServer(
            .talks { peer in
                let key = peer.head().split(separator: "\r\n").first { $0.hasPrefix("Sec-WebSocket-Key: ") }?.dropFirst(
                    19)
                // RFC 6455 section 1.3.
                let digest = sha1(Array("\(key ?? "")258EAFA5-E914-47DA-95CA-C5AB0DC85B11".utf8))
                peer.say(
                    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: \(accept ?? Data(digest).base64EncodedString())\r\n\(fields)\r\n")
                talk(peer)
            })
    }

    private func report(
        _ server: RawServer, within limit: Duration = .ample, expect: String? = nil, send: String? = nil,
        subprotocols: [String] = []
    ) async throws -> Report {
        var probe = ProbeSettings()
        probe.webSocket.expected = expect
        probe.webSocket.message = send
        probe.webSocket.subprotocols = subprotocols
        return try await Asked.report(server, as: "ws", within: limit, probe)
    }

    /// Reads the client's ping and responds to it.
    private static func pong(_ peer: RawPeer) { peer.send(frame(0x8a, unmasked(peer))) }

    private static func frame(_ first: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [first, UInt8(payload.count)] + payload
    }

    /// The payload of a client's frame of at most 125 bytes.
    private static func unmasked(_ peer: RawPeer) -> [UInt8] {
        guard peer.read(1) != nil, let length = peer.read(1)?.first.map({ Int($0 & 0x7f) }), let mask = peer.read(4),
            length > 0, let payload = peer.read(length)
        else { return [] }
        return payload.enumerated().map { $1 ^ mask[$0 % 4] }
    }

    @Test("a server that behaves correctly")
    func good() async throws {
        let server = try server { peer in
            Self.pong(peer)
            peer.send(Self.frame(0x81, Self.unmasked(peer)))
            peer.send(Self.frame(0x88, Self.unmasked(peer)))
        }
        let report = try await report(server, expect: "^hello$", send: "hello")
        #expect(report.cause == nil && report.status == .connectionUp, "\(report.json)")
        #expect(report.ws?.roundTrip != nil && report.ws?.answer != nil && report.ws?.closeCode == 1000)
    }

    @Test("messages that are costly to match are not matched without limit")
    func costlyMessages() async throws {
        let server = try server { peer in
            Self.pong(peer)
            let message = Self.frame(0x81, Array((String(repeating: "a", count: 120) + "b").utf8))
            while peer.send(message) {}
        }
        let report = try await report(server, expect: "^(a+)+$")
        #expect(report.ws?.detail?.contains("too many steps") == true, "\(report.json)")
    }

    @Test(
        "invalid handshakes",
        arguments: [
            ("Sec-WebSocket-Extensions: permessage-deflate\r\n", "extension"),
            ("Sec-WebSocket-Protocol: other\r\n", "was not offered"), ("", "none of the subprotocols"),
        ])
    func handshake(fields: String, words: String) async throws {
        let report = try await report(try server(fields) { $0.waitForEnd() }, subprotocols: ["chat"])
        #expect(report.cause?.id == "ws.handshake-invalid", "\(report.json)")
        #expect(report.cause?.summary.contains(words) == true, "\(report.json)")
    }

    @Test("a response to another handshake", arguments: ["", "bGFiIGxhYiBsYWIgbGFiIGxhYiA=", "\u{1b}[2J"])
    func wrongKey(accept: String) async throws {
        let report = try await report(try server(accept: accept) { $0.waitForEnd() })
        #expect(report.cause?.id == "ws.handshake-invalid", "\(report.json)")
        #expect(!report.json.utf8.contains(0x1b))
    }

    @Test(
        "responses that are not handshakes",
        arguments: [
            ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "ws.upgrade-refused"),
            ("HTTP/1.1 200 OK\r\n\r\nok", "ws.upgrade-refused"),
            ("HTTP/1.1 426 Upgrade Required\r\nUpgrade: websocket\r\nContent-Length: 0\r\n\r\n", "ws.upgrade-refused"),
            ("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", "ws.upgrade-refused"),
            (
                "HTTP/1.1 401 Login\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
                "http.auth-required"
            ),
            ("SSH-2.0-OpenSSH_9.2\r\n", "http.malformed"), ("", "tcp.closed"),
            ("HTTP/1.1 101 Switching Protocols\r\n\r\n", "ws.handshake-invalid"),
        ] as [(String, CauseID)])
    func noHandshake(says: String, cause: CauseID) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(says)
            })
        let report = try await report(server)
        #expect(report.cause?.id == cause, "\(report.json)")
    }

    @Test("the destination of a redirect is known, also if the response has a body that is not read")
    func redirected() async throws {
        for (location, end) in [
            ("/chat?a", "/chat?a"), ("//b.example/", "ws://b.example/"),
            ("https://a:b@b.example/c", "https://b.example/c"),
        ] {
            let server = try RawServer(
                .talks { peer in
                    _ = peer.head()
                    peer.say("HTTP/1.1 301 Moved\r\nLocation: \(location)\r\nContent-Length: 5\r\n\r\nmoved")
                })
            let report = try await report(server)
            let wanted = location == "/chat?a" ? "ws://\(server.address)\(end)" : end
            #expect(report.ws?.status == 301 && report.ws?.location == wanted, "\(report.json)")
            #expect(report.cause?.advice.contains { $0.contains("netdiag check ") } == true, "\(report.json)")
        }
    }

    @Test("endless heads and bodies are limited", arguments: ["HTTP/1.1 101 Switching\r\n", "HTTP/1.1 404 No\r\n\r\n"])
    func endless(begins: String) async throws {
        let flood = Flood()
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(begins)
                flood.pour("X-Filler: x\r\n", to: peer)
            })
        let report = try await report(server)
        #expect(flood.isCut)
        #expect(
            report.cause?.id == (begins.contains("404") ? "ws.upgrade-refused" : "http.malformed"), "\(report.json)")
    }

    @Test(
        "frames that violate the protocol", .timeLimit(.minutes(3)),
        arguments: [
            ("masked", [0x81, 0x83, 1, 2, 3, 4, 5, 6, 7]), ("compressed without an extension", [0xc1, 1, 0]),
            ("a reserved opcode", [0x83, 0]), ("a reserved control opcode", [0x8b, 0]),
            ("a ping in fragments", [0x09, 0]), ("a ping of 126 bytes", [0x89, 126, 0, 126]),
            ("a continuation of nothing", [0x80, 0]), ("a message within another", [0x01, 0, 0x01, 0]),
            ("a text that is not UTF-8", [0x81, 1, 0xff]), ("a long form of a short length", [0x81, 126, 0, 5]),
            ("a longer form of a length", [0x81, 127, 0, 0, 0, 0, 0, 0, 0xff, 0xff]),
            ("the highest bit of a length", [0x81, 127, 0x80, 0, 0, 0, 0, 1, 0, 0]),
            ("16 MiB that are only announced", [0x82, 127, 0, 0, 0, 0, 1, 0, 0, 0]),
            ("a close frame of one byte", [0x88, 1, 3]),
        ] as [(String, [UInt8])])
    func broken(name: String, bytes: [UInt8]) async throws {
        let server = try server { peer in
            Self.pong(peer)
            peer.send(bytes)
            peer.waitForEnd()
        }
        // It is told at once: the limit of the check is longer than that of the test.
        let report = try await report(server, within: .seconds(300), expect: "never")
        #expect(report.cause?.id == "ws.protocol-error", "\(name): \(report.json)")
    }

    @Test(
        "close codes",
        arguments: [
            (1000, "ws.closed"), (1001, "ws.closed"), (1002, "ws.protocol-error"), (1003, "ws.closed"),
            (1004, "ws.protocol-error"), (1005, "ws.protocol-error"), (1006, "ws.protocol-error"),
            (1007, "ws.protocol-error"), (1008, "ws.closed"), (1009, "ws.closed"), (1010, "ws.closed"),
            (1011, "ws.closed"), (1012, "ws.closed"), (1013, "ws.closed"), (1014, "ws.closed"),
            (1015, "ws.protocol-error"), (0, "ws.protocol-error"), (999, "ws.protocol-error"),
            (2999, "ws.protocol-error"), (3000, "ws.closed"), (4999, "ws.closed"), (5000, "ws.protocol-error"),
            (65535, "ws.protocol-error"),
        ] as [(Int, CauseID)])
    func closing(code: Int, cause: CauseID) async throws {
        let server = try server { peer in
            Self.pong(peer)
            peer.send(Self.frame(0x88, [UInt8(code >> 8), UInt8(code & 0xff)] + Array("be\u{1b}cause".utf8)))
            // Data after a close frame is ignored.
            peer.send([0x83, 0])
            peer.waitForEnd()
        }
        let report = try await report(server, expect: "never")
        #expect(report.cause?.id == cause, "\(report.json)")
        #expect(report.cause?.summary.contains("\(code)") == true, "\(report.json)")
        #expect(!report.json.utf8.contains(0x1b))
    }

    @Test("a connection that ends without a close frame")
    func noClose() async throws {
        let report = try await report(try server { Self.pong($0) }, expect: "never")
        #expect(report.cause?.id == "ws.closed", "\(report.json)")
    }

    @Test("floods are limited in memory, and end with the check", arguments: ["\u{9}", "\u{1}"])
    func flood(opcode: String) async throws {
        let first: UInt8 = 0x80 | (opcode.utf8.first ?? 0)
        let server = try server { peer in
            let flood: [UInt8] = Array(repeating: [first, 0] as [UInt8], count: 8_192).flatMap(\.self)
            while peer.send(flood) {}
        }
        let before = MemoryPeak.residentBytes
        let report = try await report(server)
        #expect(report.cause?.id == "ws.protocol-error", "\(report.json)")
        #expect(report.cause?.summary.contains("65536 frames") == true)
        #expect(MemoryPeak.residentBytes - before < 512 << 20)
    }

    @Test("a message of many fragments does not cost minutes of work")
    func fragments() async throws {
        let server = try server { peer in
            Self.pong(peer)
            peer.send([0x01, 1, 0x61])
            let more = Array(repeating: [0x00, 1, 0x61] as [UInt8], count: 1_000).flatMap(\.self)
            for _ in 0..<60 { peer.send(more) }
            peer.send([0x80, 0])
            peer.waitForEnd()
        }
        let report = try await report(server, expect: "^a+$")
        #expect(report.cause == nil, "\(report.json)")
        #expect(report.ws?.messageBytes == 60_001)
    }

    @Test("no matching message", arguments: [nil, "other"])
    func unexpected(message: String?) async throws {
        let server = try server { peer in
            Self.pong(peer)
            if let message { peer.send(Self.frame(0x81, Array(message.utf8))) }
            peer.waitForEnd()
        }
        let report = try await report(server, within: .seconds(10), expect: "never")
        #expect(report.cause?.id == "ws.unexpected-message", "\(report.json)")
        #expect(report.cause?.summary.contains(message ?? "none came") == true)
    }
}
