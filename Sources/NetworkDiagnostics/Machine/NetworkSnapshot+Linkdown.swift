import NetworkModel
import Probes

extension NetworkSnapshot {
    /// The interfaces without a carrier whose default routes the kernel does not use while there is none
    /// (`ignore_routes_with_linkdown`).
    var linksIgnoredWithoutCarrier: Set<String> {
        let lost = links.filter { $0.isAdminUp && !$0.hasCarrier && !$0.name.contains("/") }.map(\.name)
        return Set(
            lost.filter { name in
                let families = Set(defaultRoutes.filter { $0.interface == name }.map(\.family))
                return !families.isEmpty && families.allSatisfy { Self.isIgnored(name, $0) }
            })
    }

    private static func isIgnored(_ interface: String, _ family: AddressFamily) -> Bool {
        func isSet(_ name: String) -> Bool {
            let folder = family == .ipv4 ? "ipv4" : "ipv6"
            return SmallFile.text("/proc/sys/net/\(folder)/conf/\(name)/ignore_routes_with_linkdown").hasPrefix("1")
        }
        // For IPv4, the value for all interfaces counts as well.
        return isSet(interface) || family == .ipv4 && isSet("all")
    }
}
