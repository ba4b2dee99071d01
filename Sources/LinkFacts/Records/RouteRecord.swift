import CNetlink
import Glibc
import NetworkModel

/// A route in an `RTM_NEWROUTE` message (`struct rtmsg`, rtnetlink(7)).
struct RouteRecord: Hashable {
    /// The properties by which the kernel identifies routes of a table; several may share them (`ip route append`).
    struct Key: Hashable {
        var family: AddressFamily
        /// The destination; empty for the default route.
        var destination: [UInt8]
        var prefixLength: Int
        var typeOfService: UInt8
        var metric: UInt32
    }

    struct NextHop: Hashable {
        var index: UInt32?
        /// The gateway, 4 or 16 bytes: IPv4 may use an IPv6 gateway (`RTA_VIA`, RFC 8950).
        var gateway: [UInt8]?
        /// Whether the kernel does not use it: its interface is down, or it has no carrier and the kernel was told to ignore its
        /// routes meanwhile (`ignore_routes_with_linkdown`).
        var isIgnored = false
    }

    var key: Key
    var type: UInt8
    var table: UInt32
    var origin: UInt8
    var preferredSource: [UInt8]?
    /// The next hops: one for an ordinary route, several for a multipath route, none for one that rejects packets.
    var nextHops: [NextHop]

    /// Whether it is an exception created by the kernel, or the result of a look-up (`RTM_F_CLONED`).
    var isCached: Bool

    /// Whether an ICMP redirect of a router has changed the next hop of a look-up (`RTCF_REDIRECTED`). For IPv4 only.
    var isRedirected: Bool

    /// Parses a message.
    ///
    /// - Returns: `nil` if it is truncated, or not an IP route.
    init?(_ message: NetlinkMessage) {
        let bytes = message.payload
        guard bytes.count >= 12, let flags = bytes.integer(at: 8, as: UInt32.self) else { return nil }
        let head = Array(bytes.prefix(8))
        guard let family = Self.family(CInt(head[0])) else { return nil }
        isCached = flags & UInt32(RTM_F_CLONED) != 0
        isRedirected = flags & 0x0004_0000 != 0  // linux/in_route.h
        let size = family == .ipv4 ? 4 : 16
        guard Int(head[1]) <= size * 8 else { return nil }
        key = Key(
            family: family, destination: [], prefixLength: Int(head[1]), typeOfService: head[3], metric: 0)
        table = UInt32(head[4])
        origin = head[5]
        type = head[7]
        var hop = NextHop()
        var hops: [NextHop] = []
        for (type, value) in NetlinkAttributes(bytes.from(12)) {
            switch type {
            case Int(RTA_DST.rawValue) where value.count == size: key.destination = Array(value)
            case Int(RTA_PRIORITY.rawValue): key.metric = value.integer(at: 0) ?? 0
            case Int(RTA_TABLE.rawValue): table = value.integer(at: 0) ?? table
            case Int(RTA_PREFSRC.rawValue) where value.count == size: preferredSource = Array(value)
            case Int(RTA_MULTIPATH.rawValue): hops = Self.nextHops(value)
            default: hop.read(type, value)
            }
        }
        // A prefix of length 0 has no address; any other must have one.
        guard key.prefixLength == 0 || !key.destination.isEmpty else { return nil }
        if key.prefixLength == 0 { key.destination = [] }
        guard hops.isEmpty, hop != NextHop() else {
            nextHops = hops
            return
        }
        hop.isIgnored = NextHop.isDead(flags)
        nextHops = [hop]
    }

    static func family(_ raw: CInt) -> AddressFamily? {
        switch raw {
        case AF_INET: .ipv4
        case AF_INET6: .ipv6
        default: nil
        }
    }

    /// Parses `struct rtnexthop`, each with attributes of its own.
    private static func nextHops(_ bytes: ArraySlice<UInt8>) -> [NextHop] {
        var hops: [NextHop] = []
        var rest = bytes
        while let length = rest.integer(at: 0, as: UInt16.self).map(Int.init), length >= 8, length <= rest.count,
            let index = rest.integer(at: 4, as: UInt32.self)
        {
            var hop = NextHop(index: index, isIgnored: NextHop.isDead(UInt32(rest[rest.startIndex + 2])))
            for (type, value) in NetlinkAttributes(rest.from(8).prefix(length - 8)) { hop.read(type, value) }
            hops.append(hop)
            rest = rest.from((length + 3) & ~3)
        }
        return hops
    }

    /// Whether it is a route for packets of this machine: in the main table, not an exception, and neither for its own
    /// addresses nor for broadcast and multicast.
    var isOfMainTable: Bool {
        table == RT_TABLE_MAIN.rawValue && !isCached
            && ![RTN_LOCAL, RTN_BROADCAST, RTN_ANYCAST, RTN_MULTICAST].contains(Int(type))
    }

    /// Whether its destination contains an address.
    func covers(_ address: IPAddress) -> Bool {
        guard address.family == key.family else { return false }
        guard let destination = IPAddress(bytes: key.destination) else { return key.prefixLength == 0 }
        return address.isIn(prefix: destination, length: key.prefixLength)
    }

    var kind: Route.Kind {
        switch Int(type) {
        case RTN_UNICAST: .unicast
        case RTN_BLACKHOLE: .blackhole
        case RTN_UNREACHABLE: .unreachable
        case RTN_PROHIBIT: .prohibit
        default: .other
        }
    }
}

extension RouteRecord.NextHop {
    /// Whether the flags (`RTNH_F_…`) of a next hop without a carrier say that it is not used.
    fileprivate static func isDead(_ flags: UInt32) -> Bool {
        let needed = UInt32(RTNH_F_DEAD | RTNH_F_LINKDOWN)
        return flags & needed == needed
    }

    fileprivate mutating func read(_ type: Int, _ value: ArraySlice<UInt8>) {
        switch type {
        case Int(RTA_OIF.rawValue): index = value.integer(at: 0)
        case Int(RTA_GATEWAY.rawValue) where value.count == 4 || value.count == 16: gateway = Array(value)
        case Int(RTA_VIA.rawValue):
            // A family of two bytes precedes the address.
            let address = value.from(2)
            if address.count == 4 || address.count == 16 { gateway = Array(address) }
        default: break
        }
    }
}
