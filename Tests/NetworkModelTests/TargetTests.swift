import NetworkModel
import TargetKinds
import Testing

@Suite("Targets")
struct TargetTests {
    @Test(
        "every documented form is understood",
        arguments: [
            ("https://example.org/", Target.Kind.url(.https, path: "/"), "example.org", 443 as UInt16?),
            ("http://example.org", .url(.http, path: "/"), "example.org", 80),
            ("HTTP://example.org:8080/a?b=c#d", .url(.http, path: "/a?b=c"), "example.org", 8080),
            ("http://example.org?q", .url(.http, path: "/?q"), "example.org", 80),
            ("http://[2001:db8::1]:81/", .url(.http, path: "/"), "2001:db8::1", 81),
            ("http://[fe80::1%eth0]/", .url(.http, path: "/"), "fe80::1%eth0", 80),
            ("http://[fe80::1%25eth0]/", .url(.http, path: "/"), "fe80::1%eth0", 80),
            ("tcp://example.org:25", .url(.tcp, path: ""), "example.org", 25),
            ("example.org", .host, "example.org", nil),
            ("2001:db8::1", .host, "2001:db8::1", nil),
            ("example.org:22", .url(.tcp, path: ""), "example.org", 22),
            ("[::1]:22", .url(.tcp, path: ""), "::1", 22),
            ("printer.local", .host, "printer.local", nil),
            ("bücher.example", .host, "bücher.example", nil),
        ])
    func forms(text: String, kind: Target.Kind, host: String, port: UInt16?) throws {
        let target = try Target(text)
        #expect(target.kind == kind)
        #expect(target.host.description == host)
        #expect(target.port == port)
        #expect(target.text == text)
    }

    @Test(
        "a scheme of a kind determines its layer, its port and the form of its path",
        arguments: [
            ("wss://example.org/chat", "ws", "/chat", 443 as UInt16?), ("ftp://example.org/pub/", "ftp", "/pub/", 21),
            ("tls://192.0.2.1:853", "tls", "", 853), ("icmp://example.org", "icmp", "", nil),
            ("dns://192.0.2.53/example.org?type=aaaa", "dns", "/example.org?type=AAAA", 53),
            ("dns://192.0.2.53/.", "dns", "/.?type=A", 53), ("ntp://example.org", "ntp", "", 123),
        ])
    func schemes(text: String, layer: String, path: String, port: UInt16?) throws {
        let target = try Target(text)
        #expect(target.goal.rawValue == layer && target.path == path && target.port == port)
    }

    @Test(
        "a socket of this machine is a path, with an optional request over it",
        arguments: [
            ("unix:/run/a.sock", "/run/a.sock", ""), ("unix:///run/a.sock", "/run/a.sock", ""),
            ("UNIX:/run/a.sock:/", "/run/a.sock", "/"), ("unix:/run/a:b.sock:/c?d=e#f", "/run/a:b.sock", "/c?d=e"),
            ("unix:/@", "/@", ""), ("unix:/", "/", ""),
        ])
    func socket(text: String, socket: String, path: String) throws {
        let target = try Target(text)
        #expect(target.host == .socket(path: socket) && target.path == path && target.port == nil)
        #expect(target.goal == .kind("unix") && !target.isOnNetwork && !target.isConnectedTo && !target.mayUseProxy)
        #expect(target.isPage == !path.isEmpty && target.takes(.http) == !path.isEmpty && !target.takes(.tls))
        // A page must not redirect to a socket.
        #expect(throws: TargetError.self) { try Target(text, schemes: .web) }
    }

    @Test(
        "a path that is not valid for a socket is refused, with the reason",
        arguments: [
            ("unix:run/a", "begins with /"), ("unix://run/a", "no host"), ("unix:/run/a b", "a space is not allowed"),
            ("unix:/run/\u{1b}", "U+1B"), ("unix:/a:/é", "percent-encoded"), ("unix:/a:/%zz", "hexadecimal"),
            ("unix:/" + String(repeating: "a", count: 107), "107 bytes"),
        ])
    func noSocket(text: String, reason: String) throws {
        let error = #expect(throws: TargetError.self) { try Target(text) }
        #expect(error?.reason.contains(reason) == true)
    }

    @Test(
        "a misspelt scheme suggests the URL",
        arguments: [
            ("http//www.example.com", "http://www.example.com"),
            ("https:/www.example.com/a", "https://www.example.com/a"),
            ("HTTPS//x.example:8443/", "https://x.example:8443/"),
        ])
    func misspeltScheme(text: String, meant: String) throws {
        let error = #expect(throws: TargetError.self) { try Target(text) }
        #expect(error?.reason == "did you mean \(meant)?")
        #expect(throws: Never.self) { try Target(meant) }
    }

    @Test("a query for a DNS server is a name and a type")
    func question() throws {
        let question = try #require(try Target("dns://192.0.2.53/example.org?type=aaaa").question)
        #expect(question.name == "example.org" && question.type == .aaaa)
        #expect(try Target("https://example.org/a?type=AAAA").question == nil)
    }

    @Test("a scheme can require a path, in one form for networks and sockets")
    func requiredPath() throws {
        let path = RegisteredScheme.Path.required(meaning: "the name of the shelf")
        let schemes = SchemeTable([
            RegisteredScheme("shelf", layer: .kind("shelf"), transport: .tcp, defaultPort: 4_000, path: path),
            RegisteredScheme("box", layer: .kind("shelf"), transport: .unix, defaultPort: nil, path: path),
        ])
        #expect(try Target("shelf://192.0.2.1/a%20b?c#d", schemes: schemes).path == "/a%20b?c")
        #expect(try Target("box:/run/box:/a", schemes: schemes).path == "/a")
        let refused = [
            ("shelf://192.0.2.1", "shelf://host/the-name-of-the-shelf"),
            ("shelf://192.0.2.1:1/", "shelf://host/the-name-of-the-shelf"),
            ("shelf://192.0.2.1/#a", "shelf://host/the-name-of-the-shelf"),
            ("box:/run/box", "box:/socket:/the-name-of-the-shelf"),
            ("box:/run/box:/", "box:/socket:/the-name-of-the-shelf"),
        ]
        for (text, form) in refused {
            let error = #expect(throws: TargetError.self) { try Target(text, schemes: schemes) }
            #expect(error?.reason == "it needs a path, as in \(form)", "\(text)")
        }
    }

    @Test("a service instance may have spaces and dots in its name")
    func service() throws {
        let target = try Target("Web, no. one._http._tcp.local")
        #expect(target.kind == .service(instance: "Web, no. one", type: "_http._tcp", domain: "local"))
    }

    @Test(
        "an invalid target is refused, with the reason",
        arguments: [
            ("", "empty"), ("http://", "host is missing"), ("example.org:0", "1 to 65535"),
            ("example.org:70000", "1 to 65535"), ("tcp://h:+1", "1 to 65535"), ("gopher://example.org/", "unknown"),
            ("http://user:pw@example.org/", "password"), ("http://exa%6dple.org/", "percent-encoded"),
            ("http://example.org/%zz", "hexadecimal"), ("http://example。org/", "not a host name"),
            ("http://exam\u{202e}ple.org/", "U+202E"), ("http://a b/", "a space is not allowed"),
            ("http://a\r\nHost: b/", "U+D"),
            ("::1:22:33:44:55:66:77:88:99", "brackets"), ("http://[::1", "]"), ("http://[::1]x/", ":port"),
            ("http://999.1.1.1/", "IPv4"), ("tcp://example.org", "port"), ("tcp://example.org:1/x", "no path"),
            ("icmp://example.org:1", "neither port"), ("dns://192.0.2.1", "needs a name"),
            ("dns://192.0.2.1/a?type=XYZ", "unknown"), ("-oops.example", "not a host name"),
            (String(repeating: "a", count: 10_000), "2048"), (String(repeating: "a", count: 300), "253"),
            ("http://1.2.3/", "IPv4"), ("a..b", "not a host name"),
            ("mailto:a@example.org", "the scheme \"mailto\" is unknown; use "),
            ("file:///etc/passwd", "the scheme \"file\" is unknown; use "), ("file:/etc/passwd", "unknown"),
            ("nosuch://user:pw@example.org/", "unknown"), ("news:alt", "unknown"), ("user:pw@example.org", "password"),
        ])
    func refused(text: String, hint: String) {
        let error = #expect(throws: TargetError.self) { try Target(text) }
        #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("\n") == false)
    }
}
