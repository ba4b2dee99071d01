import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Two faults at once, at least one of them in the lowest layers.
enum DoubleLinkFaults {
    static let rows: [Fault] = [
        double("link.no-carrier", "http://10.77.2.1/", ["eth0"], "a pulled cable, and an expired lease") {
            try await $0.client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
            try await $0.client.write("/var/lib/dhcp/dhclient.eth0.leases", AddressFaults.lease)
            try await $0.office.clientCable.unplug()
        },
        double("link.admin-down", "http://www.lab.example/", ["eth0"], "an interface switched off, and no DNS server") {
            _ = try await $0.dns.stop()
            try await $0.client.set("eth0", isUp: false)
        },
        double(
            "address.gateway-off-link", "http://10.77.2.1:81/", ["10.88.0.1"],
            "a gateway outside the subnet, and a closed port"
        ) {
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.88.0.1", "dev", "eth0", "onlink"])
        },
        double(
            "address.lease-expired", "http://www.lab.example/", ["10.77.1.1"], "an expired lease, and no DNS server"
        ) {
            _ = try await $0.dns.stop()
            try await $0.client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
            try await $0.client.write("/var/lib/dhcp/dhclient.eth0.leases", AddressFaults.lease)
        },
        double("address.ipv6-disabled", "http://[fd77:2::1]:81/", ["eth0"], "no IPv6, and a closed port") {
            try await $0.client.switchOffIPv6()
        },
        double(
            "gateway.unreachable", "http://10.77.2.1/", ["10.77.1.2"], "a bridge that lost a port, and a dead gateway"
        ) {
            try await $0.client.bridge("eth0", beside: "eth7")
            try await $0.client.run(["ip", "link", "set", "eth8", "down"])
            try await $0.office.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        double("gateway.route-rejects", "http://10.77.2.1/", ["unreachable"], "a route that rejects, and a dead server")
        {
            try await $0.client.run(["ip", "route", "add", "unreachable", "10.77.2.0/24"])
            try await $0.office.serverCable.unplug()
        },
        // An interface without a route is not involved.
        double("tcp.refused", "http://10.77.2.1:81/", ["81"], "a closed port, and an unrelated bridge that lost a port")
        {
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: """
                    link add br9 type bridge
                    link add eth7 type veth peer name eth8
                    link set eth7 master br9
                    link set br9 up
                    link set eth7 up
                    link set eth8 up
                    link set eth8 down

                    """)
        },
        double(nil, "http://10.77.2.1/", [], "an unrelated dormant interface, with an expired lease") {
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: """
                    link add eth7 type veth peer name eth8
                    link set eth7 mode dormant
                    link set eth7 up
                    link set eth8 up

                    """)
            try await $0.client.write(
                "/var/lib/dhcp/dhclient.eth7.leases", AddressFaults.lease.replacing("eth0", with: "eth7"))
        },
    ]

    private static func double(
        _ cause: CauseID?, _ target: String, _ facts: [String], _ name: String,
        _ bringAbout: @escaping @Sendable (OfficeAtWork) async throws -> Void
    ) -> Fault {
        Fault(
            cause, cause == nil ? .connectionUp : .connectionDown, target, facts, name: name, kind: .double, bringAbout)
    }
}
