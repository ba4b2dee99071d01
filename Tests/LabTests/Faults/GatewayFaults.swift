import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of routes and next hops.
enum GatewayFaults {
    static let rows: [Fault] = [
        Fault("gateway.none", .connectionDown, "http://10.77.2.1/", ["10.77.2.1"]) {
            try await $0.client.run(["ip", "route", "del", "default"])
        },
        Fault("gateway.unreachable", .connectionDown, "http://10.77.2.1/", ["10.77.1.2", "eth0"]) {
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.unreachable", .connectionDown, "http://four.lab.example/", ["10.77.1.2"]) {
            // The client has just talked to it: its neighbour entry is fresh.
            try await $0.client.run(["ping", "-c1", "-W2", "10.77.2.1"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault("gateway.route-rejects", .connectionDown, "10.77.2.1:80", ["blackhole", "10.77.2.0/24"]) {
            try await $0.client.run(["ip", "route", "add", "blackhole", "10.77.2.0/24"])
        },
    ]
}
