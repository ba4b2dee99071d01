import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of WebSockets.
enum WebSocketFaults {
    private static let base = "ws://www.lab.example:8080"

    private static func fault(_ cause: CauseID, _ path: String, _ facts: [String], settings: String? = nil) -> Fault {
        let url = base + path
        return Fault(cause, .connectionDown, url, facts, way: settings.map { .configured(url, $0) } ?? .command) {
            try await $0.office.server.startWebSocket(port: 8080)
        }
    }

    static let rows: [Fault] = [
        fault("ws.upgrade-refused", "/refused", ["403"]),
        fault("ws.handshake-invalid", "/badkey", ["Sec-WebSocket-Accept"]),
        fault("ws.no-pong", "/silent", ["/silent"]),
        fault("ws.protocol-error", "/masked", ["masked"]),
        fault("ws.unexpected-message", "/echo", ["hello"], settings: "websocket: {send: hello, expect: ^other$}"),
        fault("ws.closed", "/close", ["1011"], settings: "websocket: {send: hello, expect: ^hello$}"),
        Fault("ws.upgrade-refused", .connectionDown, "wss://www.lab.example/", ["200"], name: "a plain web server"),
    ]
}
