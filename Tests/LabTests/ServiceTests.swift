import Lab
import Testing

@Suite("Services of the lab", .lab, .tags(.lab))
struct ServiceTests {
    @Test("a client beyond a router gets responses by DNS, HTTP and HTTPS")
    func office() async throws {
        try await Lab.run { lab in
            let office = try await lab.office()
            let server = office.serverCable.a
            try await office.names.startDNSMasq([
                .zone("lab.test"), .addresses("web.lab.test", [server.ipv4, server.ipv6]),
            ])
            let authority = try await CertificateAuthority(on: office.server)
            try await office.client.trust(authority)
            try await office.server.startNginx([
                Site(port: 80),
                Site(
                    port: 443, certificate: try await authority.issue(["web.lab.test", server.ipv4], on: office.server)),
                Site(
                    port: 8443,
                    certificate: try await authority.issue(
                        ["web.lab.test"], valid: .expired, on: office.server)),
                Site(port: 8444, certificate: try await authority.issue(["other.test"], on: office.server)),
                Site(port: 8445, certificate: try await .selfSigned(["web.lab.test"], on: office.server)),
            ])
            let curl = ["curl", "-sS", "-m5", "-o", "/dev/null", "-w", "%{http_code}"]
            let client = office.client
            #expect(try await client.run(curl + ["-4", "http://web.lab.test/"]) == "200")
            #expect(try await client.run(curl + ["-6", "http://web.lab.test/status/503"]) == "503")
            #expect(try await client.run(curl + ["https://web.lab.test/"]) == "200")
            #expect(try await client.run(curl + ["https://\(server.ipv4)/login"]) == "401")
            for (port, reason) in [(8443, "expired"), (8444, "subject name"), (8445, "self-signed")] {
                let result = try await client.result(of: curl + ["https://web.lab.test:\(port)/"])
                #expect(result.status == .exited(60))
                #expect(result.diagnostics.contains(reason))
            }
            let never = try await client.result(of: ["curl", "-sS", "-m1", "http://web.lab.test/never"])
            #expect(never.status == .exited(28))
        }
    }

    @Test("DNS servers respond, deny, fail, refuse, or keep silent")
    func names() async throws {
        try await Lab.run { lab in
            let client = try await lab.host("client"), names = try await lab.host("names")
            let server = try await lab.link(client, names).b
            try await names.startDNSMasq([
                .zone("lab.test"), .addresses("web.lab.test", ["192.0.2.1", "2001:db8::1"], ttl: 7),
                .alias("www.lab.test", of: "web.lab.test"),
            ])
            let failing = try await names.startDNS([.init("*", .code(.serverFailure))], port: 0)
            let truncating = try await names.startDNS([.init("*", .truncated)], port: 0)
            let silent = try await names.startDNS([.init("*", .silence)], port: 0)
            let dig = ["dig", "+tries=1", "+timeout=2", "@\(server.ipv4)"]
            #expect(try await client.run(dig + ["+short", "AAAA", "www.lab.test"]).hasSuffix("2001:db8::1"))
            #expect(try await client.run(dig + ["web.lab.test"]).contains("\t7\tIN\tA\t192.0.2.1"))
            #expect(try await client.run(dig + ["nosuch.lab.test"]).contains("NXDOMAIN"))
            #expect(try await client.run(dig + ["elsewhere.test"]).contains("REFUSED"))
            #expect(try await client.run(dig + ["-p", "\(failing)", "a.test"]).contains("SERVFAIL"))
            #expect(try await client.run(dig + ["+ignore", "-p", "\(truncating)", "a.test"]).contains(" tc "))
            #expect(try await client.result(of: dig + ["-p", "\(silent)", "a.test"]).status == .exited(9))
        }
    }

    @Test("TCP servers keep silent, close, reset, or send a given text")
    func misbehaving() async throws {
        try await Lab.run { lab in
            let client = try await lab.host("client"), host = try await lab.host("server")
            let server = try await lab.link(client, host).b
            let closing = try host.startTCPServer(.closes), silent = try host.startTCPServer(.silent)
            let resetting = try host.startTCPServer(.resets)
            let talking = try host.startTCPServer(.says("220 mail\r\n"))
            let answering = try host.startTCPServer(.answers("HTTP/1.0 200 OK\r\n\r\nhi"))
            func curl(_ scheme: String, _ port: UInt16) async throws -> CommandResult {
                try await client.result(of: ["curl", "-sS", "-k", "-m2", "\(scheme)://\(server.ipv4):\(port)/"])
            }
            #expect(try await curl("http", closing.port).status == .exited(52))
            #expect(try await curl("http", silent.port).status == .exited(28))
            #expect(try await curl("http", resetting.port).diagnostics.contains("reset"))
            #expect(try await curl("https", talking.port).status == .exited(35))
            #expect(try await curl("http", answering.port).output == "hi")
        }
    }
}
