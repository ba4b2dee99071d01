import EventLoopKit
import Foundation
import KindTesting
import NetworkDiagnostics
import NetworkModel
import Synchronization
import TargetKinds
import Testing

/// Credentials, headers, bodies and the like are for one origin and one route. A client that can change a check, or
/// send it elsewhere, must not get them.
@Suite("Settings for one origin and route only", .serialized)
struct OriginBoundTests {
    private static let secret = "s3cret-of-the-target"
    private static let encoded = Data("alice:\(secret)".utf8).base64EncodedString()

    /// Settings with each kind of secret.
    private static func settings(_ scheme: String) throws -> ProbeSettings {
        var settings = ProbeSettings()
        settings.proxy = .direct
        settings.authentication = AuthenticationSettings(
            source: .given(Secret(.password(user: "alice", password: secret))))
        settings.http.fields = [try .init(name: "X-Api-Key", value: secret), try .init(name: "Cookie", value: secret)]
        if scheme == "http" {
            settings.http.method = "POST"
            settings.http.body = .bytes(Array(secret.utf8))
        }
        settings.webSocket.message = secret
        settings.webSocket.subprotocols = [secret]
        settings.ftp.writesIn = "/\(secret)"
        if scheme == "tcp" { settings.script = [.expect("^220"), .send(Array(secret.utf8)), .expect("^250")] }
        return settings
    }

    /// Records everything that clients send, and pretends to be their destination.
    private final class Wiretap: Sendable {
        let heard = Heads()
        let server: RawServer

        init() throws {
            let heard = heard
            server = try RawServer(
                .talks { peer in
                    while let bytes = peer.read() {
                        let text = String(decoding: bytes, as: UTF8.self)
                        heard.add(text)
                        let word = text.prefix { !$0.isWhitespace }
                        switch word {
                        case "CONNECT" where text.contains(":21 "):
                            peer.say("HTTP/1.1 200 OK\r\n\r\n220 lab\r\n")
                        case "CONNECT": peer.say("HTTP/1.1 200 OK\r\n\r\n")
                        case "USER": peer.say("331 go on\r\n")
                        case "PASS": peer.say("530 no\r\n")
                        case "POST", "GET":
                            peer.say(
                                "HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"lab\"\r\nContent-Length: 0\r\n\r\n")
                        default: peer.say("500 what\r\n")
                        }
                    }
                })
        }

        var all: String { heard.all.joined() }
    }

    private func report(
        _ target: String, _ settings: ProbeSettings, within limit: Duration = .ample
    ) async throws -> Report {
        let loop = try EventLoop()
        defer { loop.shutdown() }
        let engine = try DiagnosticEngine(loop: loop, environment: [:])
        return try await engine.check(
            CheckRequest(Target(target), settings: CheckOptions(timeout: limit, probe: settings)), on: loop)
    }

    private func expectNothing(_ tap: Wiretap, _ report: Report, _ reason: Omission.Reason) {
        #expect(!tap.all.isEmpty, "the check did not come here: \(report.json)")
        #expect(!tap.all.contains(Self.secret) && !tap.all.contains(Self.encoded), "\(tap.all)")
        #expect(report.asked?.omission?.reason == reason, "\(report.json)")
        #expect(!report.json.contains(Self.secret))
    }

    @Test("another proxy gets no settings of the target", arguments: ["http", "ws", "ftp"])
    func proxy(scheme: String) async throws {
        let tap = try Wiretap()
        // A documentation address, so that all traffic comes through the proxy.
        let target = "\(scheme)://192.0.2.1/"
        var settings = try Self.settings(scheme)
        settings.bind(to: try Target(target))
        settings.proxy = .through(
            Proxy(kind: .http, host: .address(tap.server.address.address), port: tap.server.address.port))
        let report = try await report(target, settings)
        expectNothing(tap, report, .otherProxy)
        // The response 401 must not count as the target's verdict on its credentials.
        let said = report.cause?.summary ?? ""
        if scheme != "ftp" { #expect(said.contains("left out: credentials"), "\(report.json)") }
    }

    @Test("another address gets no settings of the target", arguments: ["http", "ws", "tcp"])
    func address(scheme: String) async throws {
        let tap = try Wiretap()
        let target = "\(scheme)://localhost:\(tap.server.address.port)" + (scheme == "tcp" ? "" : "/")
        var settings = try Self.settings(scheme)
        settings.bind(to: try Target(target))
        settings.address = tap.server.address.address
        // The kind tcp waits for a greeting, and sends nothing.
        let report = try await report(target, settings, within: scheme == "tcp" ? .seconds(3) : .ample)
        if scheme == "tcp" {
            #expect(tap.all.isEmpty && report.asked?.omission?.reason == .otherAddress, "\(report.json)")
        } else {
            expectNothing(tap, report, .otherAddress)
        }
    }

    @Test("a redirect to another origin carries no settings, and none are revealed", arguments: [302, 307, 308])
    func redirect(status: Int) async throws {
        let tap = try Wiretap()
        let first = Heads()
        let place = "http://\(tap.server.address)/"
        let server = try RawServer.http(first) { _ in RawServer.redirect(to: place, status: status) }
        let report = try await report("http://\(server.address)/", try Self.settings("http"))
        expectNothing(tap, report, .otherOrigin)
        #expect(first.all.first?.contains("X-Api-Key: \(Self.secret)") == true, "the target itself gets it")
        withExtendedLifetime(server) {}
    }

    @Test("what was left out stays left out if a redirect leads back")
    func back() async throws {
        let here = Heads()
        let there = Mutex("")
        let elsewhere = try RawServer.http { _ in
            RawServer.redirect(to: "http://\(there.withLock { $0 })/transfer")
        }
        let place = "http://\(elsewhere.address)/"
        let server = try RawServer.http(here) { head in
            head.contains("/transfer") ? RawServer.ok : RawServer.redirect(to: place)
        }
        there.withLock { $0 = "\(server.address)" }
        let report = try await report("http://\(server.address)/", try Self.settings("http"))
        #expect(here.all.count == 2 && here.all[0].contains(Self.secret) && !here.all[1].contains(Self.secret))
        #expect(report.asked?.omission?.reason == .otherOrigin, "\(report.json)")
        withExtendedLifetime(elsewhere) {}
    }

    @Test("a redirect within the origin keeps all settings, and reports no omission")
    func sameOrigin() async throws {
        let heads = Heads()
        let server = try RawServer.http(heads) { head in
            head.contains(" /there ") ? RawServer.ok : RawServer.redirect(to: "/there", status: 307)
        }
        let report = try await report("http://\(server.address)/", try Self.settings("http"))
        #expect(heads.all.count == 2 && heads.all.allSatisfy { $0.contains("X-Api-Key: \(Self.secret)") })
        #expect(report.asked?.omission == nil, "\(report.json)")
        withExtendedLifetime(server) {}
    }

    private static let serverChanges:
        [(reason: Omission.Reason?, name: String, change: @Sendable (inout ProbeSettings) -> Void)] = [
            (nil, "localhost", { _ in }),
            (.otherServerName, AskingServer.otherName, { $0.tls.serverName = AskingServer.otherName }),
            (.otherAddress, "localhost", { $0.address = IPAddress("127.0.0.1") }),
        ]

    @Test("a client certificate is shown only to its server, and under no other name or address", arguments: 0..<3)
    func clientCertificate(index: Int) async throws {
        let (reason, name, change) = Self.serverChanges[index]
        for kind in AskingServer.Kind.allCases {
            let server = try await AskingServer(kind, asksAtOnce: true)
            let target = try Target("tls://localhost:\(server.port)")
            var settings = ProbeSettings()
            settings.proxy = .direct
            settings.tls.clientCertificateFile = server.certificate
            settings.tls.clientKeyFile = server.certificate + ".key"
            settings.bind(to: target)
            change(&settings)
            async let shown = server.shown()
            let loop = try EventLoop()
            defer { loop.shutdown() }
            let engine = try DiagnosticEngine(loop: loop, environment: [:])
            let options = CheckOptions(
                timeout: .ample, certificateAuthorityFile: server.certificate, probe: settings)
            let report = try await engine.check(CheckRequest(target, settings: options), on: loop)
            let (asked, hasCertificate) = await shown
            #expect(asked == name && hasCertificate == (reason == nil), "\(kind): \(report.json)")
            #expect(
                report.status == .connectionUp && report.asked?.omission?.reason == reason, "\(kind): \(report.json)")
        }
    }

    // MARK: - The rule

    private static let routeChanges:
        [(name: String, reason: Omission.Reason?, change: @Sendable (inout ProbeSettings) -> Void)] = [
            ("nothing", nil, { _ in }),
            (
                "the same proxy without its login", nil,
                { $0.proxy = .through(Proxy(kind: .http, host: .name("P"), port: 1)) }
            ),
            ("no proxy", .otherProxy, { $0.proxy = .direct }),
            ("the environment's proxy", .otherProxy, { $0.proxy = .environment }),
            ("another port", .otherProxy, { $0.proxy = .through(Proxy(kind: .http, host: .name("p"), port: 2)) }),
            (
                "another protocol", .otherProxy,
                { $0.proxy = .through(Proxy(kind: .socks5h, host: .name("p"), port: 1)) }
            ),
            ("an address", .otherAddress, { $0.address = IPAddress("192.0.2.7") }),
            ("a server name", .otherServerName, { $0.tls.serverName = "other.example" }),
        ]

    @Test("every kind of secret is left out for every change of the route", arguments: 0..<8)
    func everyChange(index: Int) throws {
        let (name, reason, change) = Self.routeChanges[index]
        let target = try Target("https://www.example/")
        var settings = try Self.settings("http")
        settings.tls.clientCertificateFile = "/tmp/c.pem"
        settings.tls.clientKeyFile = "/tmp/k.pem"
        settings.script = [.startTLS, .send([1])]
        settings.proxy = .through(
            Proxy(
                kind: .http, host: .name("p"), port: 1, authentication: .init(source: .netrc("/n")), origin: "the file")
        )
        settings.bind(to: target)
        change(&settings)
        let released = settings.released(to: target)
        guard let reason else {
            #expect(released.omission == nil && released.settings == settings, "\(name)")
            return
        }
        #expect(released.omission?.reason == reason && released.omission?.parts == Omission.Part.inOrder, "\(name)")
        let rest = released.settings
        #expect(rest.authentication == nil && rest.http.fields.isEmpty && rest.http.body == nil)
        #expect(rest.tls.clientCertificateFile == nil && rest.tls.clientKeyFile == nil)
        #expect(rest.webSocket.message == nil && rest.webSocket.subprotocols.isEmpty)
        #expect(rest.script == [.startTLS] && rest.ftp.writesIn == nil)
    }

    @Test("each single secret is withheld from another origin", arguments: Omission.Part.allCases)
    func alone(part: Omission.Part) throws {
        var settings = ProbeSettings()
        switch part {
        case .credentials: settings.authentication = .init(source: .netrc("/n"))
        case .headers: settings.http.fields = [try .init(name: "X-Key", value: "secret")]
        case .body: settings.http.body = .bytes([1])
        case .message: settings.webSocket.message = "secret"
        case .script: settings.script = [.send([1])]
        case .write: settings.ftp.writesIn = "/"
        case .subprotocols: settings.webSocket.subprotocols = ["token"]
        case .settings:
            let sent = TargetKinds.builtIn.all.flatMap { $0.describedSettings }.first { $0.recipient == .target }
            try settings.kind.set(try #require(sent), "text")
        case .clientCertificate: settings.tls.clientCertificateFile = "/c.pem"
        }
        settings.bind(to: try Target("https://www.example/"))
        #expect(settings.released(to: try Target("https://www.example/")).omission == nil)
        #expect(settings.released(to: try Target("https://other.example/")).omission?.parts == [part])
    }

    @Test(
        "an origin is scheme, host and port",
        arguments: [
            ("https://www.example/", "https://WWW.example./other?x", true),
            ("https://www.example/", "https://www.example:443/", true),
            ("https://www.example/", "http://www.example/", false),
            ("https://www.example/", "https://www.example:444/", false),
            ("https://www.example/", "https://example/", false),
            ("https://www.example/", "https://www.example.evil.test/", false),
            ("https://www.example/", "wss://www.example/", false),
            ("https://www.example/", "tls://www.example:443", false),
            ("http://[::1]/", "http://[::1]:80/", true),
        ])
    func origins(one: String, other: String, isSame: Bool) throws {
        #expect((Origin(try Target(one)) == Origin(try Target(other))) == isSame)
    }

    @Test("settings without an origin have nothing to reveal")
    func unbound() throws {
        let released = try Self.settings("http").released(to: Target("https://www.example/"))
        #expect(released.settings.authentication == nil && released.omission?.reason == .otherOrigin)
    }

    @Test("omissions are part of a report that is read back")
    func coding() throws {
        let omission = try Self.settings("http").released(to: Target("https://www.example/")).omission
        var terms = CheckTerms()
        terms.omission = omission
        let text = try JSON.line(terms)
        #expect(try JSON.decode(CheckTerms.self, from: text).omission == omission)
        #expect(String(decoding: text, as: UTF8.self).contains(#""left_out":{"parts":["credentials","headers","body""#))
    }
}

extension Omission.Part {
    /// All parts, in the order of a report.
    fileprivate static let inOrder: [Self] = [
        .credentials, .headers, .body, .clientCertificate, .subprotocols, .message, .write, .script,
    ]
}
