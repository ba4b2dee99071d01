import Lab
import NetworkModel

/// Permanent neighbour entries of the gateway over IPv4, while IPv6 works.
enum FixedNeighbourFaults {
    private static let asked = Fault.Way.status("publish: off\ninterval: 30s\n")
    /// A user who may ping, but may send no ARP requests.
    private static let user = ["setpriv", "--bounding-set=-net_raw", "--inh-caps=-net_raw"]
    private static let target = "http://198.51.100.1/"

    static let rows: [Fault] = [
        Fault(
            "gateway.wrong-neighbour", .connectionUp, "", ["10.77.1.2", "02:00:00:00:00:99"],
            name: "a wrong permanent neighbour entry of the gateway over IPv4 alone, machine status", way: asked
        ) { try await $0.haveWrongEntry() },
        Fault(
            "gateway.wrong-neighbour", .connectionUp, "", ["10.77.1.2", "02:00:00:00:00:99"],
            name: "a wrong permanent neighbour entry of the gateway over IPv4 alone, monitored by a daemon",
            way: .watched("publish: off\ninterval: 10s\n")
        ) { try await $0.haveWrongEntry() },
        Fault(
            "gateway.unreachable", .connectionUp, "", ["10.77.1.2"],
            name: "a wrong permanent neighbour entry over IPv4 alone, and a user who may send no ARP requests",
            way: asked, under: user
        ) { try await $0.haveWrongEntry() },
        Fault(
            "gateway.wrong-neighbour", .connectionDown, target, ["10.77.1.2", "02:00:00:00:00:99"],
            name: "a wrong permanent neighbour entry over IPv4 alone, and a target with IPv4 only"
        ) { try await $0.haveWrongEntry() },
        Fault(
            "gateway.unreachable", .connectionDown, target, ["10.77.1.2"],
            name: "a wrong permanent neighbour entry, a target with IPv4 only, and a user who may send no ARP requests",
            under: user
        ) { try await $0.haveWrongEntry() },
        Fault(
            "gateway.no-icmp", .connectionUp, "", ["10.77.1.2"],
            name: "a right permanent neighbour entry of a gateway that answers no pings, machine status", way: asked,
            under: user
        ) { try await $0.haveRightEntry() },
    ]
}

extension OfficeAtWork {
    /// Gives the gateway's IPv4 address the hardware address of nobody. The DNS server is reached over IPv6.
    fileprivate func haveWrongEntry() async throws {
        try await beHome()
        try await client.useDNS([office.clientCable.b.ipv6])
        try await client.run([
            "ip", "neigh", "replace", "10.77.1.2", "lladdr", "02:00:00:00:00:99", "dev", "eth0", "nud", "permanent",
        ])
    }

    /// Makes the gateway's own neighbour entry permanent, and the gateway silent to pings.
    fileprivate func haveRightEntry() async throws {
        try await beHome()
        let script = """
            ping -c1 -W2 10.77.1.2
            hardware=$(ip neigh show 10.77.1.2 dev eth0 | sed 's/.*lladdr \\([^ ]*\\).*/\\1/')
            ip neigh replace 10.77.1.2 lladdr "$hardware" dev eth0 nud permanent
            """
        try await client.run(["sh", "-euc", script])
        try await office.router.drop("icmp type echo-request")
    }
}
