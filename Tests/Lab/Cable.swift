/// One end of a cable: an interface of a host with its addresses.
public struct Port: Sendable {
    /// The host that the interface belongs to.
    public let host: Host
    /// `eth0`, `eth1`, …
    public let interface: String
    /// The IPv4 address without a prefix length.
    public let ipv4: String
    /// The IPv6 address without a prefix length.
    public let ipv6: String
}

/// A connection between two hosts, or between a host and a switch.
public struct Cable: Sendable {
    /// The end at the first host.
    public let a: Port
    /// The end at the second host. On a switch, it has no addresses.
    public let b: Port

    /// Unplugs the cable at the second host: the first host's interface stays up and loses its carrier.
    public func unplug() async throws { try await Self.set(b, "down") }

    /// Plugs the cable in again.
    public func plug() async throws { try await Self.set(b, "up") }

    private static func set(_ port: Port, _ state: String) async throws {
        // By default, an interface that is set down loses its IPv6 addresses.
        try await port.host.run([
            "sh", "-euc", "echo 1 >/proc/sys/net/ipv6/conf/$1/keep_addr_on_down; ip link set $1 $2", "-",
            port.interface, state,
        ])
    }
}
