import Lab
import Testing

import struct NetworkModel.CauseID

@Suite("Redirects", .lab, .tags(.lab))
struct ProtocolRedirectTests {
    @Test("the report has the whole chain, each step with its address and time")
    func chain() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let certificate = try await pair.certificate()
            try await client.write(
                "/etc/hosts",
                "\(pair.address) www.lab.example\n\(pair.cable.b.ipv6) six.lab.example\n127.0.0.1 localhost\n")
            _ = try await server.startRecorder(
                pages: [
                    "/a": .redirect(to: "/b"), "/b": .redirect(to: "http://six.lab.example:8080/c"),
                    "/loop": .redirect(to: "/pool"), "/pool": .redirect(to: "/loop"),
                ])
            _ = try await server.startRecorder(port: 8080, pages: ["/c": .redirect(to: "https://www.lab.example/")])
            _ = try await server.startRecorder(
                port: 443, certificate: certificate, pages: ["/down": .redirect(to: "http://www.lab.example/")])

            let report = try await client.ask("http://www.lab.example/a").report(nil)
            let way = report.http?.redirects ?? []
            #expect(
                way.map(\.url) == [
                    "http://www.lab.example/a", "http://www.lab.example/b", "http://six.lab.example:8080/c",
                ])
            #expect(
                way.map(\.location) == [
                    "http://www.lab.example/b", "http://six.lab.example:8080/c", "https://www.lab.example/",
                ])
            #expect(way.map { $0.address?.description } == [pair.address, pair.address, pair.cable.b.ipv6])
            #expect(way.allSatisfy { $0.status == 302 && ($0.duration?.duration ?? .zero) > .zero })
            #expect(report.http?.url == "https://www.lab.example/" && report.http?.status == 200)
            #expect((report.http?.phases?.redirects?.duration ?? .zero) > .zero)

            let direct = try await client.ask("http://www.lab.example/a", ["--redirects", "0"]).report(nil)
            #expect(direct.http?.status == 302 && direct.http?.redirects.isEmpty == true)
            let few = try await client.ask("http://www.lab.example/a", ["--redirects", "2"])
            try few.report("http.redirect-loop", ["six.lab.example"])
            try await client.ask("http://www.lab.example/a", ["--redirects", "3"]).report(nil)
            let loop = try await client.ask("http://www.lab.example/loop").report(
                "http.redirect-loop", ["/pool", "/loop"])
            #expect(loop.http?.redirects.count == 11)
            let down = try await client.ask("https://www.lab.example/down")
            try down.report("http.redirect-downgrade", ["http://www.lab.example/"], isWarning: true)
        }
    }

    /// Destinations of redirects, and what the report has to say about them.
    static let ends: [(location: String, cause: CauseID, facts: [String])] = [
        ("http://nobody.lab.example/", "dns.nxdomain", ["nobody.lab.example"]),
        ("http://inner.lab.example:81/x", "tcp.refused", ["10.77.1.2:81"]),
        ("https://inner.lab.example/", "tls.wrong-host", ["inner.lab.example", "www.lab.example"]),
        ("https://www.lab.example:444/", "tls.expired", ["www.lab.example:444", "2020-02-01"]),
        ("http://www.lab.example:80/gone", "http.not-found", ["/gone"]),
        ("ftp://inner.lab.example/", "http.redirect-refused", ["ftp://inner.lab.example/"]),
        ("http://127.0.0.1:22/", "http.redirect-refused", ["this machine itself"]),
        ("http://[::1]:22/", "http.redirect-refused", ["this machine itself"]),
        ("file:///etc/passwd", "http.redirect-refused", ["file:///etc/passwd"]),
        ("http://here.lab.example/", "dns.hosts-override", ["here.lab.example", "127.0.0.1", "10.77.1.2"]),
        ("http://void.lab.example/", "dns.hosts-override", ["void.lab.example", "0.0.0.0", "10.77.1.2"]),
    ]

    @Test("a failure in the chain is attributed to the step that fails")
    func brokenEnds() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            try await server.startDNSMasq(
                [
                    .addresses("www.lab.example", [pair.address]), .addresses("inner.lab.example", [pair.address]),
                    .addresses("here.lab.example", [pair.address]), .addresses("void.lab.example", [pair.address]),
                    .zone("lab.example"),
                ])
            try await client.write(
                "/etc/hosts", "127.0.0.1 localhost\n127.0.0.1 here.lab.example\n0.0.0.0 void.lab.example\n")
            try await client.useDNS([pair.address])
            let expired = try await pair.authority.issue(["www.lab.example"], valid: .expired, on: server)
            try await server.startNginx([
                Site(port: 443, certificate: try await pair.certificate()), Site(port: 444, certificate: expired),
            ])
            var pages = ["/gone": Page(status: 404)]
            for (index, end) in Self.ends.enumerated() { pages["/\(index)"] = .redirect(to: end.location) }
            _ = try await server.startRecorder(pages: pages)
            for (index, end) in Self.ends.enumerated() {
                try await client.ask("http://www.lab.example/\(index)").report(end.cause, end.facts)
            }
        }
    }

    @Test("a redirect from elsewhere to any address of this machine is not followed, in any notation")
    func ownAddresses() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let (own, own6) = (pair.cable.a.ipv4, pair.cable.a.ipv6)
            try await client.write(
                "/etc/hosts",
                """
                127.0.0.1 localhost
                \(pair.address) www.lab.example
                \(own) me.lab.example
                \(pair.address) both.lab.example
                \(own6) both.lab.example

                """)
            // A whole network that the kernel delivers locally.
            try await client.run(["ip", "route", "add", "local", "198.51.100.0/24", "dev", "lo"])
            let link = try await client.run([
                "sh", "-c",
                "ip -6 -o address show dev \(pair.cable.a.interface) scope link | awk '{print $4}' | cut -d/ -f1",
            ]).split(separator: "\n")[0]
            let trap = try await client.startRecorder(port: 81)
            let places = [
                own, "[\(own6)]", "[::ffff:\(own)]", "me.lab.example", "both.lab.example", "127.0.0.1", "127.1.2.3",
                "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0", "[::]", "localhost", "x.localhost", "0x7f000001",
                "0177.0.0.1",
                "127.0.1", "2130706433", "198.51.100.7", "[\(link)%25\(pair.cable.a.interface)]",
            ]
            var pages: [String: Page] = [:]
            for (index, place) in places.enumerated() { pages["/\(index)"] = .redirect(to: "http://\(place):81/x") }
            _ = try await server.startRecorder(pages: pages)
            for (index, place) in places.enumerated() {
                let answer = try await client.ask("http://www.lab.example/\(index)")
                let report = try answer.report("http.redirect-refused", [])
                #expect(report.http?.redirects.count == 1, "\(place)")
            }
            #expect(try await trap.requests().isEmpty)
            // A target on this machine may redirect to this machine.
            _ = try await client.startRecorder(
                port: 82,
                pages: [
                    "/x": .redirect(to: "http://\(own):81/own"), "/y": .redirect(to: "http://localhost:81/name"),
                ])
            try await client.ask("http://\(own):82/x").report(nil)
            try await client.ask("http://\(own):82/y").report(nil)
            #expect(try await trap.requests() == ["GET /own", "GET /name"])
        }
    }

    @Test("a redirect from elsewhere to a cloud's metadata service is not followed, whatever name leads there")
    func metadata() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            try await client.write(
                "/etc/hosts",
                """
                127.0.0.1 localhost
                \(pair.address) www.lab.example
                169.254.169.254 meta.lab.example
                \(pair.address) both.lab.example
                169.254.169.254 both.lab.example

                """)
            // The server is the metadata service as well.
            for (host, cable) in [(server, pair.cable.b), (client, pair.cable.a)] {
                let address = host.name == server.name ? "169.254.169.254/16" : "169.254.1.1/16"
                try await host.run(["ip", "address", "add", address, "dev", cable.interface])
            }
            let own = Page.redirect(to: "http://169.254.169.254:81/x")
            let trap = try await server.startRecorder(port: 81, pages: ["/own": own])
            let places = ["169.254.169.254", "[::ffff:169.254.169.254]", "meta.lab.example", "both.lab.example"]
            var pages: [String: Page] = [:]
            for (index, place) in places.enumerated() { pages["/\(index)"] = .redirect(to: "http://\(place):81/x") }
            _ = try await server.startRecorder(pages: pages)
            for (index, place) in places.enumerated() {
                let report = try await client.ask("http://www.lab.example/\(index)").report("http.redirect-refused", [])
                #expect(report.http?.redirects.count == 1, "\(place)")
            }
            #expect(try await trap.requests().isEmpty)
            // It may be a target itself, and redirect.
            try await client.ask("http://169.254.169.254:81/own").report(nil)
            #expect(try await trap.requests() == ["GET /own", "GET /x"])
        }
    }

    @Test("cookies that are set in the chain are sent back within one check only, and only where they belong")
    func cookies() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            try await client.write(
                "/etc/hosts", "\(pair.address) www.lab.example other.lab.example\n127.0.0.1 localhost\n")
            let first = try await server.startRecorder(
                pages: [
                    "/set": .redirect(to: "/read", cookie: "session=1234; Path=/"),
                    "/read": .redirect(to: "http://other.lab.example/last"),
                ])
            for _ in 0..<2 { try await client.ask("http://www.lab.example/set").report(nil) }
            let once = ["GET /set", "GET /read cookie=session=1234", "GET /last"]
            #expect(try await first.requests() == once + once)

            // The same with the daemon, which keeps its engine.
            _ = try await client.startDaemon("publish: off")
            for _ in 0..<2 {
                let result = try await client.netdiag("check", "--json", "http://www.lab.example/set")
                #expect(result.status == .exited(0))
            }
            #expect(try await first.requests() == once + once + once + once)
        }
    }
}
