import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Healthy targets in an office without faults.
enum HealthyTargets {
    static let rows: [Fault] = [
        Fault(nil, .connectionUp),
        Fault(nil, .connectionUp, "https://www.lab.example/"),
        Fault(nil, .connectionUp, "tls://www.lab.example:443"),
        Fault(nil, .connectionUp, "four.lab.example:80"),
        Fault(nil, .connectionUp, "http://10.77.2.1/redirect"),
        Fault(nil, .connectionUp, "http://[fd77:2::1]/"),
        Fault(nil, .connectionUp, "dns://10.77.3.1/www.lab.example?type=AAAA"),
        Fault(nil, .connectionUp, "icmp://www.lab.example"),
        Fault(nil, .connectionUp, "tcp://www.lab.example:80"),
        Fault(nil, .connectionUp, "ws://www.lab.example:8080/echo") {
            try await $0.office.server.startWebSocket(port: 8_080)
        },
        Fault(nil, .connectionUp, "wss://www.lab.example:8443/echo") {
            try await $0.office.server.startWebSocket(port: 8_443, certificate: $0.certificate())
        },
        Fault(nil, .connectionUp, "ftp://www.lab.example/") { try await $0.office.server.startFTP() },
        Fault(nil, .connectionUp, "ftps://www.lab.example/") {
            try await $0.office.server.startVsftpd(
                port: 990, certificate: $0.certificate(), options: ["implicit_ssl=YES", "allow_anon_ssl=YES"])
        },
    ]
}
