import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of multicast DNS and DNS-SD.
enum MulticastFaults {
    static let rows: [Fault] = [
        Fault("mdns.not-found", .connectionDown, "http://nobody.local/", ["nobody.local"]) {
            try await $0.client.startDiscovery()
        },
        Fault("mdns.not-found", .connectionDown, "nobody._http._tcp.local", ["nobody"], name: "a service") {
            try await $0.client.startDiscovery()
        },
        Fault(
            "mdns.daemon-down", .connectionUp, "the machine", ["bus"], way: .machine("{}", state: "waiting")),
        Fault(
            "mdns.collision", .connectionUp, "the machine", ["same"],
            way: .machine("publish: {name: same}", state: "renamed")
        ) {
            try await $0.office.router.startDiscovery()
            let other = try await $0.office.router.startDaemon("publish: {name: same}")
            try await other.status("its publication") { $0.publication.state == .published }
            try await $0.client.startDiscovery()
        },
    ]
}
