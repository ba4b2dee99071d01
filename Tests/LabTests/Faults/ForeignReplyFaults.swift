import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// DNS servers whose replies come from another address than the one that was queried, as from a host with several.
enum ForeignReplyFaults {
    static let rows: [Fault] = [
        Fault(
            "dns.malformed", .connectionDown, "http://www.lab.example/",
            ["10.77.3.1", "replies come from 10.77.3.5 instead"], name: "replies of a DNS server from another address"
        ) { try await $0.office.names.replyToQueries(from: "10.77.3.5") },
        Fault(
            "dns.malformed", .connectionDown, "", ["10.77.1.2", "replies come from 10.77.1.9 instead"],
            name: "replies of the router's DNS server from another address, machine status",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.beHome()
            try await $0.office.router.replyToQueries(from: "10.77.1.9", at: "eth0")
        },
        // The second server answers, and programs reach it after they have waited for the first one.
        Fault(
            "dns.some-servers-dead", .connectionUp, "http://www.lab.example/", ["10.77.2.1", "10.77.3.1"],
            name: "replies of the first of two DNS servers from another address"
        ) {
            try await $0.office.server.startDNS([.init("*", .addresses(["10.77.2.1"]))])
            try await $0.office.server.replyToQueries(from: "10.77.2.9")
            try await $0.client.useDNS(["10.77.2.1", "10.77.3.1"])
        },
    ]
}

extension Host {
    /// Sends replies to DNS queries over UDP from an address that was not queried.
    ///
    /// - Parameter interface: The interface on which they leave; `nil` for any.
    fileprivate func replyToQueries(from address: String, at interface: String? = nil) async throws {
        let match = interface.map { "oifname \"\($0)\" " } ?? ""
        try await filter(
            "table ip f {\n chain o {\n type filter hook output priority 0\n"
                + " \(match)udp sport 53 ip saddr set \(address)\n }\n}\n")
    }
}
