import Lab

import class Lab.Host
import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Settings of this host because of which programs fail, and what routers of other links seem to prove (decision 91).
enum HostSettingFaults {
    private static let once = Fault.Way.status("publish: off\ninterval: 30s\n")
    private static let page = "http://www.lab.example/"

    static let rows: [Fault] = [
        Fault(
            "dns.hosts-override", .connectionDown, "http://four.lab.example/", ["::1", "10.77.2.1"],
            name: "a hosts file with an address of the other family"
        ) {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n::1 localhost four.lab.example\n")
        },
        Fault(
            nil, .connectionUp, "http://four.lab.example/",
            name: "a hosts file with an address of the other family, which works"
        ) {
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\nfd77:2::1 four.lab.example\n")
        },
        Fault(nil, .connectionUp, "tcp://localhost:8080", name: "a service on 127.0.0.1 only") {
            let server = try $0.client.spawn(["python3", "-u", "-m", "http.server", "--bind", "127.0.0.1", "8080"])
            try await server.output.first("a server on 127.0.0.1") { $0.contains("Serving HTTP") }
        },
        Fault(nil, .connectionUp, page, name: "a default route for IPv6 that rejects, as of a VPN's kill switch") {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "add", "unreachable", "default", "metric", "1"])
        },
        Fault(
            "gateway.route-rejects", .connectionUp, page, ["unreachable", "fd77:2::/64"],
            name: "a route that rejects the target's IPv6 addresses"
        ) { try await $0.client.run(["ip", "-6", "route", "add", "unreachable", "fd77:2::/64"]) },
        Fault(
            "dns.system-differs", .connectionDown, "http://six.lab.example/", ["options no-aaaa", "fd77:2::1"],
            name: "programs that query no IPv6 addresses"
        ) {
            _ = try await $0.dns.stop()
            try await $0.office.names.startDNS([.init("six.lab.example", .addresses(["fd77:2::1"]))])
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\noptions no-aaaa\n")
        },
        Fault(nil, .connectionUp, page, name: "programs that query no IPv6 addresses, and IPv4 is there") {
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3.1\noptions no-aaaa\n")
        },
        Fault(
            "address.ipv6-disabled", .connectionDown, "http://[fd77:2::1]/", ["eth0", "1200"],
            name: "an MTU below that of IPv6"
        ) { try await $0.client.run(["ip", "link", "set", "eth0", "mtu", "1200"]) },
        Fault(nil, .connectionUp, page, name: "an MTU below that of IPv6, and IPv4 is there") {
            try await $0.client.run(["ip", "link", "set", "eth0", "mtu", "1200"])
        },
        Fault(
            "dns.one-answer", .connectionDown, page, ["10.77.3.1"], name: "a firewall that passes one answer a port"
        ) { try await $0.passOneAnswer() },
        Fault(
            "dns.one-answer", .connectionDown, "", ["10.77.3.1"],
            name: "a firewall that passes one answer a port, status", way: once
        ) { try await $0.passOneAnswer() },
        Fault(
            "path.upstream-down", .connectionDown, page, ["10.77.1.2"],
            name: "a silent preferred uplink, and a resolver on the spare one"
        ) { try await $0.loseUplinkBesideResolver() },
        Fault(
            "address.gateway-off-link", .connectionDown, page, ["10.88.0.1"],
            name: "a gateway of another subnet, and a resolv.conf that is misspelt", kind: .double
        ) {
            try await $0.client.write("/etc/resolv.conf", "nameserver 10.77.3\n")
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run([
                "ip", "route", "replace", "default", "via", "10.88.0.1", "dev", "eth0", "onlink",
            ])
        },
        Fault(
            "address.bad-source", .connectionDown, "http://10.77.2.1/", ["172.31.9.9"],
            name: "a source that nobody answers to, and a gateway without pings"
        ) {
            try await $0.office.router.drop("icmp type echo-request", family: "ip")
            try await $0.client.preferSourceWithoutReplies()
        },
    ]
}

extension OfficeAtWork {
    /// Drops every query from a port that has sent one a short while ago.
    fileprivate func passOneAnswer() async throws {
        try await client.write("/etc/resolv.conf", "nameserver 10.77.3.1\noptions timeout:1 attempts:1\n")
        try await office.names.filter(
            """
            table ip f {
                set seen {
                    type ipv4_addr . inet_service
                    flags dynamic,timeout
                    timeout 2s
                }
                chain i {
                    type filter hook input priority 0
                    udp dport 53 ip saddr . udp sport @seen drop
                    udp dport 53 add @seen { ip saddr . udp sport }
                }
            }

            """)
    }

    /// Makes the preferred router drop everything silently, while the router of the spare uplink is the resolver.
    fileprivate func loseUplinkBesideResolver() async throws {
        let cable = try await addUplink()
        try await cable.b.host.startDNS([
            .init("a.root-servers.net", .addresses(["198.41.0.4"])),
            .init("www.lab.example", .addresses(["198.51.100.10"])),
        ])
        try await client.useDNS([cable.b.ipv4])
        try await darkUpstream()
    }
}

extension Host {
    /// Has packets sent from an address, 172.31.9.9, to which no router has a route.
    func preferSourceWithoutReplies() async throws {
        try await run(
            ["ip", "-batch", "-"],
            input: """
                link add source0 type bridge
                link set source0 up
                addr add 172.31.9.9/32 dev source0
                route replace default via 10.77.1.2 src 172.31.9.9

                """)
    }
}
