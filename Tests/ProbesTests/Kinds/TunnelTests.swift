import EventLoopKit
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Synchronization
import TargetKinds
import Testing

/// A kind without code for proxies, through proxies that are also the server: the data after their response is the
/// server's.
@Suite("Kinds through a proxy")
struct TunnelTests {
    private func report(
        _ target: String = "greeting://server.example", through server: RawServer, as kind: Proxy.Kind = .http,
        login: Secret? = nil
    ) async throws -> Report {
        defer { withExtendedLifetime(server) {} }
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let kinds = try TargetKinds.builtIn.adding(GreetingKind.self)
        let engine = try DiagnosticEngine(loop: loop, environment: [:], kinds: kinds)
        var options = CheckOptions(timeout: .ample)
        var proxy = Proxy(kind: kind, host: .address(server.address.address), port: server.address.port)
        proxy.authentication = login.map { AuthenticationSettings(source: .given($0)) }
        options.probe.proxy = .through(proxy)
        return try await engine.check(
            CheckRequest(Target(target, schemes: kinds.schemes), settings: options), on: loop)
    }

    @Test("CONNECT is sent, and every byte after the response is passed on")
    func connect() async throws {
        let heads = Mutex<[String]>([])
        let server = try RawServer(
            .talks { peer in
                let head = peer.head()
                heads.withLock { $0.append(head) }
                // It is sent at once, so that it arrives in one segment.
                peer.say("HTTP/1.1 200 OK\r\nX: y\r\n\r\nhello\r\n")
                _ = peer.read()
            })
        let report = try await report(through: server)
        #expect(report.status == .connectionUp, "\(report.json)")
        #expect(report.proxy?.outcome == .passed && server.accepted == 1)
        #expect(heads.withLock { $0.first?.hasPrefix("CONNECT server.example:4000 HTTP/1.1\r\n") } == true)
        #expect(report.layers.first { $0.layer == .dns } == nil, "\(report.json)")
    }

    @Test("a SOCKS5 proxy is used, with its login, which the report does not contain")
    func socks() async throws {
        let asked = Mutex<[[UInt8]]>([])
        let server = try RawServer(
            .talks { peer in
                func hear() { asked.withLock { $0.append(peer.read() ?? []) } }
                hear()
                peer.send([5, 2])
                hear()
                peer.send([1, 0])
                hear()
                peer.send([5, 0, 0, 1, 0, 0, 0, 0, 0, 0] + Array("hello\r\n".utf8))
                _ = peer.read()
            })
        let secret = Secret(.password(user: "alice", password: "s3cret"))
        let report = try await report(through: server, as: .socks5h, login: secret)
        #expect(report.status == .connectionUp, "\(report.json)")
        #expect(report.proxy?.outcome == .passed && !report.json.contains("s3cret"))
        let words = asked.withLock { $0 }
        #expect(words.dropFirst().first == [1, 5] + Array("alice".utf8) + [6] + Array("s3cret".utf8))
        #expect(words.last == [5, 1, 0, 3, 14] + Array("server.example".utf8) + [0x0f, 0xa0])
    }

    @Test("TLS is established in the tunnel")
    func secure() async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say("HTTP/1.1 200 OK\r\n\r\n")
                _ = peer.read()
                peer.say("this is no TLS at all\r\n")
            })
        let report = try await report("greetings://server.example", through: server)
        #expect(report.cause?.id == "tls.not-tls" && report.proxy?.outcome == .passed, "\(report.json)")
    }

    @Test(
        "nothing is sent to the target if the proxy refuses",
        arguments: [
            ("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n", "proxy.refused"),
            (
                "HTTP/1.1 407 Login\r\nProxy-Authenticate: Basic realm=\"x\"\r\nContent-Length: 0\r\n\r\n",
                "proxy.auth-required"
            ),
            ("", "proxy.failed"), ("SSH-2.0-OpenSSH_9.2\r\n", "proxy.failed"),
            ("HTTP/1.1 200 OK\r\nX-Half: ", "proxy.failed"),
            ("hello\r\n", "proxy.failed"),
        ] as [(String, CauseID)])
    func refused(says: String, cause: CauseID) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.head()
                peer.say(says)
            })
        let report = try await report(through: server)
        #expect(report.cause?.id == cause && report.status == .connectionDown, "\(report.json)")
        #expect(report.layers.last?.layer == .kind("greeting") && report.layers.last?.status == .noErr)
    }

    @Test(
        "nothing is sent to the target if a SOCKS5 proxy refuses, closes or uses another protocol",
        arguments: [
            ([5, 0, 5, 2, 0, 1, 0, 0, 0, 0, 0, 0], "proxy.refused"), ([5, 0xff], "proxy.auth-required"),
            ([5, 0], "proxy.failed"),
            ([0x48, 0x54, 0x54, 0x50], "proxy.failed"),
        ] as [([UInt8], CauseID)])
    func socksRefused(says: [UInt8], cause: CauseID) async throws {
        let server = try RawServer(
            .talks { peer in
                _ = peer.read()
                peer.send(Array(says.prefix(2)))
                guard says.count > 2 else { return }
                if says[0] == 5 { _ = peer.read() }
                peer.send(Array(says.dropFirst(2)))
            })
        let report = try await report(through: server, as: .socks5h)
        #expect(report.cause?.id == cause, "\(report.json)")
        #expect(report.layers.last?.status == .noErr)
    }

    @Test("a proxy with TLS is not used, since its connection cannot be passed on")
    func proxyInTLS() async throws {
        let server = try RawServer(.silent)
        let report = try await report(through: server, as: .https)
        #expect(report.cause?.id == "proxy.misconfigured" && report.proxy?.detail?.contains("socks5h") == true)
    }
}
