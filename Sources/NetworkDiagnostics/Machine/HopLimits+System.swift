import Diagnosis
import Probes

extension HopLimits {
    /// As the kernel has them now.
    ///
    /// - Parameter interfaces: Whose limit for IPv6 is examined; a router's advertisement may have set it (RFC 4861 section 4.2).
    static func system(_ interfaces: [String]) -> HopLimits {
        func value(_ path: String) -> Int? {
            Int(SmallFile.text("/proc/sys/net/" + path).filter(\.isNumber))
        }
        var limits = HopLimits(ipv4: value("ipv4/ip_default_ttl"))
        for interface in interfaces.prefix(8) where !interface.contains("/") {
            limits.ipv6[interface] = value("ipv6/conf/\(interface)/hop_limit")
        }
        return limits
    }
}
