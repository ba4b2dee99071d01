import FoundationEssentials
import Lab
import Testing

import struct NetworkModel.CauseID
import enum NetworkModel.JSON
import struct NetworkModel.Report

@Suite("Logins of the daemon", .lab, .tags(.lab))
struct ProtocolDaemonTests {
    /// A check of a configured target, requested with `netdiag`.
    private func check(_ target: String, by client: Host) async throws -> Answer {
        let result = try await client.netdiag("check", "--json", target)
        #expect(result.diagnostics.isEmpty)
        return Answer(target: target, result: result)
    }

    /// Checks that no output of the daemon contains these secrets.
    private func keepsSecret(_ secrets: [String], _ daemon: RunningDaemon) async throws {
        let said =
            try await daemon.get("/v1/reports") + daemon.get("/v1/status") + daemon.process.diagnostics.text
            + daemon.process.output.text + daemon.get("/")
        for secret in secrets { #expect(!said.contains(secret)) }
    }

    @Test("clients that may request checks cannot obtain a target's secrets by varying the request")
    func stolen() async throws {
        try await Pair.run { pair in
            let client = pair.client, url = "http://www.lab.example/form"
            let asked = Page(challenge: "Basic realm='lab'", login: "Basic \(encodedAccount)")
            let server = try await pair.server.startRecorder(pages: ["/form": asked])
            // Any program on this machine can listen there and ask for credentials.
            let thief = try await client.startRecorder(port: 9999, pages: [url: asked])
            try await client.keep(Account.pair, in: "/etc/netdiag/login")
            let daemon = try await client.startDaemon(
                """
                interval: 1h
                publish: off
                targets:
                - target: \(url)
                  credentials: { file: /etc/netdiag/login }
                  http:
                    method: POST
                    headers: { X-Api-Key: key-of-the-target }
                    body: body-of-the-target
                """)
            let line =
                "POST /form authorization=Basic \(encodedAccount) x-api-key=key-of-the-target body=body-of-the-target"
            try await daemon.status("the target's own check") { $0.targets.first?.status == .connectionUp }
            #expect(try await server.requests().last == line)

            let secrets = [encodedAccount, "key-of-the-target", "body-of-the-target"]
            func order(_ rest: String) async throws -> String {
                try await daemon.get("/v1/checks", "-d", #"{"target":"\#(url)",\#(rest)}"#)
            }
            let stolen = try await order(#""proxy":"http://127.0.0.1:9999""#)
            #expect(try await thief.requests() == ["POST \(url)"])
            #expect(stolen.contains(#""left_out":{"parts":["credentials","headers","body"],"reason":"other-proxy"}"#))
            #expect(stolen.contains("http.auth-unavailable") && stolen.contains("left out: credentials"), "\(stolen)")

            let before = try await server.requests().count
            let elsewhere = try await order(#""address":"\#(pair.address)""#)
            #expect(elsewhere.contains(#""reason":"other-address""#), "\(elsewhere)")
            #expect(try await server.requests().dropFirst(before) == ["POST /form"])

            // A check as configured, with another timeout, sends nothing elsewhere.
            let own = try await order(#""timeout_s":20"#)
            #expect(!own.contains("left_out") && own.contains(#""status":"connectionUp""#), "\(own)")
            #expect(try await server.requests().last == line)
            for secret in secrets { #expect(!(stolen + elsewhere + own).contains(secret)) }

            // The output for a user gives the reason.
            let page = try await client.netdiag("check", "--proxy", "http://127.0.0.1:9999", url)
            #expect(page.output.contains("left out: credentials, headers and body"), "\(page.output)")
        }
    }

    @Test("rejected credentials are not tried again until they change")
    func rejection() async throws {
        try await Pair.run { pair in
            let client = pair.client, url = "http://www.lab.example/locked"
            let server = try await pair.server.startRecorder(
                pages: ["/locked": Page(challenge: "Basic realm='lab'", login: "Basic \(encodedAccount)")])
            try await client.keep("alice:wrong-one", in: "/etc/netdiag/login")
            let daemon = try await client.startDaemon(
                """
                interval: 1h
                publish: off
                targets:
                - target: \(url)
                  credentials: { file: /etc/netdiag/login }
                """, "--log-level", "debug")
            // An incident opens after a second check, which must not coincide with the logins below.
            try await daemon.status("the second look") { document in
                document.incidents.contains { $0.cause.id == "http.auth-rejected" }
            }
            func attempts() async throws -> Int {
                try await server.requests().count { $0.contains("authorization=") }
            }
            #expect(try await attempts() == 1)
            for _ in 0..<3 {
                try await check(url, by: client).report("http.auth-rejected", ["have not been sent again"])
            }
            #expect(try await attempts() == 1)
            try await client.keep("alice:wrong-two", in: "/etc/netdiag/login")
            try await check(url, by: client).report("http.auth-rejected", ["(basic)"])
            try await check(url, by: client).report("http.auth-rejected", ["have not been sent again"])
            #expect(try await attempts() == 2)
            try await client.keep(Account.pair, in: "/etc/netdiag/login")
            try await check(url, by: client).report(nil)
            #expect(try await attempts() == 3)
            // The first ones have been rejected before.
            try await client.keep("alice:wrong-one", in: "/etc/netdiag/login")
            try await check(url, by: client).report("http.auth-rejected", ["have not been sent again"])
            #expect(try await attempts() == 3)
            // A file that is open to others counts as none, also while the daemon runs.
            try await client.write("/etc/netdiag/login", Account.pair, mode: 0o644)
            try await check(url, by: client).report("http.auth-unavailable", ["/etc/netdiag/login", "0644"])
            #expect(try await attempts() == 3)
            try await keepsSecret(["wrong-one", "wrong-two", Account.password, encodedAccount], daemon)
        }
    }

    @Test("a login that a proxy rejected is not tried again until it changes")
    func rejectionByProxy() async throws {
        try await Pair.run { pair in
            let client = pair.client, url = "http://inner.lab.example/"
            let asked = Page(challenge: "Basic realm='lab'", login: "Basic \(encodedAccount)", isProxy: true)
            let server = try await pair.server.startRecorder(port: 3128, pages: [url: asked])
            try await client.keep("alice:wrong-one", in: "/etc/netdiag/login")
            let daemon = try await client.startDaemon(
                """
                interval: 1h
                publish: off
                proxy:
                  url: http://www.lab.example:3128
                  credentials: { file: /etc/netdiag/login }
                targets: [\(url)]
                """)
            try await daemon.status("the first check") { $0.targets.first?.cause?.id == "proxy.auth-rejected" }
            for _ in 0..<2 {
                try await check(url, by: client).report("proxy.auth-rejected", ["have not been sent again"])
            }
            let heads = try await server.requests()
            // If the network changes, the daemon makes an additional check.
            #expect(heads.count { $0.contains("authorization=") } == 1 && heads.count >= 4)
            try await client.keep(Account.pair, in: "/etc/netdiag/login")
            let report = try await check(url, by: client).report(nil)
            #expect(report.proxy?.authentication?.outcome == .accepted)
            #expect(try await server.requests().last?.hasSuffix("proxy-authorization=Basic \(encodedAccount)") == true)
            try await keepsSecret(["wrong-one", Account.password, encodedAccount], daemon)
        }
    }

    @Test("credentials from the service manager, and tickets by a keytab")
    func sources() async throws {
        try await Pair.run { pair in
            let client = pair.client
            let realm = try await pair.server.startKerberos(address: pair.address, services: ["www.lab.example"])
            try await pair.server.startApache(kerberos: realm)
            try await client.useKerberos(realm)
            try await client.write(realm.clientKeys, to: "/run/client.keytab")
            // As systemd hands them over: readable for the group by an access control list (systemd.exec(5)).
            try await client.write("/run/credentials/lab", Account.pair, mode: 0o440)
            let daemon = try await client.startDaemon(
                """
                interval: 1h
                publish: off
                targets:
                - target: http://www.lab.example/basic
                  credentials: { service: lab }
                - target: http://www.lab.example/digest
                  credentials: { service: lab, schemes: [basic] }
                - target: http://www.lab.example/both
                  credentials: { service: nothing }
                - target: http://www.lab.example/negotiate
                  credentials: { kerberos: true }
                """,
                environment: ["CREDENTIALS_DIRECTORY": "/run/credentials", "KRB5_CLIENT_KTNAME": "/run/client.keytab"])
            try await check("http://www.lab.example/basic", by: client).report(nil)
            try await check("http://www.lab.example/digest", by: client).report("http.auth-scheme", ["Digest"])
            try await check("http://www.lab.example/both", by: client).report(
                "http.auth-unavailable", ["/run/credentials/nothing"])
            try await check("http://www.lab.example/negotiate", by: client).report(nil)
            try await keepsSecret([Account.password, encodedAccount], daemon)
        }
    }

    @Test("unavailable credentials of a proxy are distinguished from rejected ones")
    func proxyCredentials() async throws {
        try await Pair.run { pair in
            let client = pair.client
            let realm = try await pair.server.startKerberos(address: pair.address, services: ["www.lab.example"])
            try await client.useKerberos(realm)
            let places = ["tickets", "nothing", "other"]
            var pages: [String: Page] = [:]
            for place in places { pages["http://\(place).lab.example/"] = Page(challenge: "Negotiate", isProxy: true) }
            let proxy = try await pair.server.startRecorder(port: 3128, pages: pages)
            try await client.keep(Account.pair, in: "/etc/netdiag/login")
            let sources = ["{ kerberos: true }", "{ service: lab }", "{ file: /etc/netdiag/login }"]
            let targets = zip(places, sources).map { place, source in
                """
                - target: http://\(place).lab.example/
                  proxy: { url: 'http://www.lab.example:3128', credentials: \(source) }

                """
            }
            let daemon = try await client.startDaemon("interval: 1h\npublish: off\ntargets:\n" + targets.joined())
            try await check("http://tickets.lab.example/", by: client).report(
                "proxy.auth-unavailable", ["No credentials were supplied", "http://www.lab.example:3128"])
            try await check("http://nothing.lab.example/", by: client).report(
                "proxy.auth-unavailable", ["LoadCredential="])
            try await check("http://other.lab.example/", by: client).report("proxy.auth-scheme", ["Negotiate"])
            #expect(try await proxy.requests().allSatisfy { !$0.contains("authorization=") })
            try await keepsSecret([Account.password, encodedAccount], daemon)
        }
    }

    @Test("without a service manager that passes credentials, the daemon says so")
    func noServiceManager() async throws {
        try await Pair.run { pair in
            try await pair.server.startApache()
            let target = "http://www.lab.example/basic"
            _ = try await pair.client.startDaemon(
                "publish: off\ntargets:\n- { target: '\(target)', credentials: { service: lab } }")
            try await check(target, by: pair.client).report("http.auth-unavailable", ["LoadCredential="])
        }
    }

    @Test("a configuration is refused if it contains credentials, or if others can read their file")
    func refused() async throws {
        try await Lab.run { lab in
            let host = try await lab.host("h1")
            try await host.write("/run/open", Account.pair, mode: 0o644)
            try await host.write("/run/bare.key", "-----BEGIN PRIVATE KEY-----", mode: 0o644)
            try await host.write("/run/bare.pem", "-----BEGIN CERTIFICATE-----", mode: 0o644)
            let lines: [(String, [String])] = [
                ("credentials: { file: /run/open }", ["/run/open", "0644", "chmod 600"]),
                ("credentials: { netrc: /run/open }", ["/run/open", "chmod 600"]),
                ("credentials: { file: /run/nothing }", ["/run/nothing", "No such file"]),
                ("credentials: { file: /run/open, netrc: /run/open }", ["one of"]),
                ("credentials: { service: ../open }", ["LoadCredential="]),
                ("credentials: alice:secret", ["credentials"]),
                ("proxy: 'http://alice:secret@www.lab.example:3128'", ["…@www.lab.example", "credentials:"]),
                ("proxy: 'http://alice:secret@www.lab.example:99999'", ["…@www.lab.example"]),
                ("proxy: { url: 'http://www.lab.example:3128', credentials: { file: /run/open } }", ["/run/open"]),
                ("tls: { certificate: /run/bare.pem, key: /run/bare.key }", ["/run/bare.key", "chmod 600"]),
                ("http: { headers: { Authorization: 'Basic \(encodedAccount)' } }", ["credentials:"]),
            ]
            for (line, facts) in lines {
                try await host.write(
                    "/run/n.yaml", "publish: off\ntargets:\n- target: https://www.lab.example/\n  \(line)\n")
                let result = try await host.result(of: [Programs.daemon, "--config", "/run/n.yaml"])
                #expect(result.status != .exited(0))
                let said = result.diagnostics + result.output
                #expect(said.contains("/run/n.yaml:4: "), "\(line): \(said)")
                for fact in facts { #expect(said.contains(fact), "\(line): \(said)") }
                #expect(!said.contains(Account.password) && !said.contains(encodedAccount), "\(line): \(said)")
            }
        }
    }
}
