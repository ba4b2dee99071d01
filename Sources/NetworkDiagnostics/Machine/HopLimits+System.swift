import Diagnosis
import Probes

extension HopLimits {
    /// Reads the limits from the kernel.
    ///
    /// - Parameter interfaces: The interfaces whose limit for IPv6 is read; a router advertisement may have set it (RFC 4861
    ///   section 4.2).
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
