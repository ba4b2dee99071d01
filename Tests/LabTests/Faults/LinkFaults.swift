import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of interfaces.
enum LinkFaults {
    static let rows: [Fault] = [
        Fault("link.no-carrier", .connectionDown, "http://www.lab.example/", ["eth0"]) {
            try await $0.office.clientCable.unplug()
        },
        Fault("link.admin-down", .connectionDown, "http://10.77.2.1/", ["eth0"]) {
            try await $0.client.set("eth0", isUp: false)
        },
        Fault("link.none") { try await $0.client.run(["ip", "link", "del", "eth0"]) },
    ]
}
