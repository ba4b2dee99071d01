import Lab
import Testing

import struct NetworkModel.CauseID
import struct NetworkModel.WebSocketEvidence

@Suite("WebSockets through proxies", .lab, .tags(.lab))
struct ProtocolWebSocketTests {
    @Test("a WebSocket opens through every kind of proxy, and its faults are not attributed to the proxy")
    func proxies() async throws {
        try await Pair.run { pair in
            let (server, client) = (pair.server, pair.client)
            let dns = try await server.startDNSMasq([
                .addresses("www.lab.example", [pair.address]), .zone("lab.example"),
            ])
            try await server.useDNS(["127.0.0.1"])
            try await client.useDNS([pair.address])
            try await server.startWebSocket()
            try await server.startWebSocket(port: 443, certificate: try await pair.certificate())
            try await server.startSquid(authentication: .basic)
            try await server.startSOCKS()
            let proxies = [
                ("http://alice:secret@www.lab.example:3128", false), ("socks5h://www.lab.example:1080", false),
                ("socks5://www.lab.example:1080", true),
            ]
            for scheme in ["ws", "wss"] {
                for (proxy, resolvesHere) in proxies {
                    let report = try await client.ask(
                        "\(scheme)://www.lab.example/echo", environment: ["all_proxy": proxy]
                    ).report(nil)
                    #expect(
                        report.proxy?.outcome == .passed && report.names.last == WebSocketEvidence.layer,
                        "\(scheme) \(proxy)")
                    #expect((report.dns != nil) == resolvesHere && (report.tls != nil) == (scheme == "wss"))
                }
            }
            let tunnel = ["all_proxy": proxies[0].0]
            try await client.ask("ws://www.lab.example/refused", environment: tunnel).report(
                "ws.upgrade-refused", ["403"])
            try await client.ask("ws://www.lab.example/echo", ["--proxy", "http://www.lab.example:3128"]).report(
                "proxy.auth-required", ["Basic"])
            try await client.ask("wss://denied.lab.example/", environment: tunnel).report("proxy.refused", ["403"])
            _ = try await dns.stop()
        }
    }
}
