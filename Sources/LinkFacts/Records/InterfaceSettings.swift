import CNetlink
import Glibc

/// What may be changed of an interface, and what it depends on. From netlink(7), which always answers for the network namespace of the
/// process; /sys stays that of the namespace it was mounted in (`nsenter --net`, `unshare --net`, a container).
package struct InterfaceSettings: Sendable, Hashable {
    package let index: Int
    package let name: String
    /// Bytes.
    package let mtu: Int
    /// The largest MTU that the driver takes, in bytes; `nil` if it says none (kernels before 4.20).
    package let maxMTU: Int?
    /// Whether IPv6 addresses stay when it is taken down (`keep_addr_on_down`); `nil` without IPv6.
    package let keepsIPv6Addresses: Bool?
    /// The bridge or bond that it is a port of, by its index.
    package let master: Int?
    /// The interface that it is on, as a VLAN is, by its index; `nil` if that is of another namespace.
    package let lower: Int?

    /// - Returns: `nil` for a message that is not about an interface as such, or is cut off.
    init?(_ message: NetlinkMessage) {
        guard let link = LinkRecord(message) else { return nil }
        var (maxMTU, keeps, lower, isElsewhere): (Int?, Bool?, UInt32?, Bool) = (nil, nil, nil, false)
        for (type, value) in NetlinkAttributes(message.payload.from(16)) {
            switch type {
            // 0 is no limit of the driver's.
            case IFLA_MAX_MTU: maxMTU = value.integer(at: 0, as: UInt32.self).flatMap { $0 > 0 ? Int($0) : nil }
            case IFLA_LINK: lower = value.integer(at: 0)
            case IFLA_LINK_NETNSID: isElsewhere = true
            // DEVCONF_KEEP_ADDR_ON_DOWN of linux/ipv6.h, which cannot be had beside Glibc's netinet/in.h.
            case IFLA_AF_SPEC: keeps = LinkRecord.ipv6Setting(42, of: value).map { $0 > 0 }
            default: break
            }
        }
        (index, name, mtu) = (Int(link.index), link.name, link.mtu)
        (self.maxMTU, keepsIPv6Addresses) = (maxMTU, keeps)
        master = link.master.map(Int.init)
        // An interface that is on nothing names itself, or 0.
        self.lower = isElsewhere ? nil : lower.flatMap { $0 > 0 && $0 != link.index ? Int($0) : nil }
    }

    /// All interfaces of the network namespace that this process is in.
    ///
    /// - Throws: ``LinkFactsError`` where there is no netlink socket to be had, or the kernel refuses.
    package static func all() throws(LinkFactsError) -> [InterfaceSettings] {
        try NetlinkSocket(receiveBuffer: 1 << 18).dump(.links, InterfaceSettings.init)
    }
}

extension [InterfaceSettings] {
    /// Ports of a bridge, members of a bond, the link below a VLAN.
    package func below(_ link: InterfaceSettings) -> [InterfaceSettings] {
        filter { $0.master == link.index || $0.index == link.lower }
    }
}
