package import NetworkModel

/// The hop limits (TTL) that the kernel uses for packets of programs that set none.
public struct HopLimits: Sendable, Hashable {
    /// The value of `net.ipv4.ip_default_ttl`; `nil` if it could not be read.
    public var ipv4: Int?
    /// The values of `net.ipv6.conf.INTERFACE.hop_limit`, by interface.
    public var ipv6: [String: Int]

    /// The minimum for the Internet. Paths have at most 30 routers, and hosts have used 64 since RFC 1700. With a lower
    /// limit, some hosts cannot be reached.
    static let least = 32
    /// With a lower limit, hardly any host beyond the provider can be reached.
    static let leastForInternet = 8

    /// Creates the limits; without arguments, none are known.
    public init(ipv4: Int? = nil, ipv6: [String: Int] = [:]) {
        self.ipv4 = ipv4
        self.ipv6 = ipv6
    }

    /// The limit of an address family, for IPv6 the lowest one; `nil` if it is not known.
    package func limit(of family: AddressFamily) -> Int? {
        switch family {
        case .ipv4: ipv4
        case .ipv6: ipv6.values.min()
        }
    }

    /// The limit of an address family that is too low, with its name for sysctl(8); `nil` if there is none.
    func shortage(of family: AddressFamily) -> (limit: Int, setting: String)? {
        switch family {
        case .ipv4:
            return ipv4.flatMap { $0 < Self.least ? ($0, "net.ipv4.ip_default_ttl") : nil }
        case .ipv6:
            let least = ipv6.min { ($0.value, $0.key) < ($1.value, $1.key) }
            return least.flatMap {
                $0.value < Self.least ? ($0.value, "net.ipv6.conf.\(shown($0.key)).hop_limit") : nil
            }
        }
    }
}
