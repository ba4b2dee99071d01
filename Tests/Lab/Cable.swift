/// One end of a cable: an interface of a host with its addresses.
public struct Port: Sendable {
    /// The host it is on.
    public let host: Host
    /// `eth0`, `eth1`, …
    public let interface: String
    /// Its IPv4 address without a prefix length.
    public let ipv4: String
    /// Its IPv6 address without a prefix length.
    public let ipv6: String
}

/// What connects two hosts, or a host and a switch.
public struct Cable: Sendable {
    /// The end at the first host.
    public let a: Port
    /// The end at the second host; on a switch it has no addresses.
    public let b: Port

    /// Pulls it at the second host's end: the first host's interface stays up and loses its carrier.
    public func unplug() async throws { try await Self.set(b, "down") }

    /// Plugs it in again.
    public func plug() async throws { try await Self.set(b, "up") }

    private static func set(_ port: Port, _ state: String) async throws {
        // A port that is taken down would lose its IPv6 addresses for good, which the end of a cable does not.
        try await port.host.run([
            "sh", "-euc", "echo 1 >/proc/sys/net/ipv6/conf/$1/keep_addr_on_down; ip link set $1 $2", "-",
            port.interface, state,
        ])
    }
}
