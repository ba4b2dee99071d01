import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// What routers far from this machine drop, reset or prohibit, and similar faults of hosts and of the gateway.
enum DroppedPortFaults {
    static let rows: [Fault] = [
        Fault(
            "path.hop-limit", .connectionDown, "http://198.41.0.4/", ["198.41.0.4:80", "and with 65 they do"],
            name: "a provider that drops what has passed a router"
        ) {
            try await $0.beHome()
            let core = try await $0.addCore().host
            try await core.run(["ip", "addr", "add", "198.41.0.4/32", "dev", "lo"])
            try await core.startNginx([Site(port: 80)])
            try await $0.office.provider.filter(
                "table ip t { chain f { type filter hook forward priority 0; ip ttl lt 63 drop; }; }\n")
        },
        Fault(
            "path.dropped", .connectionDown, "http://10.77.6.2/", ["10.77.4.2", "10.77.5.2", "10.77.6.2:80"],
            name: "a port that the last router but one drops"
        ) { try await $0.dropBehindSecond() },
        Fault(
            nil, .connectionIndeterminate, "", name: "a provider that drops port 443 alone, in front of another router",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.beHome()
            try await $0.filterAtProvider("tcp dport 443 drop")
        },
        Fault(
            "path.filtered", .connectionDown, "http://www.lab.example/", ["10.77.1.2", "80 and 443"],
            name: "a gateway that prohibits TCP, and whose resolver fails"
        ) {
            try await $0.answerAsRouter(.code(.serverFailure))
            try await $0.addCore()
            try await $0.office.router.filter(
                "table inet f { chain f { type filter hook forward priority 0; "
                    + "meta l4proto tcp reject with icmpx type admin-prohibited; }; }\n")
        },
        Fault(
            "path.filtered", .connectionDown, "198.51.100.7:443", ["100.64.0.1", "connection reset"],
            name: "a provider that resets connections to port 443, and a host on the next router"
        ) {
            try await $0.haveHostOnCore("198.51.100.7")
            try await $0.office.provider.filter(
                "table inet f { chain f { type filter hook forward priority 0; "
                    + "tcp dport 443 reject with tcp reset; }; }\n")
        },
        Fault(
            "tcp.refused", .connectionDown, "198.51.100.7:443", ["198.51.100.7:443"],
            name: "a host on the router behind the provider's, where nothing listens"
        ) { try await $0.haveHostOnCore("198.51.100.7") },
        Fault(
            "tcp.timeout", .connectionDown, "198.51.100.7:80", ["198.51.100.7:80"],
            name: "a host that answers pings alone, behind a router whose resolver refuses all other names"
        ) {
            try await $0.answerAsRouter(.code(.refused))
            let core = try await $0.haveHostOnCore("198.51.100.7")
            try await core.drop("tcp dport 80")
            for network in ["192.0.2.0/24", "198.41.0.4/32"] {
                try await $0.office.provider.run(["ip", "route", "del", network])
            }
        },
        Fault(
            "tcp.timeout", .connectionDown, "198.51.100.7:80", ["198.51.100.7:80"],
            name: "a provider that drops everything for the next router, while names are resolved"
        ) {
            try await $0.beHome()
            try await $0.haveHostOnCore("198.51.100.7")
            try await $0.office.provider.filter(
                "table inet f { chain f { type filter hook forward priority 0; "
                    + "ip daddr { 192.0.2.0/24, 198.41.0.4, 198.51.100.7 } drop; }; }\n")
        },
        Fault(
            "dns.server-unreachable", .connectionDown, "http://www.lab.example/", ["198.51.100.53"],
            name: "a host in the Internet that drops queries, as the DNS server"
        ) {
            try await $0.haveHostOnCore("198.51.100.53").drop("udp dport 53")
            try await $0.client.useDNS(["198.51.100.53"])
        },
        Fault(
            "dns.server-unreachable", .connectionDown, "http://www.lab.example/", ["10.77.1.2"],
            name: "a home router that drops queries over UDP, and answers those over TCP"
        ) {
            try await $0.beHome(knowsRoot: true)
            try await $0.office.router.drop("udp dport 53")
        },
        Fault(
            "path.upstream-down", .connectionDown, "198.51.100.1:80",
            ["10.77.1.2", "none of this machine's packets", "its own DNS server reaches the Internet"],
            name: "a gateway that resolves names, and is no router"
        ) {
            try await $0.beHome()
            try await $0.office.router.stopForwarding()
        },
    ]
}

extension OfficeAtWork {
    /// Adds a router behind the provider's that has an address of the Internet itself.
    @discardableResult
    fileprivate func haveHostOnCore(_ address: String) async throws -> Host {
        let core = try await addCore()
        try await core.host.run(["ip", "addr", "add", "\(address)/32", "dev", "lo"])
        try await office.provider.run(["ip", "route", "add", "\(address)/32", "via", core.ipv4])
        try await office.router.run(["ip", "route", "add", "\(address)/32", "via", "100.64.0.1"])
        return core.host
    }

    /// Drops connections to port 80 that the router behind the server would forward; there is one more before the host.
    fileprivate func dropBehindSecond() async throws {
        try await leadFartherByHosts()[1].filter(
            "table inet f {\n chain f {\n type filter hook forward priority 0; tcp dport 80 drop\n }\n}\n")
    }
}
