import Lab

import struct NetworkModel.CauseID

extension RandomFault {
    static let linkFaults: [RandomFault] = [
        RandomFault("the cable is pulled", .link, [.link], ["link.no-carrier"]) {
            try await $0.work.office.clientCable.unplug()
        },
        RandomFault(
            "the interface is switched off", .link, [.link],
            causes: { plan in
                // The card loses its IPv6 addresses and routes, or its addresses were changed: nothing distinguishes it from
                // another card any more.
                if plan.families == .six || plan.faults.contains(where: { $0.changesAddress }) {
                    return plan.company.reduce(into: ["link.admin-down"]) { $0.formUnion($1.blamed) }
                }
                // The other uplink is then in use, and its router leads nowhere. An interface that carries no route may be
                // switched off on purpose.
                let hasSpare = plan.faults.contains { $0.name == spareUplink }
                return hasSpare ? ["link.admin-down", "path.upstream-down"] : ["link.admin-down"]
            }
        ) { try await $0.client.set("eth0", isUp: false) },
        RandomFault(
            "the interface is gone", .link, [.link],
            causes: {
                // The other uplink is then in use, and its router leads nowhere.
                if $0.faults.contains(where: { $0.name == spareUplink }) { return ["path.upstream-down"] }
                // A port of a bridge is a network card like any other.
                let bridged: Set<CauseID> = $0.faults.contains { $0.name == overlappingBridge } ? ["address.none"] : []
                return $0.company.reduce(
                    into: bridged.union($0.company.contains(where: \.hasInterface) ? ["gateway.none"] : ["link.none"])
                ) { $0.formUnion($1.blamed) }
            }
        ) { try await $0.client.run(["ip", "link", "del", "eth0"]) },
    ]

    private var changesAddress: Bool { stage == .address && parts.contains(.address) }

    private static let spareUplink = "a dead gateway, and another one that is not used"

    static let addressFaults: [RandomFault] = [
        RandomFault("no address", .address, [.address], ["address.none"]) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        RandomFault(
            "only an address of 169.254.0.0/16", .address, [.address], ["address.link-local-only"],
            fits: { $0.hasIPv4 }
        ) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "add", "169.254.7.7/16", "dev", "eth0"])
        },
        RandomFault(
            // Every link that is up has such an address: it may count as an address or as none.
            "an address of fe80::/10 alone", .address, [.address], ["address.link-local-only", "address.none"],
            fits: { $0.families == .six }
        ) { try await $0.client.run(["ip", "addr", "flush", "dev", "eth0", "scope", "global"]) },
        RandomFault(
            "an expired lease", .address, [.address], ["address.lease-expired"],
            fits: { $0.families == .four }
        ) {
            try await $0.client.run(["ip", "-4", "addr", "flush", "dev", "eth0"])
            try await $0.client.write("/var/lib/dhcp/dhclient.eth0.leases", AddressFaults.lease)
        },
        RandomFault(
            "the router's IPv6 address", .address, [.address], ["address.duplicate"],
            fits: { $0.families == .six }
        ) {
            try await $0.client.run(["ip", "addr", "flush", "dev", "eth0", "scope", "global"])
            try await $0.client.takeRouterAddress()
        },
        RandomFault(
            "the router has the client's address", .address, [.router], ["address.duplicate"],
            fits: { $0.families == .four }
        ) { try await $0.router.run(["ip", "addr", "add", "10.77.1.1/32", "dev", "lo"]) },
        RandomFault(
            "a netmask of 8 bits", .address, [.address, .rules],
            causes: { plan in
                // The proof is a gateway that answers (decision 32): if the gateway has a fault as well, the link
                // appears to be the cause.
                let isGatewayWrong = plan.faults.contains { fault in
                    fault.parts.contains(.defaultRoute) || fault.parts.contains(.router)
                }
                // A stub on this machine does not tell which server it queries: only its silence is seen.
                if !isGatewayWrong, plan.resolver == .stub { return ["address.netmask", "dns.server-unreachable"] }
                return isGatewayWrong
                    ? [
                        "address.netmask", "tcp.host-down", "gateway.unreachable", "gateway.route-rejects",
                        "dns.server-unreachable", "proxy.unreachable",
                    ] : ["address.netmask"]
            },
            fits: { $0.families == .four && $0.resolver != .router }
        ) {
            try await $0.client.run(["ip", "addr", "add", "10.77.1.1/8", "dev", "eth0"])
            try await $0.client.run(["ip", "addr", "del", "10.77.1.1/24", "dev", "eth0"])
        },
        RandomFault(
            "a source address without a return route", .address, [.defaultRoute], ["address.bad-source"],
            fits: { $0.families == .four }
        ) {
            try await $0.client.preferSourceWithoutReplies()
        },
        RandomFault(
            "a gateway in another subnet", .address, [.defaultRoute], ["address.gateway-off-link"],
            fits: { $0.families == .four }
        ) {
            try await $0.client.run(["ip", "route", "replace", "default", "via", "10.88.0.1", "dev", "eth0", "onlink"])
        },
        RandomFault(
            "the router has moved to another subnet", .address, [.defaultRoute], ["address.gateway-off-link"],
            fits: { $0.families == .four }
        ) {
            let client = $0.client
            try await client.run(["ip", "addr", "add", "10.77.9.1/24", "dev", "eth0"])
            try await client.run(["ip", "route", "replace", "default", "via", "10.77.9.2"])
            try await client.run(["ip", "addr", "del", "10.77.9.1/24", "dev", "eth0"])
        },
    ]

    /// Whether all packets to the resolver and the target leave the link.
    private static let leavesLink: @Sendable (NetworkPlan) -> Bool = { $0.resolver != .router || !$0.isByName }

    static let gatewayFaults: [RandomFault] = [
        RandomFault("no default route", .gateway, [.defaultRoute], ["gateway.none"]) {
            try await $0.ip($0.client, four: "route del default", six: "route del default")
        },
        RandomFault("a dead gateway", .gateway, [.router], ["gateway.unreachable"]) {
            try await $0.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
        RandomFault("a gateway without ARP and NDP", .gateway, [.router], ["gateway.unreachable"]) {
            try await $0.router.run(["ip", "link", "set", "eth0", "arp", "off"])
            try await $0.client.run(["ip", "neigh", "flush", "dev", "eth0"])
        },
        RandomFault("a default route to a missing gateway", .gateway, [.defaultRoute], ["gateway.unreachable"]) {
            try await $0.ip(
                $0.client, four: "route replace default via 10.77.1.99", six: "route replace default via fd77:1::99")
        },
        rejecting("blackhole"), rejecting("unreachable"), rejecting("prohibit"),
        RandomFault(
            "a rule that prohibits everything", .gateway, [.defaultRoute, .rules],
            ["gateway.policy", "gateway.route-rejects"]
        ) { try await $0.ip($0.client, four: "rule add prohibit pref 100", six: "rule add prohibit pref 100") },
        RandomFault(
            "a rule that leads to a dead gateway", .gateway, [.defaultRoute, .rules], ["gateway.unreachable"]
        ) {
            try await $0.ip(
                $0.client,
                four: "route add default via 10.77.1.99 table 1000; ip -4 rule add from all lookup 1000",
                six: "route add default via fd77:1::99 table 1000; ip -6 rule add from all lookup 1000")
        },
        RandomFault(
            "a wrong neighbour entry", .gateway, [.router], ["gateway.wrong-neighbour"]
        ) {
            let entry = "lladdr 02:00:00:00:00:99 dev eth0 nud permanent"
            try await $0.ip(
                $0.client, four: "neigh replace 10.77.1.2 \(entry)", six: "neigh replace fd77:1::2 \(entry)")
        },
        RandomFault(
            spareUplink, .gateway, [.router, .defaultRoute],
            ["gateway.dead-preferred"], fits: { $0.families == .four }
        ) {
            _ = try await $0.work.addUplink()
            try await $0.router.run(["ip", "addr", "flush", "dev", "eth0"])
        },
    ]

    private static func rejecting(_ kind: String) -> RandomFault {
        RandomFault(
            "a default route that is \(kind)", .gateway, [.defaultRoute], ["gateway.route-rejects"], fits: leavesLink
        ) {
            try await $0.ip(
                $0.client, four: "route del default; ip -4 route add \(kind) default",
                six: "route del default; ip -6 route add \(kind) default")
        }
    }
}
