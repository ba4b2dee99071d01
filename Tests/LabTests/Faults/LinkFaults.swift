import Lab

import struct NetworkModel.CauseID
import enum NetworkModel.ConnectionStatus

/// Faults of interfaces.
enum LinkFaults {
    /// Monitors only the machine, at a short interval.
    static let watching = "publish: off\ninterval: 2s\n"

    static let rows: [Fault] =
        [
            Fault("link.no-carrier", .connectionDown, "http://www.lab.example/", ["eth0"]) {
                try await $0.office.clientCable.unplug()
            },
            Fault("link.admin-down", .connectionDown, "http://10.77.2.1/", ["eth0"]) {
                try await $0.client.set("eth0", isUp: false)
            },
        ]
        + [
            ("check", "http://www.lab.example/", Fault.Way.command), ("status", "", .status(watching)),
            ("check by a daemon", "http://www.lab.example/", .lateDaemon(watching)),
            ("status of a daemon", "", .watched(watching)),
        ].map { way, target, how in
            Fault(
                "link.admin-down", .connectionDown, target, ["eth0"],
                name: "switched off, beside a link without a route, \(way)", way: how
            ) {
                try await $0.client.run(
                    ["ip", "-batch", "-"],
                    input: """
                        link add eth7 type veth peer name eth8
                        addr add 10.200.0.1/24 dev eth7
                        link set eth8 up
                        link set eth7 up
                        link set eth0 down

                        """)
            }
        } + others

    private static let others: [Fault] = [
        Fault(
            "link.no-carrier", .connectionDown, "http://10.77.2.1/", ["eth7"],
            name: "a better route over a card without a cable"
        ) { try await $0.client.addRouteWithoutCarrier(to: "10.77.2.0/24") },
        Fault(
            "link.no-carrier", .connectionDown, "http://10.77.2.1/", ["eth0"],
            name: "the only card has no cable, and the kernel ignores its routes"
        ) {
            try await $0.client.ignoreRoutesWithoutCarrier()
            try await $0.office.clientCable.unplug()
            try await $0.client.waits(for: "ip route | grep -q '^default.*dead'")
        },
        Fault("link.none") { try await $0.client.run(["ip", "link", "del", "eth0"]) },
        Fault("gateway.none", name: "no interface except for a tunnel that no program reads") {
            try await $0.client.run(
                ["ip", "-batch", "-"],
                input: "tuntap add tun0 mode tun\naddr add 10.200.0.1/24 dev tun0\nlink set tun0 up\nlink del eth0\n")
        },
        Fault("link.dormant", .connectionDown, "http://10.77.2.1/", ["eth0", "802.1X"]) {
            // A supplicant sets this mode until the port has been authorised; it takes effect at the next carrier.
            try await $0.client.run(["ip", "link", "set", "eth0", "mode", "dormant"])
            try await $0.office.clientCable.unplug()
            try await $0.client.waits(for: "ip link show eth0 | grep -q 'state.*DOWN'")
            try await $0.office.clientCable.plug()
            try await $0.client.waits(for: "ip link show eth0 | grep -q 'state DORMANT'")
        },
        Fault(
            "link.flapping", .connectionUp, "http://10.77.2.1/", ["eth0", "two minutes"],
            way: .daemon("publish: off\ninterval: 1h\n")
        ) {
            for _ in 0..<3 {
                try await $0.office.clientCable.unplug()
                try await $0.client.waits(for: "ip link show eth0 | grep -q NO-CARRIER")
                try await $0.office.clientCable.plug()
                try await $0.client.waits(for: "ip link show eth0 | grep -q LOWER_UP")
            }
        },
        Fault("link.errors", .connectionUp, "", ["eth0", "dropped on the way in"], way: .watched(watching)) {
            try $0.office.router.sendStrangeFrames(on: "eth0")
        },
        Fault(
            "link.errors", .connectionUp, "", ["eth0", "dropped on the way in"],
            name: "a peer that sends longer frames", way: .watched(watching)
        ) {
            let router = $0.office.router
            try await router.run(["ip", "link", "set", "eth0", "mtu", "9000"])
            _ = try router.spawn(["ping", "-q", "-i", "0.002", "-s", "4000", "-M", "do", "10.77.1.1"])
        },
        Fault("link.degraded", .connectionUp, "http://10.77.2.1/", ["br0", "eth7"]) {
            try await $0.client.bridge("eth0", beside: "eth7")
            try await $0.client.run(["ip", "link", "set", "eth8", "down"])
            try await $0.client.waits(for: "ip link show eth7 | grep -q NO-CARRIER")
        },
    ]
}

extension Host {
    /// Adds a card without a cable, `eth7`, over which a better route leads to a prefix.
    func addRouteWithoutCarrier(to prefix: String) async throws {
        try await run(
            ["ip", "-batch", "-"],
            input: """
                link add eth7 type veth peer name eth8
                addr add 10.200.0.1/24 dev eth7
                link set eth7 up
                route add \(prefix) via 10.200.0.9

                """)
    }

    /// Tells the kernel to use no routes over interfaces without a carrier, as routing daemons need it.
    func ignoreRoutesWithoutCarrier() async throws {
        try await run(["sh", "-euc", "echo 1 >/proc/sys/net/ipv4/conf/all/ignore_routes_with_linkdown"])
    }

    /// Waits until a command of the shell succeeds.
    func waits(for condition: String) async throws {
        try await run(["sh", "-uc", "until \(condition); do sleep 0.02; done"])
    }

    /// Makes an interface, and another one with its own peer (`eth8`), ports of a bridge `br0`, which takes over its
    /// IPv4 address and its default route.
    func bridge(_ interface: String, beside other: String) async throws {
        try await run(
            ["ip", "-batch", "-"],
            input: """
                link add br0 type bridge
                link add \(other) type veth peer name eth8
                link set \(interface) master br0
                link set \(other) master br0
                addr flush dev \(interface)
                addr add 10.77.1.1/24 dev br0
                link set br0 up
                link set \(other) up
                link set eth8 up
                route add default via 10.77.1.2

                """)
        try await waits(for: "ping -c1 -W1 10.77.1.2")
    }

    /// Sends frames of an unknown protocol, two thousand a second, until the lab ends.
    func sendStrangeFrames(on interface: String) throws {
        _ = try spawn([
            "python3", "-c",
            """
            import socket, time
            s = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
            s.bind(("\(interface)", 0))
            frame = b"\\xff" * 6 + s.getsockname()[4] + b"\\x88\\xb5" + bytes(100)
            while True:
                for _ in range(20): s.send(frame)
                time.sleep(0.01)
            """,
        ])
    }
}
