import Lab
import Testing

import struct NetworkModel.CauseID
import struct NetworkModel.Report
import struct NetworkModel.WebSocketEvidence

@Suite("WebSockets", .lab, .tags(.lab))
struct WebSocketTests {
    @Test("every path of a real server, with and without TLS", arguments: [false, true])
    func paths(inTLS: Bool) async throws {
        let base = "\(inTLS ? "wss" : "ws")://www.lab.example:8080"
        let echo = "websocket: {send: hello, expect: ^hello$}"
        let cases: [(path: String, settings: String, cause: CauseID?, words: String)] = [
            ("/echo", echo, nil, ""), ("/fragments", echo, nil, ""),
            ("/echo#1", "websocket: {subprotocols: [other, v2.chat], \(echo.dropFirst(12))", nil, ""),
            ("/echo#2", "websocket: {subprotocols: [other]}", "ws.handshake-invalid", "none of the subprotocols"),
            ("/echo#3", "websocket: {send: hello, expect: ^other$}", "ws.unexpected-message", "hello"),
            ("/close", echo, "ws.closed", "1011"),
            ("/huge", "websocket: {expect: x}", "ws.protocol-error", "1048576 bytes"),
            ("/silent", "timeout: 5s", "ws.no-pong", ""), ("/masked", "timeout: 5s", "ws.protocol-error", "masked"),
            ("/badkey", "timeout: 5s", "ws.handshake-invalid", "Sec-WebSocket-Accept"),
            ("/refused", "timeout: 5s", "ws.upgrade-refused", "403"),
            ("/nowhere", "timeout: 5s", "ws.upgrade-refused", "404"),
        ]
        let targets = cases.map { "- target: \(base)\($0.path)\n  \($0.settings)\n" }.joined()
        try await Pair.watched(targets) { pair in
            try await pair.server.startWebSocket(port: 8080, certificate: inTLS ? try await pair.certificate() : nil)
        } _: { daemon, _ in
            for (path, _, cause, words) in cases {
                let report = try await daemon.report(base + path)
                #expect(report.cause?.id == cause, "\(path): \(report)")
                #expect(report.cause?.summary.contains(words) ?? true, "\(path): \(report.cause?.summary ?? "")")
                #expect(report.layers.map(\.layer).suffix(2) == [inTLS ? .tls : .tcp, WebSocketEvidence.layer])
                if path == "/echo#1" { #expect(evidence(report)?.subprotocol == "v2.chat") }
                if cause == nil { #expect(evidence(report)?.closeCode == 1000 && evidence(report)?.roundTrip != nil) }
            }
        }
    }

    private func evidence(_ report: Report) -> WebSocketEvidence? {
        report[WebSocketEvidence.self]
    }
}
