import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of answers to requests.
enum HTTPFaults {
    static let rows: [Fault] = [
        Fault("http.auth-required", .connectionDown, "http://www.lab.example/login", ["Basic"]),
        Fault("http.forbidden", .connectionDown, "http://www.lab.example/status/403"),
        Fault("http.not-found", .connectionDown, "http://www.lab.example/status/404", ["404"]),
        Fault("http.rate-limited", .connectionDown, "http://www.lab.example/status/429"),
        Fault("http.client-error", .connectionDown, "http://www.lab.example/status/418"),
        Fault("http.gateway-error", .connectionDown, "https://www.lab.example/status/502", ["502"]),
        Fault("http.server-error", .connectionDown, "http://www.lab.example/status/500"),
        Fault("http.no-answer", .connectionDown, "http://www.lab.example/never"),
        Fault("http.malformed", .connectionDown, "http://10.77.2.1:447/") {
            try $0.office.server.startTCPServer(.answers("SSH-2.0-lab\r\n"), port: 447)
        },
    ]
}
