import KindTesting
import NetworkDiagnostics
import NetworkModel
import Testing

@Suite("Hostile proxies", .serialized)
struct HostileProxyTests {
    private static let https = "https://www.example.net/"

    private func proxy(_ answer: @escaping @Sendable (RawPeer) -> Void) throws -> RawServer {
        try RawServer(
            .talks { peer in
                _ = peer.head()
                answer(peer)
            })
    }

    @Test(
        "responses of an HTTP proxy to CONNECT",
        arguments: [
            ("", "proxy.failed"), ("SSH-2.0-OpenSSH_9.2\r\n", "proxy.failed"), ("\u{1}\0\u{2}\r\n\r\n", "proxy.failed"),
            ("HTTP/1.1 200 OK\r\nX-Half: ", "proxy.failed"), ("HTTP/1.1 xyz\r\n\r\n", "proxy.failed"),
            ("HTTP/1.1 200\0 OK\r\n\r\n", "proxy.failed"),
            ("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", "proxy.refused"),
            ("HTTP/1.1 503 No\r\nX-Squid-Error: ERR_DNS_FAIL 0\r\nContent-Length: 0\r\n\r\n", "proxy.refused"),
            ("HTTP/1.1 302 Found\r\nLocation: file:///etc/passwd\r\nContent-Length: 0\r\n\r\n", "proxy.refused"),
            (
                "HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
                "proxy.auth-required"
            ),
            ("HTTP/1.1 407 Login\r\nContent-Length: 0\r\n\r\n", "proxy.auth-required"),
        ] as [(String, CauseID)])
    func connect(says: String, cause: CauseID) async throws {
        let server = try proxy { $0.say(says) }
        let report = try await Asked.report(Self.https, through: server)
        #expect(report.cause?.id == cause, "\(report.json)")
        #expect(server.accepted == 1)
    }

    @Test("a tunnel filled with random bytes is a TLS fault of the target")
    func garbage() async throws {
        let server = try proxy { peer in
            peer.say("HTTP/1.1 200 OK\r\n\r\n")
            _ = peer.read()
            peer.sayForever("this is no TLS at all\r\n")
        }
        let report = try await Asked.report(Self.https, through: server)
        #expect(report.cause?.id == "tls.not-tls", "\(report.json)")
        #expect(report.proxy?.outcome == .passed)
    }

    @Test("endless responses to CONNECT are limited", arguments: ["200 OK", "407 Login", "502 Bad"])
    func endless(status: String) async throws {
        let server = try proxy { peer in
            peer.say("HTTP/1.1 \(status)\r\n")
            peer.sayForever("X-Filler: \(String(repeating: "x", count: 100))\r\n")
        }
        let before = MemoryPeak.residentBytes
        let report = try await Asked.report(Self.https, through: server)
        #expect(report.cause?.layer == .proxy, "\(report.json)")
        if status == "200 OK" {
            #expect(report.cause?.id == "proxy.failed" && report.json.contains("256 KiB"), "\(report.json)")
        }
        #expect(MemoryPeak.residentBytes - before < 512 << 20)
    }

    @Test("an endless body of a refusal ends with the check")
    func endlessRefusal() async throws {
        let server = try proxy { peer in
            peer.say("HTTP/1.1 403 No\r\n\r\n")
            peer.sayForever("x")
        }
        let report = try await Asked.report(Self.https, through: server, within: .seconds(10))
        #expect(report.cause?.id == "proxy.refused", "\(report.json)")
    }

    @Test(
        "an endless body of a demand for a login does not block the loop",
        arguments: ["Content-Length: 99999999999", "Transfer-Encoding: chunked"])
    func endlessDemand(field: String) async throws {
        let flood = Flood()
        let server = try proxy { peer in
            peer.say("HTTP/1.1 407 Login\r\n\(field)\r\n\r\n")
            flood.pour("1000\r\n\(String(repeating: "x", count: 4_096))\r\n", to: peer)
        }
        let report = try await Asked.report(Self.https, through: server)
        #expect(report.cause?.id == "proxy.auth-required", "\(report.json)")
        #expect(flood.isCut)
    }

    @Test("a silent proxy", arguments: [Proxy.Kind.http, .https, .socks5h])
    func silent(kind: Proxy.Kind) async throws {
        let server = try RawServer(.silent)
        let report = try await Asked.report(Self.https, through: server, as: kind, within: .seconds(8))
        #expect(report.cause?.id.layer == .proxy, "\(report.json)")
        #expect(report.status == .connectionDown)
    }

    @Test("a proxy that asks for a login repeatedly does not get a password twice", arguments: ["Basic", "Digest"])
    func loginLoop(scheme: String) async throws {
        let heads = Heads()
        let challenge = scheme == "Basic" ? "realm=\"x\"" : "realm=\"x\", nonce=\"abc\", qop=\"auth\""
        let server = try RawServer(
            .talks { peer in
                while true {
                    let head = peer.head()
                    guard !head.isEmpty else { return }
                    heads.add(head)
                    peer.say(
                        "HTTP/1.1 407 Login\r\nProxy-Authenticate: \(scheme) \(challenge)\r\nContent-Length: 0\r\n\r\n")
                }
            })
        let login = Secret(.password(user: "alice", password: "s3cret"))
        let report = try await Asked.report(Self.https, through: server, login: login)
        #expect(report.cause?.id == "proxy.auth-rejected", "\(report.json)")
        #expect(!report.json.contains("s3cret"))
        #expect(heads.all.filter { $0.contains("Proxy-Authorization:") }.count == 1, "\(heads.all)")
    }

    @Test(
        "responses of a SOCKS proxy",
        arguments: [
            [], [0x00], [0x04, 0x00], Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), [0x05, 0xff], [0x05, 0x7f],
            [0x05, 0x00] + [0x05, 0x01, 0, 1, 0, 0, 0, 0, 0, 0], [0x05, 0x00] + [0x05, 0x00, 0, 9, 0, 0],
            [0x05, 0x00] + [0x04, 0x00, 0, 1, 0, 0, 0, 0, 0, 0], [0x05, 0x00] + [0x05, 0xee, 0, 1, 0, 0, 0, 0, 0, 0],
            [0x05, 0x00] + [0x05, 0x00, 0, 3, 255] + Array(repeating: 0x41, count: 20),
        ] as [[UInt8]], [Proxy.Kind.socks5h])
    func socks(says: [UInt8], kind: Proxy.Kind) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.read()
                peer.send(Array(says.prefix(2)))
                guard says.count > 2 else { return }
                _ = peer.read()
                peer.send(Array(says.dropFirst(2)))
            })
        let report = try await Asked.report(Self.https, through: server, as: kind)
        #expect(report.cause?.id.layer == .proxy, "\(says): \(report.json)")
        #expect(report.status == .connectionDown)
    }

    @Test("an endless SOCKS response")
    func endlessSOCKS() async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.read()
                peer.sayForever("\u{5}\0")
            })
        let report = try await Asked.report(Self.https, through: server, as: .socks5h)
        #expect(report.status == .connectionDown, "\(report.json)")
    }

    @Test("a page through a forwarding proxy: the proxy's refusals are its own")
    func forwarding() async throws {
        let server = try proxy {
            $0.say("HTTP/1.1 503 No\r\nX-Squid-Error: ERR_CONNECT_FAIL 111\r\nContent-Length: 0\r\n\r\n")
        }
        let report = try await Asked.report("http://www.example.net/", through: server)
        #expect(report.cause?.id == "proxy.refused" && report.json.contains("ERR_CONNECT_FAIL"), "\(report.json)")
        let origin = try proxy { $0.say("HTTP/1.1 503 No\r\nContent-Length: 0\r\n\r\n") }
        #expect(try await Asked.report("http://www.example.net/", through: origin).cause?.id == "http.gateway-error")
    }

    @Test("the layers of a report are in the documented order")
    func order() async throws {
        let server = try proxy { $0.say("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n") }
        let report = try await Asked.report(Self.https, through: server)
        #expect(report.layers.map(\.layer) == [.link, .address, .tls, .proxy, HTTPEvidence.layer])
        let direct = try await Asked.report(try proxy { $0.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n") })
        #expect(direct.layers.map(\.layer) == [.link, .address, .tcp, HTTPEvidence.layer])
    }
}
