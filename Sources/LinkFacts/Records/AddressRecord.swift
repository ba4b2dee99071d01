import CNetlink
import Glibc
import NetworkModel

/// An address of an interface in an `RTM_NEWADDR` message (`struct ifaddrmsg`, rtnetlink(7)).
struct AddressRecord: Hashable {
    /// The properties that identify an address of an interface; for IPv4 including the peer.
    struct Key: Hashable {
        var index: UInt32
        var address: [UInt8]
        var prefixLength: Int
        var peer: [UInt8]?
    }

    var key: Key
    var scope: LinkAddress.Scope
    var flags: [LinkAddress.Flag]
    /// The lifetimes when the message was read; ignored in comparisons, since each router advertisement renews them.
    var lifetimes: Lifetimes

    /// The values of `struct ifa_cacheinfo`, which are always equal in comparisons.
    struct Lifetimes: Hashable {
        var preferred: UInt32?
        var valid: UInt32?
        /// The time of the last renewal in hundredths of a second since the start of the system, modulo 2^32.
        var renewed: UInt32?
        /// Nanoseconds of `CLOCK_MONOTONIC`.
        var readAt: UInt64 = 0

        static func == (left: Lifetimes, right: Lifetimes) -> Bool { true }
        func hash(into hasher: inout Hasher) {}

        /// The remaining seconds of a lifetime at a later moment.
        func left(_ seconds: UInt32?, at now: UInt64) -> Int? {
            seconds.map { max(0, Int($0) - Int((now &- readAt) / 1_000_000_000)) }
        }

        /// The seconds from the last renewal to a moment; `nil` if the address never expires.
        func renewedAgo(at now: UInt64) -> Int? {
            guard let renewed, preferred != nil || valid != nil else { return nil }
            let hundredths = UInt32(truncatingIfNeeded: now / 10_000_000) &- renewed
            // The kernel counts ticks, which may be slightly ahead of the clock.
            return hundredths > .max - Self.tolerance ? 0 : Int(hundredths / 100)
        }

        private static let tolerance: UInt32 = 500
    }

    init?(_ message: NetlinkMessage, readAt: UInt64) {
        let bytes = message.payload
        guard bytes.count >= 8, let index = bytes.integer(at: 4, as: UInt32.self), index > 0 else { return nil }
        let values = Array(bytes.prefix(8))
        guard [AF_INET, AF_INET6].contains(CInt(values[0])) else { return nil }
        let size = CInt(values[0]) == AF_INET ? 4 : 16
        guard Int(values[1]) <= size * 8 else { return nil }
        var local: ArraySlice<UInt8>?
        var other: ArraySlice<UInt8>?
        var rawFlags = UInt32(values[2])
        lifetimes = Lifetimes(readAt: readAt)
        for (type, value) in NetlinkAttributes(bytes.from(8)) {
            switch type {
            case IFA_LOCAL where value.count == size: local = value
            case IFA_ADDRESS where value.count == size: other = value
            case IFA_FLAGS: rawFlags = value.integer(at: 0) ?? rawFlags
            case IFA_CACHEINFO:
                // All ones mean no limit (INFINITY_LIFE_TIME).
                lifetimes.preferred = value.integer(at: 0, as: UInt32.self).flatMap { $0 == .max ? nil : $0 }
                lifetimes.valid = value.integer(at: 4, as: UInt32.self).flatMap { $0 == .max ? nil : $0 }
                if size == 16 { lifetimes.renewed = value.integer(at: 12, as: UInt32.self) }
            default: break
            }
        }
        guard let address = local ?? other else { return nil }
        let peer = local != nil && other != nil && other != local ? other.map(Array.init) : nil
        key = Key(index: index, address: Array(address), prefixLength: Int(values[1]), peer: peer)
        scope = Self.scope(values[3])
        flags = Self.flags(rawFlags, isIPv6: size == 16)
    }

    private static func scope(_ raw: UInt8) -> LinkAddress.Scope {
        switch raw {
        // enum rt_scope_t of linux/rtnetlink.h; 1 to 199 are for the user, and count as global.
        case 200: .site
        case 253: .link
        case 254: .host
        case 255: .nowhere
        default: .global
        }
    }

    private static func flags(_ raw: UInt32, isIPv6: Bool) -> [LinkAddress.Flag] {
        // The same bit means "secondary" in IPv4 and "temporary" (RFC 8981) in IPv6.
        let table: [(CInt, LinkAddress.Flag)] = [
            (IFA_F_PERMANENT, .permanent), (IFA_F_TEMPORARY, .temporary), (IFA_F_DEPRECATED, .deprecated),
            (IFA_F_TENTATIVE, .tentative), (IFA_F_OPTIMISTIC, .optimistic), (IFA_F_DADFAILED, .dadFailed),
        ]
        return table.filter { raw & UInt32($0.0) != 0 && (isIPv6 || $0.1 != .temporary) }.map(\.1)
    }
}
