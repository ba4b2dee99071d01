import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of addresses.
enum AddressFaults {
    static let rows: [Fault] = [
        Fault("address.none", .connectionDown, "http://10.77.2.1/", ["eth0"]) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
        }
    ]
}
