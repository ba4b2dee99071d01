import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Ports that a router far from this machine drops or prohibits.
enum DroppedPortFaults {
    static let rows: [Fault] = [
        Fault(
            nil, .connectionIndeterminate, "", name: "a provider that drops port 443 alone, in front of another router",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.beHome()
            try await $0.filterAtProvider("tcp dport 443 drop")
        },
    ]
}
