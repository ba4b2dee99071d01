import CNetlink
import Glibc
package import NetworkModel

/// The settings of an interface that can be changed, and those that they depend on. They are read from netlink(7), which
/// always responds for the network namespace of the process; /sys stays that of the namespace in which it was mounted
/// (`nsenter --net`, `unshare --net`, a container).
package struct InterfaceSettings: Sendable, Hashable {
    package let index: Int
    package let name: String
    package let isLoopback: Bool
    /// The MTU in bytes.
    package let mtu: Int
    /// The largest MTU that the driver supports, in bytes; `nil` if not known (kernels before 4.20).
    package let maxMTU: Int?
    /// Whether IPv6 addresses stay when the interface is taken down (`keep_addr_on_down`); `nil` without IPv6.
    package let keepsIPv6Addresses: Bool?
    /// The index of the bridge or bond that it is a port of.
    package let master: Int?
    /// The index of the interface below it, as for a VLAN; `nil` if that is in another namespace.
    package let lower: Int?

    /// Parses a message.
    ///
    /// - Returns: `nil` for a message that is not about an interface as such, or is truncated.
    init?(_ message: NetlinkMessage) {
        guard let link = LinkRecord(message) else { return nil }
        var (maxMTU, keeps, lower, isElsewhere): (Int?, Bool?, UInt32?, Bool) = (nil, nil, nil, false)
        for (type, value) in NetlinkAttributes(message.payload.from(16)) {
            switch type {
            // 0 means that the driver has no limit.
            case IFLA_MAX_MTU: maxMTU = value.integer(at: 0, as: UInt32.self).flatMap { $0 > 0 ? Int($0) : nil }
            case IFLA_LINK: lower = value.integer(at: 0)
            case IFLA_LINK_NETNSID: isElsewhere = true
            // DEVCONF_KEEP_ADDR_ON_DOWN of linux/ipv6.h, which cannot be included together with Glibc's netinet/in.h.
            case IFLA_AF_SPEC: keeps = LinkRecord.ipv6Setting(42, of: value).map { $0 > 0 }
            default: break
            }
        }
        (index, name, mtu) = (Int(link.index), link.name, link.mtu)
        isLoopback = link.isLoopback
        (self.maxMTU, keepsIPv6Addresses) = (maxMTU, keeps)
        master = link.master.map(Int.init)
        // An interface without one below it refers to itself, or to 0.
        self.lower = isElsewhere ? nil : lower.flatMap { $0 > 0 && $0 != link.index ? Int($0) : nil }
    }

    /// Reads all interfaces of this process's network namespace.
    ///
    /// - Throws: ``LinkFactsError`` if no netlink socket is available, or the kernel refuses.
    package static func all() throws(LinkFactsError) -> [InterfaceSettings] {
        try NetlinkSocket(receiveBuffer: 1 << 18).dump(.links, InterfaceSettings.init)
    }
}

extension [InterfaceSettings] {
    /// The ports of a bridge, the members of a bond, or the link below a VLAN.
    package func below(_ link: InterfaceSettings) -> [InterfaceSettings] {
        filter { $0.master == link.index || $0.index == link.lower }
    }
}
