import Lab
import Testing

import struct NetworkModel.StatusDocument

@Suite("The client certificate of a configured target, on the wire", .lab, .tags(.lab))
struct ProtocolOriginTests {
    /// The client certificates that an nginx has received: one line for each request.
    private struct Shown: Sendable {
        let server: Host
        private static let log = "/run/shown"
        /// Logs the path and the port of the request, the client's certificate, and the requested server name.
        static let options = ["access_log \(log) shown;", "ssl_verify_client optional;"]

        /// The lines of these numbers, once there are enough: the log is written after the response.
        func lines(_ numbers: ClosedRange<Int>) async throws -> [String] {
            let script =
                "until [ $(wc -l <\"$0\") -ge \(numbers.upperBound) ]; do sleep 0.05; done; tail -n +\(numbers.lowerBound) \"$0\""
            return try await server.run(["sh", "-c", script, Self.log]).split(separator: "\n").map(String.init)
        }
    }

    /// Starts nginx with a site on port 443 and another on port 444, which requests certificates as well.
    private func start(_ pair: Pair) async throws -> Shown {
        let server = pair.server
        let names = ["www.lab.example", "inner.lab.example", "other.lab.example"]
        let certificate = try await pair.authority.issue(names, on: server)
        let options = Shown.options + ["ssl_client_certificate \(try await pair.authority.file(on: server));"]
        let away = "location = /away { return 302 https://other.lab.example:444/landed; }"
        try await server.startNginx([
            Site(port: 443, certificate: certificate, options: options + [away]),
            Site(
                port: 444, certificate: certificate,
                options: options + ["location = /landed { return 200 \"lab\\n\"; }"]),
        ])
        return Shown(server: server)
    }

    @Test("it is sent to the target, but not through another proxy, to another address, or after a redirect")
    func released() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            for host in [server, client] {
                let names = "www.lab.example inner.lab.example other.lab.example"
                try await host.write(
                    "/etc/hosts", "127.0.0.1 localhost\n\(pair.address) \(names)\n\(pair.cable.b.ipv6) \(names)\n")
            }
            let shown = try await start(pair)
            try await server.startSquid()
            let own = try await pair.authority.issueClient("alice", on: server)
            try await client.write("/etc/netdiag/client.pem", own.certificate + "\n")
            try await client.write("/etc/netdiag/client.key", own.key + "\n", mode: 0o600)
            let url = "https://www.lab.example/", away = "https://www.lab.example/away"
            let tls =
                "{ server_name: inner.lab.example, certificate: /etc/netdiag/client.pem, key: /etc/netdiag/client.key }"
            let daemon = try await client.startDaemon(
                """
                interval: 1h
                publish: off
                targets:
                - { target: '\(url)', tls: \(tls) }
                - { target: '\(away)', tls: \(tls) }
                """)
            try await daemon.status("both targets' own checks") { $0.targets.allSatisfy { $0.status == .connectionUp } }
            #expect(
                try await shown.lines(1...3).sorted() == [
                    "/ 443 CN=alice inner.lab.example", "/away 443 CN=alice inner.lab.example",
                    "/landed 444 - other.lab.example",
                ])
            func order(_ rest: String) async throws -> String {
                try await daemon.get("/v1/checks", "-d", "{\"target\":\(rest)}")
            }
            let left = #""left_out":{"parts":["client-certificate"],"reason":"#

            let plain = try await order("\"\(url)\"")
            #expect(!plain.contains("left_out") && plain.contains(#""status":"connectionUp""#), "\(plain)")
            #expect(try await shown.lines(4...4) == ["/ 443 CN=alice inner.lab.example"])

            let proxied = try await order(#""\#(url)","proxy":"http://\#(pair.address):3128""#)
            #expect(proxied.contains(left + #""other-proxy"}"#), "\(proxied)")
            #expect(try await shown.lines(5...5) == ["/ 443 - inner.lab.example"])

            // The name's real address is not among those of the configuration either.
            for (number, address) in zip(6..., [pair.cable.b.ipv6, pair.address]) {
                let elsewhere = try await order(#""\#(url)","address":"\#(address)""#)
                #expect(elsewhere.contains(left + #""other-address"}"#), "\(elsewhere)")
                #expect(try await shown.lines(number...number) == ["/ 443 - inner.lab.example"])
            }

            let redirected = try await order("\"\(away)\"")
            #expect(redirected.contains(left + #""other-origin"}"#), "\(redirected)")
            #expect(
                try await shown.lines(8...9) == [
                    "/away 443 CN=alice inner.lab.example", "/landed 444 - other.lab.example",
                ])
        }
    }
}
