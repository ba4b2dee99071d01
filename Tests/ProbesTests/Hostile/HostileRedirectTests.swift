import KindTesting
import NetworkDiagnostics
import NetworkModel
import Testing

@Suite("Hostile redirects", .serialized)
struct HostileRedirectTests {
    @Test(
        "only http and https are followed",
        arguments: [
            "file:///etc/passwd", "FILE:///etc/passwd", "http+unix://%2Frun%2Fdocker.sock/info", "javascript:alert(1)",
            "data:text/html,x", "ftp://127.0.0.1/", "gopher://127.0.0.1:70/_x", "ws://127.0.0.1/", "dict://127.0.0.1/",
            "tcp://127.0.0.1:22", "mailto:a@example.org", "//", "http://", "https://:80/",
            "http://a b/", "http://127.0.0.1:99999/", "http://127.0.0.1:0/", "http://[::1/", "http://-x.example/",
        ])
    func schemes(location: String) async throws {
        let server = try RawServer.redirecting(to: location)
        let report = try await Asked.report(server)
        #expect(report.cause?.id == "http.redirect-refused", "\(report.json)")
        #expect(server.accepted == 1)
    }

    @Test("a password that servers repeat is not shown, even by one that never received it")
    func repeatedPassword() async throws {
        let other = try RawServer.http { _ in RawServer.answer("200 OK", "Server: about s3cret") }
        let server = try RawServer.redirecting(to: "http://\(other.address)/of/s3cret")
        var probe = ProbeSettings()
        probe.authentication = AuthenticationSettings(
            source: .given(Secret(.password(user: "alice", password: "s3cret"))))
        let report = try await Asked.report(server, probe)
        #expect(report.cause == nil && report.http?.redirects.count == 1, "\(report.json)")
        #expect(report.http?.server == "about …")
        #expect(!report.json.contains("s3cret"))
        withExtendedLifetime(other) {}
    }

    @Test("a login in a redirect is neither used nor shown", arguments: ["http", "ftp"])
    func login(scheme: String) async throws {
        let heads = Heads()
        let other = try RawServer.http(heads) { _ in RawServer.ok }
        let server = try RawServer.redirecting(to: "\(scheme)://alice:s3cret@\(other.address)/path?mail=a@b")
        let report = try await Asked.report(server)
        #expect(report.cause?.id == (scheme == "http" ? nil : "http.redirect-refused"), "\(report.json)")
        #expect(!report.json.contains("s3cret") && !report.json.contains("alice"), "\(report.json)")
        #expect(report.http?.redirects.first?.location.contains("\(other.address)/path?mail=a@b") == true)
        #expect(!heads.all.contains { $0.contains("Authorization") || $0.contains("alice") }, "\(heads.all)")
        withExtendedLifetime(other) {}
    }

    @Test(
        "a remote host cannot redirect the check to this machine",
        arguments: [
            "http://127.0.0.1/", "http://127.9.9.9:8080/", "http://[::1]/", "http://localhost/", "http://LOCALHOST./",
            "http://a.localhost/", "http://0.0.0.0/", "http://[::]/", "http://[::ffff:127.0.0.1]/",
        ])
    func loopback(location: String) async throws {
        // The proxy responds in place of the other site.
        let proxy = try RawServer.redirecting(to: location)
        let report = try await Asked.report("http://www.example.net/", through: proxy)
        #expect(report.cause?.id == "http.redirect-refused", "\(report.json)")
        #expect(report.cause?.summary.contains("this machine itself") == true, "\(report.json)")
        #expect(proxy.accepted == 1)
    }

    @Test(
        "a remote host cannot redirect the check to a cloud's metadata service",
        arguments: [
            "http://169.254.169.254/latest/meta-data/", "http://2852039166/", "http://0xa9fea9fe/",
            "http://[::ffff:169.254.169.254]/", "http://[fd00:ec2::254]/", "http://169.254.170.2:80/v2/credentials",
            "http://100.100.100.200/latest/meta-data/", "http://[fd20:ce::254]/",
            "http://168.63.129.16/machine?comp=goalstate", "http://192.0.0.192/latest/",
        ])
    func metadata(location: String) async throws {
        // The proxy responds in place of the other site.
        let proxy = try RawServer.redirecting(to: location)
        let report = try await Asked.report("http://www.example.net/", through: proxy)
        #expect(report.cause?.id == "http.redirect-refused", "\(report.json)")
        #expect(report.cause?.summary.contains("metadata service") == true, "\(report.json)")
        #expect(proxy.accepted == 1)
    }

    @Test("a redirect to itself ends", arguments: [0, 1, 3])
    func loop(most: Int) async throws {
        let server = try RawServer.redirecting(to: "/again")
        var probe = ProbeSettings()
        probe.http.maxRedirects = most
        let report = try await Asked.report(server, probe)
        #expect(report.cause?.id == (most == 0 ? nil : "http.redirect-loop"), "\(report.json)")
        #expect(server.accepted == most + 1)
    }

    @Test("text of a redirect cannot control a terminal")
    func escaped() async throws {
        let server = try RawServer.redirecting(to: "gopher://\u{202e}\u{1b}]0;x\u{7}/")
        let report = try await Asked.report(server)
        #expect(report.cause?.id == "http.redirect-refused")
        #expect(!report.json.unicodeScalars.contains { SafeText.isUnsafe($0) }, "\(report.json)")
        #expect(report.findings.allSatisfy { !$0.summary.unicodeScalars.contains { SafeText.isUnsafe($0) } })
    }

    @Test("credentials stay with the origin that they are for")
    func otherOrigin() async throws {
        let heads = Heads()
        let other = try RawServer.http(heads) { _ in RawServer.ok }
        let first = try RawServer.redirecting(to: "http://\(other.address)/else")
        var probe = ProbeSettings()
        probe.http.fields = [try .init(name: "Cookie", value: "session=1"), try .init(name: "X-Trace", value: "1")]
        probe.authentication = AuthenticationSettings(source: .given(Secret(.token("t0ken"))))
        let report = try await Asked.report(first, probe)
        #expect(report.cause == nil, "\(report.json)")
        let head = try #require(heads.all.first)
        // A field of any name may contain credentials.
        #expect(!head.contains("X-Trace") && !head.contains("session=1") && !head.contains("t0ken"), "\(head)")
        withExtendedLifetime(other) {}
    }

    @Test("a POST becomes a GET after 303, and is repeated after 307", arguments: [303, 307])
    func posted(status: Int) async throws {
        let heads = Heads()
        let server = try RawServer.http(heads) { head in
            head.contains(" /next ") ? RawServer.ok : RawServer.redirect(to: "/next", status: status)
        }
        var probe = ProbeSettings()
        (probe.http.method, probe.http.body) = ("POST", .bytes(Array("data".utf8)))
        let report = try await Asked.report(server, probe)
        #expect(report.cause == nil, "\(report.json)")
        #expect(heads.all.map { String($0.prefix(4)) } == ["POST", status == 303 ? "GET " : "POST"])
    }

    @Test("cookies are sent within one check, and not in the next")
    func cookies() async throws {
        let heads = Heads()
        let server = try RawServer.http(heads) { head in
            head.contains(" /next ") ? RawServer.ok : RawServer.redirect(to: "/next", "Set-Cookie: a=1; Path=/")
        }
        #expect(try await Asked.report(server).cause == nil)
        #expect(try await Asked.report(server).cause == nil)
        #expect(heads.all.map { $0.contains("Cookie: a=1") } == [false, true, false, true])
    }
}
