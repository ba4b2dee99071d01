import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

extension DNSFaults {
    /// Servers for which programs wait, so that the target is up.
    static let slowServers: [Fault] = [
        Fault("dns.slow", .connectionUp, page, ["10.77.3.1", "1000 ms"], name: "a slow server") {
            // Programs that wait for only one second find nothing.
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([.init("www.lab.example", .late(good, after: .milliseconds(1_600)))])
        },
        Fault("dns.slow", .connectionUp, page, ["10.77.3.1", "1000 ms"], name: "a server that needs three seconds") {
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([.init("www.lab.example", .late(good, after: .seconds(3)))])
        },
        Fault(
            "dns.slow", .connectionUp, page, ["10.77.3.1", "1000 ms"], name: "a server that needs almost four seconds"
        ) {
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([.init("www.lab.example", .late(good, after: .milliseconds(3_800)))])
        },
        Fault(
            "dns.slow", .connectionUp, page, ["10.77.3.1", "1000 ms"], name: "a server that needs almost five seconds"
        ) {
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([.init("www.lab.example", .late(good, after: .milliseconds(4_600)))])
        },
        Fault(
            "dns.slow", .connectionUp, page, ["AAAA records of www.lab.example"], name: "a server that is slow for AAAA"
        ) {
            try await $0.client.useDNS(["10.77.3.1"], options: "timeout:5")
            try await $0.answer([
                .init("*", type: .ipv6, .late(.code(.noSuchName), after: .seconds(3))),
                .init("www.lab.example", good),
            ])
        },
        Fault(
            "dns.slow", .connectionUp, page, ["10.77.2.1", "1000 ms"], name: "a first server that needs three seconds"
        ) {
            try await $0.office.server.startDNS([.init("*", .late(good, after: .seconds(3)))])
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"], options: "timeout:5")
        },
    ]
}
