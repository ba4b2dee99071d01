import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults beyond the gateway.
enum PathFaults {
    static let rows: [Fault] = [
        Fault("path.no-route", .connectionDown, "10.99.0.1:80", ["10.99.0.1"])
    ]
}
