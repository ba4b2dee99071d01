import CNetlink
import Glibc
import NetworkModel

/// An interface in an `RTM_NEWLINK` message (`struct ifinfomsg`, rtnetlink(7)).
struct LinkRecord: Hashable {
    var index: UInt32
    var name: String
    var kind: String?
    var flags: UInt32
    var hasCarrier: Bool
    var operationalState: Link.OperationalState
    var mtu: Int
    var hardwareAddress: String?
    var carrierChanges: Int?
    var carrierGains: Int?
    var isIPv6Disabled: Bool?
    var isRAIgnored = false
    var master: UInt32?
    var parent: UInt32?
    var portState: Link.PortState?

    /// From linux/if.h; Glibc only has net/if.h, which ends before it.
    private static let lowerUp: UInt32 = 1 << 16

    var isAdminUp: Bool { flags & UInt32(IFF_UP) != 0 }
    var isLoopback: Bool { flags & UInt32(IFF_LOOPBACK) != 0 }

    /// Whether it has broadcast, and neither ARP nor NDP. Tunnels have neither of the three.
    var isARPOff: Bool { flags & UInt32(IFF_NOARP) != 0 && flags & UInt32(IFF_BROADCAST) != 0 && !isLoopback }

    /// Parses a message.
    ///
    /// - Returns: `nil` for a message that is truncated, or about something else than the interface as such: a bridge's port
    ///   (family `AF_BRIDGE`), an event of a wireless driver (`IFLA_WIRELESS`).
    init?(_ message: NetlinkMessage) {
        let bytes = message.payload
        guard let family = bytes.first, CInt(family) == AF_UNSPEC,
            let index = bytes.integer(at: 4, as: UInt32.self), index > 0,
            let flags = bytes.integer(at: 8, as: UInt32.self), bytes.count >= 16
        else { return nil }
        self.index = index
        self.flags = flags
        name = ""
        hasCarrier = flags & Self.lowerUp != 0
        operationalState = .unknown
        mtu = 0
        var isParentElsewhere = false
        for (type, value) in NetlinkAttributes(bytes.from(16)) {
            switch type {
            case IFLA_IFNAME: name = value.cString
            case IFLA_MTU: mtu = value.integer(at: 0, as: UInt32.self).map(Int.init) ?? 0
            case IFLA_CARRIER: if let carrier = value.first { hasCarrier = carrier != 0 }
            case IFLA_CARRIER_CHANGES: carrierChanges = value.integer(at: 0, as: UInt32.self).map(Int.init)
            case IFLA_CARRIER_UP_COUNT: carrierGains = value.integer(at: 0, as: UInt32.self).map(Int.init)
            case IFLA_AF_SPEC:
                isIPv6Disabled = Self.isIPv6Disabled(value)
                isRAIgnored = Self.isRAIgnored(value)
            case IFLA_LINK: parent = value.integer(at: 0)
            case IFLA_LINK_NETNSID: isParentElsewhere = true
            case IFLA_MASTER: master = value.integer(at: 0)
            case IFLA_OPERSTATE: if let state = value.first { operationalState = Self.state(state) }
            case IFLA_ADDRESS: hardwareAddress = HardwareAddress.text(value)
            case IFLA_LINKINFO:
                kind = NetlinkAttributes(value).first { $0.type == IFLA_INFO_KIND }?.value.cString
                portState = Self.portState(value)
            case IFLA_WIRELESS: return nil
            default: break
            }
        }
        guard !name.isEmpty else { return nil }
        // For other kinds, such as veth, it is the index of the other end, or of nothing.
        if isParentElsewhere || !Self.kindsWithParent.contains(kind) { parent = nil }
    }

    /// The kinds of interfaces whose packets leave over another interface of the same namespace.
    private static let kindsWithParent: Set<String?> = ["vlan", "macvlan", "macvtap", "ipvlan", "ipvtap"]

    /// The state of a bridge's port, in the attributes of its driver.
    private static func portState(_ information: ArraySlice<UInt8>) -> Link.PortState? {
        let attributes = NetlinkAttributes(information)
        guard attributes.first(where: { $0.type == IFLA_INFO_SLAVE_KIND })?.value.cString == "bridge",
            let data = attributes.first(where: { $0.type == IFLA_INFO_SLAVE_DATA })?.value,
            let state = NetlinkAttributes(data).first(where: { $0.type == IFLA_BRPORT_STATE })?.value.first
        else { return nil }
        // BR_STATE_* of linux/if_bridge.h.
        return switch state {
        case 0: .disabled
        case 1: .listening
        case 2: .learning
        case 3: .forwarding
        case 4: .blocking
        default: nil
        }
    }

    private static func isIPv6Disabled(_ families: ArraySlice<UInt8>) -> Bool? {
        // DEVCONF_DISABLE_IPV6 of linux/ipv6.h, which cannot be included together with Glibc's netinet/in.h.
        ipv6Setting(26, of: families).map { $0 != 0 }
    }

    /// Whether router advertisements are ignored: `accept_ra` is 0, or 1 on a machine that forwards (`ipv6_accept_ra` of the
    /// kernel).
    private static func isRAIgnored(_ families: ArraySlice<UInt8>) -> Bool {
        // DEVCONF_ACCEPT_RA and DEVCONF_FORWARDING of linux/ipv6.h.
        guard let accepted = ipv6Setting(3, of: families), let forwarding = ipv6Setting(0, of: families) else {
            return false
        }
        return accepted <= 0 || accepted == 1 && forwarding != 0
    }

    /// An IPv6 setting of the interface: an element of the array `IFLA_INET6_CONF`, among the attributes of the family.
    static func ipv6Setting(_ number: Int, of families: ArraySlice<UInt8>) -> Int32? {
        guard let ipv6 = NetlinkAttributes(families).first(where: { $0.type == Int(AF_INET6) })?.value,
            let settings = NetlinkAttributes(ipv6).first(where: { $0.type == IFLA_INET6_CONF })?.value
        else { return nil }
        return settings.integer(at: number * 4, as: Int32.self)
    }

    /// The state for `IF_OPER_*` of linux/if.h.
    private static func state(_ raw: UInt8) -> Link.OperationalState {
        switch raw {
        case 1: .notPresent
        case 2: .down
        case 3: .lowerLayerDown
        case 4: .testing
        case 5: .dormant
        case 6: .up
        default: .unknown
        }
    }
}

/// The text form of hardware addresses.
enum HardwareAddress {
    /// The text `aa:bb:cc:dd:ee:ff`, of any length; `nil` if there is none (or one that is longer than any link's).
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        guard !bytes.isEmpty, bytes.count <= 32 else { return nil }
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count * 3)
        for byte in bytes {
            if !text.isEmpty { text.append(UInt8(ascii: ":")) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
