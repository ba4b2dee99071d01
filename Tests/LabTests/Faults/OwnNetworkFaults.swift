import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Settings of this machine because of which packets do not leave it, or leave by the wrong interface, while a router,
/// a provider or a server seems to be at fault. Each is checked as a target, and, if it breaks the whole machine, as
/// the machine's own status.
enum OwnNetworkFaults {
    private struct Case: Sendable {
        var cause: CauseID
        var facts: [String]
        var name: String
        var target: String? = "http://10.77.2.1/"
        /// Whether the machine's own status names it as well.
        var isOfMachine = false
        var statusOfMachine = ConnectionStatus.connectionDown
        var bringAbout: @Sendable (OfficeAtWork) async throws -> Void
    }

    static let rows: [Fault] = cases.flatMap { item in
        var rows: [Fault] = []
        if let target = item.target {
            rows.append(Fault(item.cause, .connectionDown, target, item.facts, name: item.name, item.bringAbout))
        }
        guard item.isOfMachine else { return rows }
        return rows + [
            Fault(
                item.cause, item.statusOfMachine, "", item.facts, name: "\(item.name), machine status",
                way: .status("publish: off\ninterval: 30s\n"), item.bringAbout)
        ]
    }

    private static let cases: [Case] = [
        Case(
            cause: "gateway.policy", facts: ["dport 80 lookup 77", "10.7.0.1", "eth7"],
            name: "a port rule that selects a missing gateway"
        ) {
            try await $0.client.addSecondLink()
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.7.0.1", "dev", "eth7", "table", "77"])
            try await $0.client.run([
                "ip", "rule", "add", "pref", "100", "ipproto", "tcp", "dport", "80", "lookup", "77",
            ])
        },
        Case(
            cause: "gateway.policy", facts: ["dport 80 lookup 77", "unreachable"],
            name: "a port rule that selects a rejecting table"
        ) {
            try await $0.client.run(["ip", "route", "add", "unreachable", "default", "table", "77"])
            try await $0.client.run([
                "ip", "rule", "add", "pref", "100", "ipproto", "tcp", "dport", "80", "lookup", "77",
            ])
        },
        Case(
            cause: "gateway.policy", facts: ["dport 443 lookup 77", "unreachable"],
            name: "a rule for HTTPS that selects a rejecting table", target: nil, isOfMachine: true
        ) {
            try await $0.client.run(["ip", "route", "add", "unreachable", "default", "table", "77"])
            try await $0.client.run([
                "ip", "rule", "add", "pref", "100", "ipproto", "tcp", "dport", "443", "lookup", "77",
            ])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "gateway.policy", facts: ["dport 80-443 lookup 77", "tun0"],
            name: "a port rule that leads into a tunnel through which nothing ever came", isOfMachine: true
        ) {
            try await $0.addUnansweredTunnel()
            try await $0.client.run(["ip", "route", "add", "default", "dev", "tun0", "table", "77"])
            try await $0.client.run([
                "ip", "rule", "add", "pref", "100", "ipproto", "tcp", "dport", "80-443", "lookup", "77",
            ])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "gateway.dead-preferred", facts: ["10.77.1.66", "eth0"],
            name: "a left over route to the only DNS server, by a gateway that is gone",
            target: "http://www.lab.example/",
            isOfMachine: true
        ) {
            try await $0.client.useDNS(["9.9.9.9"])
            try await $0.client.run(["ip", "route", "add", "9.9.9.9/32", "via", "10.77.1.66"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "gateway.policy", facts: ["fwmark 0x1 lookup 200", "unreachable"],
            name: "a rule for marked packets that selects a rejecting table", isOfMachine: true
        ) {
            try await $0.client.markTCP()
            try await $0.client.run(["ip", "rule", "add", "pref", "90", "fwmark", "1", "lookup", "200"])
            try await $0.client.run(["ip", "route", "add", "unreachable", "default", "table", "200"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "gateway.policy", facts: ["fwmark 0x1 lookup 200", "10.7.0.1", "eth7"],
            name: "a rule for marked packets that selects a missing gateway"
        ) {
            try await $0.client.addSecondLink()
            try await $0.client.markTCP()
            try await $0.client.run(["ip", "rule", "add", "pref", "90", "fwmark", "1", "lookup", "200"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.7.0.1", "dev", "eth7", "table", "200"])
        },
        Case(
            cause: "address.gateway-off-link", facts: ["10.77.1.2", "eth7"],
            name: "the default route on the wrong interface", isOfMachine: true
        ) {
            try await $0.client.addSecondLink()
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.77.1.2", "dev", "eth7", "onlink"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "itself resets"],
            name: "a NAT rule that redirects to a closed port"
        ) {
            try await $0.client.redirect("tcp dport { 80, 443 }")
        },
        Case(
            cause: "local.firewall", facts: ["80", "itself resets"],
            name: "a NAT rule that redirects plain HTTP to a closed port", isOfMachine: true,
            statusOfMachine: .connectionUp
        ) {
            try await $0.client.redirect("tcp dport 80")
        },
        Case(
            cause: "tls.intercepted", facts: ["its own rules", "a program here"],
            name: "a NAT rule that redirects HTTPS to a program of this machine", target: "https://198.51.100.1/",
            isOfMachine: true
        ) {
            try await $0.beHome()
            let certificate = try await Certificate.selfSigned(["box.lab.example"], on: $0.client)
            try await $0.client.startNginx([Site(port: 12_345, certificate: certificate)])
            try await $0.client.redirect("tcp dport 443")
        },
        Case(
            cause: "local.firewall", facts: ["443", "answers arrive"],
            name: "a filter of answers from port 443", target: nil, isOfMachine: true, statusOfMachine: .connectionUp
        ) {
            try await $0.client.drop("tcp sport 443")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "answers arrive on eth0"],
            name: "a filter of answers from port 80 as they arrive on the interface"
        ) {
            try await $0.client.dropEarly("tcp sport 80")
        },
        Case(
            cause: "local.firewall", facts: ["443", "answers arrive on eth0"],
            name: "a filter of answers from port 443 as they arrive on the interface", target: nil, isOfMachine: true,
            statusOfMachine: .connectionUp
        ) {
            try await $0.client.dropEarly("tcp sport 443")
        },
        Case(
            cause: "local.firewall", facts: ["80 and 443", "itself resets"],
            name: "a NAT rule that redirects to a closed port, without IPv6", target: nil, isOfMachine: true
        ) {
            try await $0.client.redirect("tcp dport { 80, 443 }")
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "local.firewall", facts: ["10.77.3.1:53", "port is closed"],
            name: "a NAT rule that redirects queries to a closed port", target: "http://www.lab.example/",
            isOfMachine: true
        ) {
            try await $0.client.redirect("udp dport 53")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.1.2:53", "port is closed"],
            name: "a NAT rule that redirects queries of the gateway to a closed port",
            target: "http://www.lab.example/", isOfMachine: true
        ) {
            try await $0.beHome()
            try await $0.client.redirect("meta l4proto { tcp, udp } th dport 53")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.2.1:80", "172.17.0.9", "docker0"],
            name: "a NAT rule that leads packets for a server to a container that is gone"
        ) { try await $0.client.leadToMissingContainer() },
        Case(
            cause: "local.firewall", facts: ["eth0", "10.8.0.2"],
            name: "a NAT rule that gives connections the address of a VPN that is gone", isOfMachine: true
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.rewriteSource("meta l4proto tcp")
        },
        Case(
            cause: "local.firewall", facts: ["eth0", "10.8.0.2"],
            name: "a NAT rule that gives all packets the address of a VPN that is gone", isOfMachine: true
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.rewriteSource("")
        },
        Case(
            cause: "tcp.timeout", facts: ["10.77.2.1:80"],
            name: "a NAT rule with an address that the router leads back, and a server that drops connections"
        ) {
            try await $0.office.server.drop("tcp dport 80")
            try await $0.office.router.run(["ip", "route", "add", "10.8.0.2", "via", "10.77.1.1"])
            try await $0.client.rewriteSource("meta l4proto tcp")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.1.1:8080", "published port"],
            name: "a published port of a container that is gone", target: "http://10.77.1.1:8080/"
        ) {
            try await $0.client.run(["ip", "link", "add", "docker0", "type", "bridge"])
            try await $0.client.run(["ip", "address", "add", "172.17.0.1/16", "dev", "docker0"])
            try await $0.client.run(["ip", "link", "set", "docker0", "up"])
            try await $0.client.publish(to: "172.17.0.9:80")
        },
        Case(
            cause: "local.firewall", facts: ["10.77.1.1:8080", "published port"],
            name: "a published port that is closed in the container", target: "http://10.77.1.1:8080/"
        ) {
            try await $0.client.publish(to: "10.77.2.1:81")
        },
        Case(
            cause: "tcp.refused", facts: ["10.77.1.1:8080"], name: "a closed port of this machine",
            target: "http://10.77.1.1:8080/"
        ) { _ in },
        Case(cause: "link.arp-off", facts: ["eth0"], name: "ARP is switched off", isOfMachine: true) {
            try await $0.client.run(["ip", "link", "set", "eth0", "arp", "off"])
            try await $0.client.run(["ip", "neigh", "flush", "all"])
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
        },
        Case(
            cause: "address.broadcast", facts: ["10.77.1.255/24", "eth0"],
            name: "the address is the broadcast address of the subnet", isOfMachine: true
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run(["ip", "addr", "del", "10.77.1.1/24", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "10.77.1.255/24", "dev", "eth0"])
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2"])
        },
        Case(
            cause: "address.bridge-port", facts: ["10.77.1.1/24", "eth0", "br0"],
            name: "the address is on a bridge port",
            isOfMachine: true
        ) {
            try await $0.client.run(["ip", "link", "add", "br0", "type", "bridge"])
            try await $0.client.run(["ip", "link", "set", "br0", "up"])
            try await $0.client.run(["ip", "link", "set", "eth0", "master", "br0"])
            try await $0.client.run(["ip", "neigh", "flush", "all"])
        },
        Case(
            cause: "link.no-carrier", facts: ["br0", "eth0", "spanning tree"],
            name: "a bridge port that does not forward yet", isOfMachine: true
        ) {
            try await $0.client.run(["ip", "-6", "route", "del", "default"])
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: """
                    link add br0 type bridge stp_state 1 forward_delay 3000
                    link set br0 up
                    addr flush dev eth0
                    link set eth0 master br0
                    addr add 10.77.1.1/24 dev br0
                    route add default via 10.77.1.2

                    """)
        },
        Case(
            cause: "link.no-carrier", facts: ["br0", "without ports"],
            name: "a bridge that has no port", isOfMachine: true
        ) { try await $0.client.moveAddress(to: "br0 type bridge") },
        Case(
            cause: "link.no-carrier", facts: ["eth0", "br0"],
            name: "a bridge whose cable is unplugged while a virtual machine keeps its carrier", isOfMachine: true
        ) {
            try await $0.client.moveAddress(to: "br0 type bridge", port: "eth0")
            try await $0.client.run(["ip", "link", "add", "vnet0", "type", "veth", "peer", "name", "vnet1"])
            try await $0.client.run(["ip", "link", "set", "vnet0", "master", "br0", "up"])
            try await $0.client.run(["ip", "link", "set", "vnet1", "up"])
            try await $0.client.waits(for: "ping -c1 -W1 10.77.1.2")
            try await $0.office.clientCable.unplug()
            try await $0.client.waits(for: "ip link show eth0 | grep -q NO-CARRIER")
        },
        Case(
            cause: "link.no-carrier", facts: ["eth0"],
            name: "the carrier beneath a macvlan", isOfMachine: true
        ) {
            try await $0.client.moveAddress(to: "mv0 link eth0 type macvlan mode bridge")
            try await $0.office.clientCable.unplug()
            try await $0.client.waits(for: "ip link show mv0 | grep -q NO-CARRIER")
        },
        Case(
            cause: "link.no-carrier", facts: ["eth0"],
            name: "the carrier beneath a tunnel that takes all traffic", isOfMachine: true
        ) {
            try await $0.client.addTunnel()
            try await $0.office.clientCable.unplug()
            try await $0.client.waits(for: "ip link show eth0 | grep -q NO-CARRIER")
        },
        Case(
            cause: "gateway.unreachable", facts: ["10.77.1.2", "eth0"],
            name: "the router beneath a tunnel that takes all traffic", isOfMachine: true
        ) {
            try await $0.client.addTunnel()
            try await $0.office.router.run(["ip", "addr", "flush", "dev", $0.office.clientCable.b.interface])
            try await $0.client.run(["ip", "neigh", "flush", "all"])
        },
    ]
}

extension Host {
    /// Moves the IPv4 address and the default route to a new interface, without IPv6.
    fileprivate func moveAddress(to link: String, port: String? = nil) async throws {
        let name = String(link.prefix { $0 != " " })
        try await run(["sh", "-uc", "ip link add name \(link)"])
        if let port { try await run(["ip", "link", "set", port, "master", name]) }
        try await run(["ip", "-6", "route", "del", "default"])
        try await run(
            ["ip", "-batch", "-"],
            input: """
                addr flush dev eth0
                link set \(name) up
                addr add 10.77.1.1/24 dev \(name)
                route add default via 10.77.1.2 dev \(name)

                """)
    }

    /// Adds a tunnel with a gateway, which rules lead all packets into except for its own.
    fileprivate func addTunnel() async throws {
        try await run(["ip", "-6", "route", "del", "default"])
        try await run(
            ["ip", "-batch", "-"],
            input: """
                link add wg0 type vxlan id 7 remote 198.51.100.77 local 10.77.1.1 dstport 4790
                addr add 10.66.0.2/24 dev wg0
                link set wg0 up
                route add 198.51.100.77 via 10.77.1.2
                route add 198.51.100.77 via 10.77.1.2 table 51820
                route add default via 10.66.0.1 dev wg0 table 51820
                rule add not fwmark 0xca6c table 51820 pref 32765
                rule add table main suppress_prefixlength 0 pref 32764

                """)
    }

    /// Adds an interface `eth7` with a silent host on its link, as of a network for storage.
    fileprivate func addSecondLink() async throws {
        try await run(
            ["ip", "-batch", "-"],
            input: """
                link add eth7 type veth peer name eth8
                addr add 10.7.0.2/24 dev eth7
                link set eth8 up
                link set eth7 up

                """)
    }

    /// Makes the packet filter mark all TCP packets that leave, as a VPN does.
    fileprivate func markTCP() async throws {
        try await filter(
            "table ip m {\n chain o {\n type route hook output priority -150\n meta l4proto tcp meta mark set 1\n }\n}\n"
        )
    }

    /// Redirects port 8080 of this machine, as Docker does for a published port.
    fileprivate func publish(to destination: String) async throws {
        try await filter(
            "table ip d {\n chain o {\n type nat hook output priority -100\n fib daddr type local tcp dport 8080 dnat to "
                + "\(destination)\n }\n}\n")
    }

    /// Leads connections to the web server of the office to a container that is gone.
    func leadToMissingContainer() async throws {
        try await run(["ip", "link", "add", "docker0", "type", "bridge"])
        try await run(["ip", "address", "add", "172.17.0.1/16", "dev", "docker0"])
        try await run(["ip", "link", "set", "docker0", "up"])
        try await filter(
            "table ip d {\n chain o {\n type nat hook output priority -100\n "
                + "ip daddr 10.77.2.1 tcp dport 80 dnat to 172.17.0.9:80\n }\n}\n")
    }

    /// Gives packets that leave by `eth0` a source address that this machine does not have.
    fileprivate func rewriteSource(_ match: String) async throws {
        try await filter(
            "table ip s {\n chain p {\n type nat hook postrouting priority 100\n "
                + "oifname \"eth0\" \(match) snat to 10.8.0.2\n }\n}\n")
    }

    /// Drops packets that match as they arrive on the interface, before those who capture IP packets see them.
    fileprivate func dropEarly(_ match: String) async throws {
        try await filter(
            "table netdev n {\n chain i {\n type filter hook ingress device eth0 priority 0\n \(match) drop\n }\n}\n")
    }

    /// Redirects packets that leave to a closed port of this machine, as a transparent proxy that has ended does.
    fileprivate func redirect(_ match: String) async throws {
        try await filter(
            "table ip t {\n chain o {\n type nat hook output priority -100\n \(match) redirect to :12345\n }\n}\n")
    }
}
