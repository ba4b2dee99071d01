import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of WebSockets.
enum WebSocketFaults: LabKind {
    private static let base = "ws://www.lab.example:8080"

    private static func fault(
        _ cause: CauseID, _ arguments: String, _ facts: [String], settings: String? = nil
    ) -> Fault {
        Fault(cause, .connectionDown, base, facts, way: settings.map { .configured(base, $0) } ?? .command) {
            try await $0.office.server.startFaultyServer(
                "\(cause.rawValue)\(arguments.isEmpty ? "" : "=")\(arguments)", port: 8080)
        }
    }

    static let healthyTargets: [HealthyTarget] = ["ws://www.lab.example:8080/echo", "wss://www.lab.example:8443/echo"]

    static func startHealthyServers(in work: OfficeAtWork, certificate: Certificate) async throws {
        try await work.office.server.startWebSocket(port: 8080)
        try await work.office.server.startWebSocket(port: 8443, certificate: certificate)
    }

    static let rows: [Fault] = [
        Fault(nil, .connectionUp, "ws://www.lab.example:8080/echo") {
            try await $0.office.server.startWebSocket(port: 8_080)
        },
        Fault(nil, .connectionUp, "wss://www.lab.example:8443/echo") {
            try await $0.office.server.startWebSocket(port: 8_443, certificate: $0.certificate())
        },
        fault("ws.upgrade-refused", "status=403", ["403"]),
        fault("ws.handshake-invalid", "what=key", ["Sec-WebSocket-Accept"]),
        fault("ws.no-pong", "", [":8080"]),
        fault("ws.protocol-error", "frame=masked", ["masked"]),
        fault("ws.unexpected-message", "", [], settings: "websocket: {send: hello, expect: ^other$}"),
        fault("ws.closed", "code=1011", ["1011"], settings: "websocket: {send: hello, expect: ^hello$}"),
        Fault("ws.upgrade-refused", .connectionDown, "wss://www.lab.example/", ["200"], name: "a plain web server"),
    ]
}
