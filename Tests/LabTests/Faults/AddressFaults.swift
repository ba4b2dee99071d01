import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of addresses.
enum AddressFaults {
    private static let configuration = "publish: off\ninterval: 30s\n"

    private static let shareIPv4Address = { @Sendable (scene: OfficeAtWork) async throws in
        try await scene.client.useDNS(["fd77:3::1"])
        try await scene.office.router.run(["ip", "addr", "add", "10.77.1.1/32", "dev", "lo"])
    }

    private static let withoutIPv6Servers = { @Sendable (scene: OfficeAtWork) async throws in
        try await scene.client.useDNS(["fd77:3::1"])
        try await scene.client.switchOffIPv6()
    }

    static let rows: [Fault] = [
        Fault("address.none", .connectionDown, "http://10.77.2.1/", ["eth0"]) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        Fault(
            "address.none", .connectionDown, "http://[fd77:2::1]/", ["eth0", "MTU is 1000"],
            name: "an MTU below the minimum of IPv6"
        ) {
            try await $0.client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "link", "set", "eth0", "mtu", "1000"])
        },
        Fault(
            "address.bad-source", .connectionDown, "", ["10.77.1.1", "eth0"],
            name: "the router lets packets from the other address alone through, machine status",
            way: .status(configuration)
        ) { try await $0.admitOtherAddress("iifname eth0 ip saddr 10.77.1.1 drop") },
        // Routers that drop everything say nothing about one address.
        Fault(
            nil, .connectionIndeterminate, "",
            name: "the router lets packets from neither address through, machine status", way: .status(configuration)
        ) { try await $0.admitOtherAddress("iifname eth0 ip saddr 10.77.1.0/24 drop") },
        Fault("address.link-local-only", .connectionDown, "http://www.lab.example/", ["eth0", "169.254.7.7"]) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "169.254.7.7/16", "dev", "eth0"])
        },
        Fault("address.duplicate", .connectionDown, "http://[fd77:2::1]/", ["eth0", "fd77:1::2"]) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.takeRouterAddress()
        },
        Fault(
            "address.duplicate", .connectionDown, "http://www.lab.example/", ["eth0", "fd77:1::2"],
            name: "the address of the DNS server"
        ) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0", "scope", "global"])
            try await $0.client.useDNS(["fd77:1::2"])
            try await $0.client.takeRouterAddress()
        },
        Fault(
            "address.duplicate", .connectionDown, "http://www.lab.example/", ["10.77.1.2", "eth0", "another host"],
            name: "this machine has the router's address, and no default route"
        ) { try await $0.client.becomeRouter() },
        Fault(
            "address.duplicate", .connectionDown, "", ["10.77.1.2", "eth0", "another host"],
            name: "this machine has the router's address, and no default route, machine status",
            way: .status(configuration)
        ) { try await $0.client.becomeRouter() },
        Fault(
            "address.duplicate", .connectionUp, "", ["10.77.1.1", "eth0"],
            name: "the gateway has this machine's IPv4 address, and IPv6 works", way: .status(configuration),
            shareIPv4Address),
        Fault(
            "address.duplicate", .connectionUp, "", ["10.77.1.1", "eth0"],
            name: "the gateway has this machine's IPv4 address, and IPv6 works, monitored by a daemon",
            way: .watched(configuration), shareIPv4Address),
        Fault(
            "address.duplicate", .connectionDown, "http://10.77.2.1/", ["10.77.1.1", "eth0"],
            name: "another host has this machine's address, and only answers of the gateway itself still arrive"
        ) { try await $0.shareAddressWithAnother() },
        Fault(
            "address.duplicate", .connectionDown, "", ["10.77.1.1", "eth0"],
            name:
                "another host has this machine's address, and only answers of the gateway itself still arrive, machine status",
            way: .status(configuration)
        ) { try await $0.shareAddressWithAnother() },
        Fault("address.tentative", .connectionUp, "http://10.77.2.1/", ["10.77.1.1", "deprecated"]) {
            try await $0.client.run([
                "ip", "addr", "change", "10.77.1.1/24", "dev", "eth0", "valid_lft", "1000", "preferred_lft", "0",
            ])
        },
        Fault("address.gateway-off-link", .connectionDown, "http://10.77.2.1/", ["10.88.0.1", "eth0"]) {
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.88.0.1", "dev", "eth0", "onlink"])
        },
        Fault(
            "address.gateway-off-link", .connectionDown, "http://four.lab.example/", ["10.77.9.2", "eth0"],
            name: "the router has moved to another subnet"
        ) {
            // The address that matches the gateway is removed, the route through it remains.
            let client = $0.client
            try await client.run(["ip", "addr", "add", "10.77.9.1/24", "dev", "eth0"])
            try await client.run(["ip", "route", "replace", "default", "via", "10.77.9.2"])
            try await client.run(["ip", "addr", "del", "10.77.9.1/24", "dev", "eth0"])
        },
        Fault(
            "address.lease-expired", .connectionDown, "http://10.77.2.1/", ["10.77.1.1", "eth0"],
            way: .daemon("publish: off\ninterval: 1h\n")
        ) {
            try await $0.client.letLeaseRunOut()
        },
        Fault(
            "address.lease-expired", .connectionUp, "http://www.lab.example/", ["10.77.1.1"],
            name: "IPv6 still works", way: .daemon("publish: off\ninterval: 1h\n")
        ) {
            try await $0.client.useDNS(["fd77:3::1"])
            try await $0.client.letLeaseRunOut()
        },
        Fault(
            "address.lease-expired", .connectionDown, "http://www.lab.example/", ["10.77.1.1", "2020-01-01T10:00:00Z"],
            name: "according to dhclient's lease file"
        ) {
            try await $0.client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
            try await $0.client.write("/var/lib/dhcp/dhclient.eth0.leases", lease)
        },
        Fault("address.ipv6-disabled", .connectionDown, "http://[fd77:2::1]/", ["eth0"]) {
            try await $0.client.switchOffIPv6()
        },
        Fault(
            "address.ipv6-disabled", .connectionUp, "http://www.lab.example/", ["eth0"], name: "IPv4 works"
        ) {
            try await $0.client.switchOffIPv6()
        },
        Fault(
            "address.ipv6-disabled", .connectionDown, "http://www.lab.example/", ["eth0"],
            name: "all DNS servers have IPv6 addresses", withoutIPv6Servers),
        Fault(
            "address.ipv6-disabled", .connectionDown, "", ["eth0"],
            name: "all DNS servers have IPv6 addresses, machine status", way: .status(configuration),
            withoutIPv6Servers),
        Fault(
            "address.rogue-router", .connectionUp, "", ["fe80::bad", "eth0"], way: .watched(LinkFaults.watching)
        ) {
            let router = $0.office.router
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await router.announceItself(from: ["fe80::900d", "fe80::bad"], on: "eth0")
            try await $0.client.waits(for: "[ $(ip -6 route show default proto ra | grep -c fe80) = 2 ]")
            try await router.run(["ip", "addr", "del", "fe80::bad/64", "dev", "eth0"])
        },
    ]

    /// A lease in the format of dhclient.leases(5).
    static let lease = """
        lease {
          interface "eth0";
          fixed-address 10.77.1.1;
          option dhcp-server-identifier 10.77.1.2;
          expire 3 2020/01/01 10:00:00;
        }

        """
}

extension Host {
    /// Sets the remaining lifetime of its IPv4 address to one second, and waits until it has expired.
    func letLeaseRunOut() async throws {
        try await run([
            "ip", "addr", "change", "10.77.1.1/24", "dev", "eth0", "valid_lft", "1", "preferred_lft", "1",
        ])
        try await waits(for: "! ip addr show dev eth0 | grep -q 10.77.1.1")
    }

    /// Takes the router's IPv6 address as well, so that the host detects the duplicate.
    func takeRouterAddress() async throws {
        try await run([
            "sh", "-euc", "for of in all eth0; do echo 1 >/proc/sys/net/ipv6/conf/$of/accept_dad; done",
        ])
        try await run(["ip", "addr", "add", "fd77:1::2/64", "dev", "eth0"])
        try await waits(for: "ip addr show dev eth0 | grep -q dadfailed")
    }

    /// Takes the router's IPv4 address by mistake, so that this host is its own DNS server, and rejects a default route.
    func becomeRouter() async throws {
        try await run([
            "sh", "-euc",
            """
            ip -6 route del default || true
            ip addr flush dev eth0 scope global
            ip addr add 10.77.1.2/24 dev eth0
            """,
        ])
        try await useDNS(["10.77.1.2"])
    }

    func switchOffIPv6() async throws {
        try await run(["sh", "-euc", "echo 1 >/proc/sys/net/ipv6/conf/eth0/disable_ipv6"])
    }

    /// Adds addresses, and sends a router advertisement (RFC 4861 section 4.2) from each of them.
    func announceItself(from addresses: [String], on interface: String) async throws {
        for address in addresses {
            try await run(["ip", "addr", "add", "\(address)/64", "dev", interface, "nodad"])
            try await run([
                "python3", "-c",
                """
                import socket, struct
                s = socket.socket(socket.AF_INET6, socket.SOCK_RAW, socket.IPPROTO_ICMPV6)
                s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_HOPS, 255)
                index = socket.if_nametoindex("\(interface)")
                s.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_MULTICAST_IF, index)
                s.bind(("\(address)", 0, 0, index))
                s.sendto(struct.pack("!BBHBBHII", 134, 0, 0, 64, 0, 1800, 0, 0), ("ff02::1", 0, 0, index))
                """,
            ])
        }
    }
}

extension OfficeAtWork {
    /// Gives the client a second address, and makes the router the DNS server, which forwards what a rule lets through.
    fileprivate func admitOtherAddress(_ rule: String) async throws {
        try await beHome()
        try await client.run(["ip", "addr", "add", "10.77.1.9/24", "dev", "eth0"])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await office.router.filter(
            "table inet admit { chain f { type filter hook forward priority 0; \(rule); }; }\n")
    }

    /// Gives another host on the link this machine's address. The router has sent its last own packet to this machine, and those
    /// that it forwards to the other host.
    fileprivate func shareAddressWithAnother() async throws {
        let other = try await lab.host("other")
        let cable = try await lab.link(other, office.router)
        try await joinClientLink(cable.b.interface)
        try await other.run(["ip", "addr", "add", "10.77.1.1/24", "dev", cable.a.interface])
        try await client.run(["ip", "-6", "route", "del", "default"])
        try await darkUpstream()
    }
}
