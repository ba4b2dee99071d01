import Lab

import enum NetworkModel.ConnectionStatus

/// Networks that have IPv6 alone, with NAT64 for IPv4 hosts: `names` does DNS64, and the router has the prefix.
enum IPv6OnlyFaults {
    static let rows: [Fault] = [
        Fault(nil, .connectionUp, "http://four.lab.example/", name: "NAT64, by a name that has IPv4 alone") {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
        },
        Fault(
            nil, .connectionUp, "", name: "NAT64, the machine's own status",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
        },
        Fault(
            "gateway.ipv4-literal", .connectionDown, "http://10.77.2.1/", ["10.77.2.1", "64:ff9b::/96"],
            name: "NAT64, and an IPv4 address"
        ) {
            try await $0.haveIPv6Alone()
            try await $0.startDNS64()
        },
        Fault(
            "dns.no-dns64", .connectionDown, "http://four.lab.example/", ["four.lab.example", "fd77:3::1"],
            name: "NAT64, and a server without DNS64"
        ) { try await $0.haveIPv6Alone() },
    ]
}

extension OfficeAtWork {
    /// The client has no IPv4 address, and a DNS server by IPv6.
    fileprivate func haveIPv6Alone() async throws {
        try await client.run(["ip", "-4", "addr", "flush", "dev", office.clientCable.a.interface])
        try await client.useDNS([office.namesCable.a.ipv6])
    }

    /// The server has the addresses that NAT64 would translate to its own, and the router leads there; of names that have IPv4
    /// addresses alone, and of ipv4only.arpa, the DNS server has them.
    fileprivate func startDNS64() async throws {
        try await office.router.run(["ip", "-6", "route", "add", "64:ff9b::/96", "via", office.serverCable.a.ipv6])
        try await office.server.run(["ip", "-6", "route", "add", "local", "64:ff9b::/96", "dev", "lo"])
        _ = try await dns.stop()
        try await office.names.startDNSMasq(
            [
                .addresses("four.lab.example", ["10.77.2.1", "64:ff9b::a4d:201"]),
                .addresses("ipv4only.arpa", ["192.0.0.170", "192.0.0.171", "64:ff9b::c000:aa", "64:ff9b::c000:ab"]),
            ])
    }
}
