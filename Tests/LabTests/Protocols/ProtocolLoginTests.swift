import Glibc
import FoundationEssentials
import Lab
import Testing

import enum NetworkModel.AuthenticationScheme
import struct NetworkModel.CauseID
import struct NetworkModel.HTTPEvidence

/// A login at a server: the challenge, the available credentials, and the result.
struct LoginCase: Sendable, CustomTestStringConvertible {
    let place: String
    /// The content of the credentials file; `nil` if there is none.
    let credentials: String?
    let cause: CauseID?
    let facts: [String]
    let used: AuthenticationScheme?
    var testDescription: String { "\(place) with \(credentials ?? "nothing"): \(cause?.rawValue ?? "let in")" }

    init(
        _ place: String, _ credentials: String?, _ cause: CauseID? = nil, _ facts: [String] = [],
        used: AuthenticationScheme? = nil
    ) {
        (self.place, self.credentials, self.cause, self.facts, self.used) = (place, credentials, cause, facts, used)
    }
}

@Suite("Logins at servers", .lab, .tags(.lab))
struct ProtocolLoginTests {
    private static let wrong = "alice:mistaken"
    private static let token = "dG9rZW4tb2YtYWxpY2U"

    static let cases: [LoginCase] = [
        LoginCase("/", Account.pair),
        LoginCase("/basic", nil, "http.auth-required", ["Basic", "/basic"]),
        LoginCase("/basic", Account.pair, used: .basic),
        LoginCase("/basic", wrong, "http.auth-rejected", ["(basic)"]),
        LoginCase("/basic", token, "http.auth-scheme", ["Basic"]),
        LoginCase("/digest", nil, "http.auth-required", ["Digest"]),
        LoginCase("/digest", Account.pair, used: .digest),
        LoginCase("/digest", wrong, "http.auth-rejected", ["(digest)"]),
        LoginCase("/both", nil, "http.auth-required", ["Basic", "Digest"]),
        LoginCase("/both", Account.pair, used: .digest),
        LoginCase(":8080/bearer", nil, "http.auth-required", ["Bearer"]),
        LoginCase(":8080/bearer", token, used: .bearer),
        LoginCase(":8080/bearer", "another-token", "http.auth-rejected", ["(bearer)"]),
        LoginCase(":8080/bearer", Account.pair, "http.auth-scheme", ["Bearer"]),
        LoginCase(":8080/ntlm", nil, "http.auth-required", ["NTLM"]),
        LoginCase(":8080/ntlm", Account.pair, used: .ntlm),
        LoginCase(":8080/unknown", Account.pair, "http.auth-scheme", ["Hawk"]),
    ]

    @Test("credentials that a server requires are distinguished from those that it rejects", arguments: [false, true])
    func schemes(inTLS: Bool) async throws {
        try await Pair.run { pair in
            let certificate = inTLS ? try await pair.certificate() : nil
            try await pair.server.startApache(port: inTLS ? 443 : 80, certificate: certificate)
            _ = try await pair.server.startRecorder(
                port: 8080, certificate: certificate,
                pages: [
                    "/bearer": Page(challenge: "Bearer realm='lab'", login: "Bearer \(Self.token)"),
                    "/ntlm": Page(challenge: "NTLM"), "/unknown": Page(challenge: "Hawk"),
                ])
            for one in Self.cases {
                var options: [String] = []
                if let content = one.credentials { options = ["--credentials", try await pair.client.keep(content)] }
                let url = "\(inTLS ? "https" : "http")://www.lab.example\(one.place)"
                let answer = try await pair.client.ask(
                    url, options, secrets: [Account.password, encodedAccount, "mistaken", Self.token])
                let report = try answer.report(one.cause, one.facts)
                #expect(one.used == nil || report.http?.authentication?.used == one.used, "\(one)")
                if one.used != nil { #expect(report.http?.authentication?.outcome == .accepted, "\(one)") }
                if one.place == "/" { #expect(report.http?.authentication == nil) }
            }
        }
    }

    @Test("Kerberos: a ticket, a keytab, and neither")
    func kerberos() async throws {
        try await Pair.run { pair in
            let realm = try await pair.server.startKerberos(address: pair.address, services: ["www.lab.example"])
            try await pair.server.startApache(kerberos: realm)
            try await pair.client.useKerberos(realm)
            let url = "http://www.lab.example/negotiate"
            try await pair.client.ask(url).report("http.auth-required", ["Negotiate"])
            let login = try await pair.client.keep(Account.pair)
            try await pair.client.ask(url, ["--credentials", login]).report("http.auth-scheme", ["Negotiate"])
            try await pair.client.ask(url, ["--kerberos"]).report(
                "http.auth-unavailable", ["No credentials were supplied"])
            try await pair.client.logIn(to: realm)
            let report = try await pair.client.ask(url, ["--kerberos"]).report(nil)
            #expect(report.http?.authentication?.used == .negotiate)
            try await pair.client.run(["kdestroy"])
            let keytab = ["KRB5_CLIENT_KTNAME": "/run/client.keytab"]
            let fetched = try await pair.client.ask(url, ["--kerberos"], environment: keytab).report(nil)
            #expect(fetched.http?.authentication?.used == .negotiate)
            // The KDC is gone: no ticket can be obtained with the keytab.
            _ = try await realm.process.stop()
            try await pair.client.run(["kdestroy"])
            try await pair.client.ask(url, ["--kerberos"], environment: keytab).report("http.auth-unavailable")
        }
    }

    @Test("credentials are sent to servers that ask for them, not before, and to no others")
    func discretion() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            try await client.write(
                "/etc/hosts", "\(pair.address) www.lab.example other.lab.example\n127.0.0.1 localhost\n")
            let certificate = try await pair.authority.issue(["www.lab.example", "other.lab.example"], on: server)
            let locked = Page(challenge: "Basic realm='lab'", login: "Basic \(encodedAccount)")
            func leading(to place: String) -> Page {
                var page = Page.redirect(to: place)
                (page.challenge, page.login) = (locked.challenge, locked.login)
                return page
            }
            let places = [
                "/port": "http://www.lab.example:8080/locked", "/host": "http://other.lab.example/locked",
                "/scheme": "https://www.lab.example/locked",
            ]
            let first = try await server.startRecorder(
                pages: places.mapValues(leading).merging(["/locked": locked, "/here": leading(to: "/locked")]) { $1 })
            let port = try await server.startRecorder(port: 8080, pages: ["/locked": locked])
            let secure = try await server.startRecorder(port: 443, certificate: certificate, pages: ["/locked": locked])
            let login = ["--credentials", try await client.keep(Account.pair)]

            try await client.ask("http://www.lab.example/", login).report(nil)
            #expect(try await first.requests() == ["GET /"])
            let site = "http://www.lab.example"
            try await client.ask("\(site)/locked", login).report(nil)
            let asked = ["GET /locked", "GET /locked authorization=Basic \(encodedAccount)"]
            #expect(try await first.requests() == ["GET /"] + asked)
            try await client.ask("\(site)/here", login).report(nil)
            #expect(
                try await first.requests().suffix(4)
                    == ["GET /here", "GET /here authorization=Basic \(encodedAccount)"] + asked)

            for path in ["/port", "/host", "/scheme"] {
                try await client.ask("\(site)\(path)", login + ["-H", "Cookie: a=b"]).report(
                    "http.auth-required", ["Basic", "/locked"])
            }
            let elsewhere = try await port.requests() + secure.requests()
            #expect(elsewhere == ["GET /locked", "GET /locked"])
            // The other host is the same server.
            let last = try await first.requests().last { $0.hasPrefix("GET /locked") }
            #expect(last == "GET /locked")
        }
    }

    @Test("a redirect never reveals the login", arguments: ["alice:se/cr@t?#:x%2f", "al@ice/:secret", "alice:"])
    func redirects(login: String) async throws {
        try await Pair.run { pair in
            let encoded = Data(login.utf8).base64EncodedString()
            var here = Page.redirect(to: "there@home/?x=y@z")
            (here.challenge, here.login) = ("Basic realm='lab'", "Basic \(encoded)")
            let elsewhere = Page.redirect(to: "http://eve:h3rs@www.lab.example:8080/")
            let first = try await pair.server.startRecorder(pages: ["/a/here": here, "/a/there@home/?x=y@z": elsewhere])
            let other = try await pair.server.startRecorder(port: 8080)
            let options = ["--credentials", try await pair.client.keep(login)]
            let secrets = [encoded, "secret", "se/cr", "se%2", "al@", "al%40", "alice:", "h3rs"]
            let answer = try await pair.client.ask("http://www.lab.example/a/here", options, secrets: secrets)
            let report = try answer.report(nil)
            #expect(report.http?.redirects.first?.location == "http://www.lab.example/a/there@home/?x=y@z")
            #expect(try await first.requests().last == "GET /a/there@home/?x=y@z")
            #expect(try await other.requests() == ["GET /"])
        }
    }

    @Test("credentials come from a file or from netrc, and never from a file that others can read")
    func sources() async throws {
        try await Pair.run { pair in
            let client = pair.client, url = "http://www.lab.example/basic"
            try await pair.server.startApache()
            let home = ["HOME": "/run/home"]
            try await client.keep(
                "machine elsewhere.example login eve password other\nmachine www.lab.example\nlogin alice password secret",
                in: "/run/home/.netrc")
            try await client.ask(url, ["--netrc"], environment: home).report(nil)
            try await client.keep("machine elsewhere.example login eve password other", in: "/run/home/.netrc")
            try await client.ask(url, ["--netrc"], environment: home).report(
                "http.auth-unavailable", ["no entry for www.lab.example"])

            func refused(_ options: [String], _ facts: String..., environment: [String: String] = [:]) async throws {
                let result = try await client.ask(
                    url, options, environment: environment, secrets: [encodedAccount, Account.pair]
                ).result
                #expect(result.status == .exited(64) && result.output.isEmpty)
                let lines = result.diagnostics.split(separator: "\n")
                #expect(lines.count == 1, "\(result.diagnostics)")
                for fact in facts { #expect(lines.first?.contains(fact) == true, "\(result.diagnostics)") }
            }
            try await client.write("/run/home/.netrc", "machine www.lab.example login alice password secret\n")
            try await refused(["--netrc"], "/run/home/.netrc", "chmod 600", environment: home)
            for mode: mode_t in [0o644, 0o640, 0o604] {
                try await client.write("/run/open", Account.pair, mode: mode)
                let shown = "0\(String(mode, radix: 8))"
                try await refused(["--credentials", "/run/open"], "/run/open", shown, "chmod 600")
            }
            try await refused(["--credentials", "/run/nothing"], "/run/nothing", "No such file")
            try await refused(["--credentials", "/run"], "not a regular file")
            try await client.keep("\(Account.pair)\nmore")
            try await refused(["--credentials", "/run/login"], "more than one line")
            for options in [
                ["--credentials", "/run/login", "--netrc"], ["-H", "Authorization: Basic \(encodedAccount)"],
            ] {
                let result = try await client.ask(url, options, secrets: [encodedAccount]).result
                #expect(result.status == .exited(64) && result.diagnostics.contains("--credentials"))
            }
        }
    }

    @Test(
        "credentials come from the desktop's Secret Service",
        .enabled(if: Lab.isInstalled("secret-tool"), "secret-tool is missing"))
    func secretService() async throws {
        try await Pair.run { pair in
            let client = pair.client, url = "http://www.lab.example/basic"
            try await pair.server.startApache()
            let session = try await client.startSession()
            try await session.startSecretService()
            func ask() async throws -> Answer {
                try await client.ask(
                    url, ["--secret-service"], environment: session.environment, secrets: [encodedAccount])
            }
            let without = try await ask().result
            #expect(without.status == .exited(3) && without.diagnostics.contains("no entry for www.lab.example"))
            try await session.store(
                Account.password, label: "lab", attributes: ["server": "www.lab.example", "user": Account.name])
            try await ask().report(nil)
            try await session.lock()
            let locked = try await ask().result
            #expect(locked.status == .exited(3) && locked.output.isEmpty, "\(locked)")
        }
    }
}
