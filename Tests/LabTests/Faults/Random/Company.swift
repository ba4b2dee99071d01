import Lab

import struct NetworkModel.CauseID

/// An unusual but harmless addition to a network.
struct Company: Sendable {
    let name: String
    let fits: @Sendable (NetworkPlan) -> Bool
    /// Whether it adds an interface to the client.
    let hasInterface: Bool
    /// Causes that may be reported for it if nothing shows that it never was the uplink: it is a network card like any
    /// other.
    let blamed: Set<CauseID>
    /// Whether programs find the target's name through it.
    let namesTarget: Bool
    /// What it changes: it is not combined with faults and other company that change the same.
    let parts: [RandomFault.Part]
    /// Whether the machine's status may find no reply from beyond the router.
    let hidesPath: Bool
    let bringAbout: @Sendable (RandomNetwork) async throws -> Void

    init(
        _ name: String, hasInterface: Bool = false, blamed: Set<CauseID> = [], namesTarget: Bool = false,
        parts: [RandomFault.Part] = [], hidesPath: Bool = false,
        fits: @escaping @Sendable (NetworkPlan) -> Bool = { _ in true },
        _ bringAbout: @escaping @Sendable (RandomNetwork) async throws -> Void
    ) {
        self.name = name
        self.fits = fits
        self.hasInterface = hasInterface
        self.blamed = blamed
        self.namesTarget = namesTarget
        self.parts = parts
        self.hidesPath = hidesPath
        self.bringAbout = bringAbout
    }

    static let all = interfaces + routes + names + links + settings

    private static func changes(_ part: RandomFault.Part, _ plan: NetworkPlan) -> Bool {
        plan.faults.contains { $0.parts.contains(part) }
    }

    private static let interfaces: [Company] = [
        interface(
            "docker0 without a container", "link add docker0 type bridge", "link set docker0 up",
            "addr add 172.17.0.1/16 dev docker0"),
        interface(
            // The container's end is here as well: it looks like a card without an address.
            "a bridge with a container", blamed: ["address.none"], "link add br-lab type bridge",
            "link add veth1a type veth peer name veth1b",
            "link set veth1a master br-lab", "link set veth1a up", "link set veth1b up", "link set br-lab up",
            "addr add 172.18.0.1/16 dev br-lab"),
        interface(
            "a tunnel that no program reads", "tuntap add tun0 mode tun", "addr add 10.200.0.1/24 dev tun0",
            "link set tun0 up"),
        interface(
            "virbr0 without a guest", "link add virbr0 type bridge", "link set virbr0 up",
            "addr add 192.168.122.1/24 dev virbr0"),
        interface(
            "an interface without a cable", blamed: ["link.no-carrier"], "link add eth7 type veth peer name eth8",
            "link set eth7 up"),
        interface(
            "an interface that is switched off", blamed: ["link.admin-down"], "link add eth6 type veth peer name eth5"),
        Company(
            "a second uplink", hasInterface: true,
            fits: Self.hasOneUplink
        ) { _ = try await $0.work.addUplink() },
        Company(
            "a second uplink without a cable", hasInterface: true,
            fits: Self.hasOneUplink
        ) { try await $0.work.addUplink().unplug() },
    ]

    /// A second default route would be used if the first one is gone.
    private static let hasOneUplink: @Sendable (NetworkPlan) -> Bool = { plan in
        plan.hasIPv4 && !plan.company.contains { $0.name.hasPrefix("a second uplink") }
            && !plan.faults.contains { $0.stage <= .uplink }
    }

    private static func interface(_ name: String, blamed: Set<CauseID> = [], _ lines: String...) -> Company {
        Company(name, hasInterface: true, blamed: blamed) {
            try await $0.client.run(["ip", "-batch", "-"], input: lines.map { $0 + "\n" }.joined())
        }
    }

    private static let routes: [Company] = [
        Company("a gateway that answers no pings") {
            try await $0.router.drop("icmp type echo-request")
            try await $0.router.drop("icmpv6 type echo-request")
        },
        Company("an old lease", parts: [.address], fits: { $0.hasIPv4 && !changes(.address, $0) }) {
            try await $0.client.write("/var/lib/dhcp/dhclient.eth0.leases", AddressFaults.lease)
        },
        Company(
            "a default route by a rule", parts: [.rules],
            fits: { plan in
                let parts: [RandomFault.Part] = [.defaultRoute, .address, .link, .targetRoute, .resolverRoute]
                return plan.hasIPv4 && !parts.contains { changes($0, plan) }
            }
        ) {
            try await $0.client.run(["ip", "route", "add", "default", "via", "10.77.1.2", "table", "1001"])
            try await $0.client.run(["ip", "rule", "add", "from", "all", "lookup", "1001", "pref", "31000"])
        },
        Company(
            "IPv6 that leads nowhere",
            fits: { $0.families == .both && $0.isByName && $0.faults.isEmpty }
        ) { try await $0.router.run(["ip", "-6", "addr", "flush", "dev", "eth0"]) },
        Company(
            "IPv6 that the server does not answer",
            fits: { $0.families == .both && $0.isByName && $0.faults.isEmpty }
        ) { try await $0.server.drop("tcp dport { 80, 443 }", family: "ip6") },
        Company(
            "IPv6 without a default route", parts: [.defaultRoute],
            fits: { $0.families == .both && $0.isByName && $0.faults.isEmpty }
        ) { try await $0.client.run(["ip", "-6", "route", "del", "default"]) },
    ]

    private static let names: [Company] = [
        Company("a dead second resolver", parts: [.resolverConfiguration], fits: { !changes(.resolver, $0) }) {
            try await $0.client.useDNS([$0.resolverAddress, $0.plan.hasIPv4 ? "10.77.3.9" : "fd77:3::9"])
        },
        Company("a search list", parts: [.resolverConfiguration], fits: { !changes(.host, $0) }) {
            try await $0.client.write(
                "/etc/resolv.conf",
                "search home.example lab.example\nnameserver \($0.resolverAddress)\n"
                    + "options timeout:1 attempts:1 ndots:2\n")
        },
        Company("other names in the hosts file", fits: { !changes(.systemResolver, $0) }) {
            // The entry for the target may exist already.
            try await $0.client.run([
                "sh", "-euc", "printf '10.9.9.9 other.example\\n0.0.0.0 tracker.example\\n' >> /etc/hosts",
            ])
        },
        Company(
            "the target in the hosts file", namesTarget: true,
            fits: { !changes(.systemResolver, $0) && !changes(.host, $0) && $0.isByName }
        ) { network in
            let lines = network.addresses.map { "\($0) www.lab.example\n" }.joined()
            try await network.client.write("/etc/hosts", "127.0.0.1 localhost\n\(lines)")
        },
    ]
}
