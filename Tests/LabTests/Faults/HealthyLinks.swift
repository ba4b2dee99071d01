import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Unusual states of the lowest layers that are not faults.
enum HealthyLinks {
    static let rows: [Fault] = [
        healthy("a gateway outside the subnet that answers") {
            // As hosting providers do it: an address without a subnet.
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "10.77.1.1/32", "dev", "eth0"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2", "dev", "eth0", "onlink"])
        },
        healthy("an address on the loopback interface") {
            // As data centres do it: the address is routed to the host.
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0", "scope", "global"])
            try await $0.client.run(["ip", "addr", "add", "10.77.1.1/32", "dev", "lo"])
            try await $0.client.run(["ip", "route", "add", "10.77.1.2", "dev", "eth0", "src", "10.77.1.1"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2", "src", "10.77.1.1"])
        },
        healthy("an address of 169.254.0.0/16 towards the gateway, and another one on the loopback interface") {
            // As between routers, and in networks of hosting providers.
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "169.254.0.2/30", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "10.77.1.1/32", "dev", "lo"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "169.254.0.1", "src", "10.77.1.1"])
            try await $0.office.router.run(["ip", "addr", "add", "169.254.0.1/30", "dev", "eth0"])
            try await $0.office.router.run(["ip", "route", "replace", "10.77.1.1/32", "via", "169.254.0.2"])
        },
        healthy("a bridge with a port that never had a cable") {
            try await $0.client.bridge("eth0", beside: "eth7")
            try await $0.client.run(["ip", "tuntap", "add", "tap9", "mode", "tap"])
            try await $0.client.run(["ip", "link", "set", "tap9", "master", "br0", "up"])
        },
        healthy("a bridge with a port that is switched off") {
            try await $0.client.bridge("eth0", beside: "eth7")
            try await $0.client.run(["ip", "link", "set", "eth7", "down"])
        },
        healthy("a better route over a card without a cable, which the kernel ignores") {
            try await $0.client.ignoreRoutesWithoutCarrier()
            try await $0.client.addRouteWithoutCarrier(to: "10.77.2.0/24")
        },
        Fault(
            nil, .connectionUp, "",
            name: "a better default route over a card without a cable, which the kernel ignores",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.client.ignoreRoutesWithoutCarrier()
            try await $0.client.run(["ip", "-4", "route", "del", "default"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2", "metric", "100"])
            try await $0.client.addRouteWithoutCarrier(to: "default")
        },
        Fault(
            "gateway.none", .connectionIndeterminate, "", ["the Internet"],
            name: "status: neither a default route nor a DNS server",
            way: .status("publish: off\ninterval: 30s\n")
        ) {
            try await $0.client.useDNS([])
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Fault(
            "gateway.none", .connectionUp, "", ["the Internet"],
            name: "status: neither a default route nor a DNS server, and a target on the link",
            way: .status("publish: off\ninterval: 30s\ntargets: [\"icmp://10.77.1.2\"]\n")
        ) {
            try await $0.client.useDNS([])
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Fault(
            nil, .connectionUp, "icmp://peer.example", name: "link-local addresses alone, and a name of the hosts file"
        ) {
            try await $0.client.useDNS([])
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "169.254.3.1/16", "dev", "eth0"])
            let interface = $0.office.clientCable.b.interface
            try await $0.office.router.run(["ip", "addr", "add", "169.254.3.2/16", "dev", interface])
            try await $0.client.write("/etc/hosts", "127.0.0.1 localhost\n169.254.3.2 peer.example\n")
        },
        healthy("an old lease file, and a valid address") {
            try await $0.client.write("/var/lib/dhcp/dhclient.eth0.leases", AddressFaults.lease)
        },
        healthy("two advertised routers that both work", "http://[fd77:2::1]/") {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.office.router.announceItself(from: ["fe80::900d", "fe80::bad"], on: "eth0")
            try await $0.client.waits(for: "[ $(ip -6 route show default proto ra | grep -c fe80) = 2 ]")
        },
        healthy("a default route in a table that a rule selects") {
            try await $0.client.run(["ip", "route", "del", "default"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2", "table", "1000"])
            try await $0.client.run(["ip", "rule", "add", "from", "all", "lookup", "1000"])
        },
        healthy("a rule that bypasses a dead gateway", "http://four.lab.example/") {
            // As VPNs do it: the default route stays, and an earlier rule leads elsewhere.
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.99"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2", "table", "1000"])
            try await $0.client.run(["ip", "rule", "add", "from", "all", "lookup", "1000"])
        },
        healthy("a gateway that works again") {
            // The kernel's neighbour entry still says that it does not answer.
            let client = $0.client
            try await $0.office.router.run(["ip", "addr", "del", "10.77.1.2/24", "dev", "eth0"])
            try await client.run(["sh", "-euc", "echo 1 >/proc/sys/net/ipv4/neigh/eth0/mcast_solicit"])
            _ = try await client.result(of: ["ping", "-c1", "-W3", "10.77.2.1"])
            try await client.waits(for: "ip neigh show 10.77.1.2 | grep -q FAILED")
            try await $0.office.router.run(["ip", "addr", "add", "10.77.1.2/24", "dev", "eth0"])
        },
    ]

    private static func healthy(
        _ name: String, _ target: String = "http://10.77.2.1/",
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void
    ) -> Fault {
        Fault(nil, .connectionUp, target, name: name, bringAbout)
    }
}
