import Lab
import Testing

import struct NetworkModel.DNSEvidence

@Suite("SOCKS", .lab, .tags(.lab))
struct ProtocolSOCKSTests {
    @Test("names are resolved by the proxy (socks5h) or here (socks5), and nowhere else")
    func names() async throws {
        try await Pair.run { pair in
            let client = pair.client
            let dns = try await pair.startSites()
            try await pair.server.startSOCKS()
            // Only the client can resolve this name.
            try await client.write(
                "/etc/hosts", "127.0.0.1 localhost\n\(pair.address) www.lab.example here.lab.example\n")
            let (there, here) = ["socks5h", "socks5"].map { ["--proxy", "\($0)://www.lab.example:1080"] }.pair
            for url in ["http://inner.lab.example/", "https://www.lab.example/", "tls://www.lab.example:443"] {
                let remote = try await client.ask(url, there).report(nil)
                #expect(remote.names.contains(.proxy) && !remote.names.contains(.dns) && !remote.names.contains(.tcp))
                let local = try await client.ask(url, here).report(nil)
                #expect(local.names.contains(.proxy) && !local.names.contains(.tcp))
                #expect(local.dns?.resolution.addresses.map(\.description) == [pair.address], "\(url)")
            }
            try await client.ask("http://here.lab.example/", there).report("proxy.refused")
            try await client.ask("http://here.lab.example/", here).report(nil)
            let nobody = try await client.ask("http://nobody.lab.example/", here)
            let report = try nobody.report("dns.nxdomain", ["nobody.lab.example"])
            #expect(report.names.contains(.dns) && report.names.contains(.proxy))
            try await client.ask("http://nobody.lab.example/", there).report("proxy.refused")
            try await client.ask("http://inner.lab.example:81/", here).report("proxy.refused", ["inner.lab.example:81"])
            try await client.ask("http://inner.lab.example/redirect", here).report(nil)

            func questions() async throws -> Int {
                let end = "end-\(dns.diagnostics.text.utf8.count).lab.example"
                _ = try await client.netdiag("resolve", end)
                try await dns.diagnostics.first("the end of the log") { $0.contains("config \(end)") }
                return dns.diagnostics.text.split(separator: "\n").count {
                    $0.contains("query[") && $0.contains("inner.lab.example from \(pair.cable.a.ipv4)")
                }
            }
            let first = try await questions()
            try await client.ask("http://inner.lab.example/").report(nil)
            let before = try await questions()
            try await client.ask("http://inner.lab.example/", there).report(nil)
            #expect(try await questions() == before)
            #expect(before > first)
            try await client.ask("http://inner.lab.example/", here).report(nil)
            // As many as in a direct check: those of netdiag's own resolver.
            let after = try await questions()
            #expect(after - before == before - first)

            _ = try await dns.stop()
            try await client.ask("http://inner.lab.example/", here).report("dns.server-closed", [pair.address])
        }
    }

    @Test("a SOCKS proxy that gets no names connects to the chosen address")
    func address() async throws {
        try await Pair.run { pair in
            try await pair.startSites()
            try await pair.server.startSOCKS()
            try await pair.client.write(
                "/etc/hosts",
                "127.0.0.1 localhost\n\(pair.address) www.lab.example two.lab.example\n10.77.1.99 two.lab.example\n")
            let proxy = ["--proxy", "socks5://www.lab.example:1080"], url = "http://two.lab.example/"
            try await pair.client.ask(url, proxy + ["--address", pair.address]).report(nil)
            try await pair.client.ask(url, proxy + ["--address", "10.77.1.99"]).report("proxy.refused")
        }
    }

    @Test("credentials are sent to a SOCKS server that requires them")
    func login() async throws {
        try await Pair.run { pair in
            let client = pair.client
            try await pair.startSites()
            try await pair.server.startSOCKS(requiresLogin: true)
            for (kind, url) in [("socks5h", "http://inner.lab.example/"), ("socks5", "https://www.lab.example/")] {
                func ask(_ login: String, secret: String = Account.password) async throws -> Answer {
                    let variables = ["all_proxy": "\(kind)://\(login)www.lab.example:1080"]
                    return try await client.ask(url, environment: variables, secrets: [secret])
                }
                let report = try await ask("alice:secret@").report(nil)
                #expect(report.proxy?.origin == "all_proxy" && report.proxy?.outcome == .passed)
                try await ask("").report("proxy.auth-required", ["all_proxy"])
                try await ask("alice:wrong@", secret: "wrong").report("proxy.auth-rejected", ["all_proxy"])
            }
            try await client.ask("http://inner.lab.example/", ["--proxy", "socks5h://www.lab.example:9"]).report(
                "proxy.unreachable", ["refused"])
            try await client.ask("http://inner.lab.example/", ["--proxy", "socks5h://www.lab.example:80"]).report(
                "proxy.failed")
        }
    }
}

extension [[String]] {
    fileprivate var pair: ([String], [String]) { (self[0], self[1]) }
}
