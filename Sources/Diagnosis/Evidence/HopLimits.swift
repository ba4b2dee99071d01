import NetworkModel

/// The hop limits (TTL) that the kernel gives to packets of programs which ask for none.
public struct HopLimits: Sendable, Hashable {
    /// `net.ipv4.ip_default_ttl`; `nil` if it could not be read.
    public var ipv4: Int?
    /// `net.ipv6.conf.INTERFACE.hop_limit`, by interface.
    public var ipv6: [String: Int]

    /// Ways through the Internet have 30 routers at most, and hosts have begun with 64 since RFC 1700; below this, some cannot be reached.
    static let least = 32
    /// With less than this, hardly any host beyond the provider can be reached.
    static let leastForInternet = 8

    /// Creates the limits of this machine; none are known without any.
    public init(ipv4: Int? = nil, ipv6: [String: Int] = [:]) {
        self.ipv4 = ipv4
        self.ipv6 = ipv6
    }

    /// What is set too small for packets of a family, with the name that sysctl(8) has for it.
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
