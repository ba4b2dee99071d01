package import NetworkModel

import CNamespace

/// The addresses of the cable. They are in networks that are not in use elsewhere: one of 198.18.0.0/15 (RFC 2544) and
/// one of fd00::/8 (RFC 4193).
package struct CableNetwork: Sendable, Hashable {
    /// What an address of the cable stands for.
    package enum Place: Sendable, Hashable {
        case router, command, host, link
        /// One of this machine's resolvers, with its index.
        case resolver(Int)
        /// An unused address.
        case vacant

        /// Whether the address replies to echo requests.
        var isThere: Bool {
            switch self {
            case .router, .host, .resolver: true
            case .command, .link, .vacant: false
            }
        }
    }

    static let network4: [UInt8] = [198, 18, 13, 0]
    static let network6: [UInt8] = [0xfd, 0x6e, 0x65, 0x74, 0x64, 0x69, 0x61, 0x67, 0, 0, 0, 0, 0, 0, 0, 0]
    static let maxResolvers = 3

    /// The address of the command's gateway.
    package static let router = IPAddress(bytes: network4.dropLast() + [1]) ?? .unspecified
    /// The address that stands for 127.0.0.1 of this machine; its name is ``hostName``.
    package static let host = IPAddress(bytes: network4.dropLast() + [8]) ?? .unspecified
    package static let hostName = "host.netdiag"

    private static let prefix4 = PacketAddress(router).low >> 4
    private static let prefix6 = network6.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }

    /// Returns the address of the cable that ends in this number.
    static func address(_ last: Int, isIPv6: Bool) -> PacketAddress {
        isIPv6
            ? PacketAddress(isIPv6: true, high: prefix6, low: UInt64(last))
            : PacketAddress(isIPv6: false, high: 0, low: prefix4 << 4 | UInt64(last))
    }

    static func routerAddress(isIPv6: Bool) -> PacketAddress { address(1, isIPv6: isIPv6) }
    static func linkAddress(isIPv6: Bool) -> PacketAddress { address(4, isIPv6: isIPv6) }

    /// The address that stands for a resolver.
    package static func resolver(_ index: Int) -> IPAddress { address(5 + index, isIPv6: false).address }

    /// Returns what the address stands for; `nil` if it is not an address of the cable.
    package static func place(of address: PacketAddress) -> Place? {
        let last: UInt64
        if address.isIPv6 {
            guard address.high == prefix6 else { return nil }
            last = address.low
        } else {
            guard address.low >> 4 == prefix4 else { return nil }
            last = address.low & 0xf
        }
        return switch last {
        case UInt64(NETDIAG_CABLE_ROUTER): .router
        case UInt64(NETDIAG_CABLE_COMMAND): .command
        case UInt64(NETDIAG_CABLE_HOST): .host
        case UInt64(NETDIAG_CABLE_LINK): .link
        case 5..<UInt64(5 + maxResolvers): .resolver(Int(last) - 5)
        default: .vacant
        }
    }
}
