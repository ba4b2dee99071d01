import Glibc

extension Lab {
    /// Connects two hosts by a cable, with the networks 10.77.n.0/24 and fd77:n::/64: `a` is .1, `b` is .2.
    public func link(_ a: Host, _ b: Host) async throws -> Cable {
        let cable = cable(a, b)
        try await connect([cable])
        return cable
    }

    /// A cable between two hosts that is not there before ``connect(_:then:)``.
    func cable(_ a: Host, _ b: Host) -> Cable {
        let network = nextNetwork()
        return Cable(
            a: Port(host: a, interface: a.nextInterface(), ipv4: "10.77.\(network).1", ipv6: "fd77:\(network)::1"),
            b: Port(host: b, interface: b.nextInterface(), ipv4: "10.77.\(network).2", ipv6: "fd77:\(network)::2"))
    }

    /// A cable from a provider (`a`, 100.64.0.1 and 2001:db8:ffff::1) to a router (`b`, .2 and ::2).
    func uplink(_ provider: Host, _ router: Host) -> Cable {
        Cable(
            a: Port(
                host: provider, interface: provider.nextInterface(), ipv4: "100.64.0.1", ipv6: "2001:db8:ffff::1"),
            b: Port(host: router, interface: router.nextInterface(), ipv4: "100.64.0.2", ipv6: "2001:db8:ffff::2"))
    }

    /// Connects hosts by a switch, with the networks 10.77.n.0/24 and fd77:n::/64: the first host is .1, and so on. The
    /// cables are in the order of the hosts, with the host as `a` and the switch as `b`.
    public func segment(_ hosts: [Host]) async throws -> [Cable] {
        let network = nextNetwork()
        let hub = try await host("switch\(network)")
        try await hub.run(["ip", "-batch", "-"], input: "link add hub type bridge\nlink set hub up\n")
        var cables: [Cable] = []
        for (index, host) in hosts.enumerated() {
            let cable = Cable(
                a: Port(
                    host: host, interface: host.nextInterface(), ipv4: "10.77.\(network).\(index + 1)",
                    ipv6: "fd77:\(network)::\(index + 1)"),
                b: Port(host: hub, interface: hub.nextInterface(), ipv4: "", ipv6: ""))
            try await connect([cable])
            try await hub.run(["ip", "link", "set", cable.b.interface, "master", "hub"])
            cables.append(cable)
        }
        return cables
    }

    /// Sets up interfaces, and waits until the kernel reports them as up. It drops their packets until then, which takes seconds
    /// while many labs create and delete links; after five, a lab goes on.
    private static let settingUp = """
        ip -batch - || exit
        tries=250
        for interface; do
            until ip -o link show "$interface" | grep -q 'state UP' || [ "$tries" = 0 ]; do
                tries=$((tries - 1)); sleep 0.02
            done
        done
        """

    /// Adds a router behind the provider of an office, which reports packets to root servers (198.41.0.4, 2001:503:ba3e::2:30). For other
    /// addresses of the Internet, the provider has no route.
    public func addTransit(behind office: Office) async throws {
        let transit = try await host("transit")
        // The networks and interfaces of other cables keep their numbers.
        let cable = Cable(
            a: Port(host: office.provider, interface: "transit0", ipv4: "100.64.1.1", ipv6: "2001:db8:fffe::1"),
            b: Port(host: transit, interface: transit.nextInterface(), ipv4: "100.64.1.2", ipv6: "2001:db8:fffe::2"))
        try await connect([cable], then: [transit.name: cable.a.defaultRoutes])
        try await transit.forward()
        try await office.provider.run(
            ["ip", "-batch", "-"], input: Office.routesToRootServers(via: cable.b.ipv4, cable.b.ipv6))
        try await office.routeToRootServers()
    }

    /// Plugs in cables, and sets up the interfaces of all hosts. Most of the processor time of a lab is that of the programs
    /// that set it up, so that each host has one.
    ///
    /// - Parameter routes: Further lines of `ip -batch` for hosts, by their names.
    func connect(_ cables: [Cable], then routes: [String: String] = [:]) async throws {
        // Both ends are created in their namespaces, so that they cannot conflict with names on this machine.
        let lines = cables.map { cable in
            "link add \(cable.a.interface) netns \(cable.a.host.pid) type veth "
                + "peer name \(cable.b.interface) netns \(cable.b.host.pid)\n"
        }
        try await Self.runOutside(["ip", "-batch", "-"], input: lines.joined())
        let ports = Dictionary(grouping: cables.flatMap { [$0.a, $0.b] }, by: \.host.pid).values
        try await withThrowingTaskGroup(of: Void.self) { group in
            for ports in ports {
                guard let host = ports.first?.host else { continue }
                group.addTask {
                    let lines = ports.map(\.setup).joined() + (routes[host.name] ?? "")
                    try await host.run(
                        ["sh", "-uc", Self.settingUp, "sh"] + ports.map(\.interface), input: lines)
                }
            }
            try await group.waitForAll()
        }
    }

    /// Runs a program on the machine that the lab runs on.
    static func runOutside(_ arguments: [String], input: String = "") async throws {
        let file = try Host.unnamedFile(holding: input)
        defer { close(file) }
        let process = try HostProcess(
            arguments, in: HostPlace(pid: getpid()), input: file, environment: Host.environment)
        let status = try await process.exit()
        guard status == .exited(0) else {
            throw LabError.failed(
                command: arguments,
                result: CommandResult(
                    status: status, output: process.output.text, diagnostics: process.diagnostics.text))
        }
    }
}

extension Host {
    /// Enables the forwarding of packets of both families.
    public func forward() async throws {
        try await run([
            "sh", "-euc",
            "echo 1 >/proc/sys/net/ipv4/ip_forward; echo 1 >/proc/sys/net/ipv6/conf/all/forwarding",
        ])
    }

    /// Sets the default routes of both families.
    public func route(via gateway: Port) async throws {
        try await run(["ip", "-batch", "-"], input: gateway.defaultRoutes)
    }

    /// Sets an interface up or down with `ip link set`, as an administrator does, as opposed to ``Cable/unplug()``.
    public func set(_ interface: String, isUp: Bool) async throws {
        try await run(["ip", "link", "set", interface, isUp ? "up" : "down"])
    }

    /// Loads rules into the host's packet filter, in the syntax of `nft -f`.
    public func filter(_ rules: String) async throws {
        try await run(["nft", "-f", "-"], input: rules)
    }

}

extension Port {
    /// The lines of `ip -batch` that set up the interface.
    fileprivate var setup: String {
        var lines = "link set \(interface) up\n"
        if !ipv4.isEmpty { lines += "addr add \(ipv4)/24 dev \(interface)\n" }
        if !ipv6.isEmpty { lines += "addr add \(ipv6)/64 dev \(interface) nodad\n" }
        return lines
    }

    /// The lines of `ip -batch` for default routes of both families via this port.
    var defaultRoutes: String {
        ["0.0.0.0/0 via \(ipv4)", "::/0 via \(ipv6)"].map { "route replace \($0)\n" }.joined()
    }
}
