package import NetworkModel

/// An address in a packet, as numbers that are fast to compare and hash.
package struct PacketAddress: Sendable, Hashable {
    package let isIPv6: Bool
    /// The first eight bytes of an IPv6 address; 0 for IPv4.
    package let high: UInt64
    /// The last eight bytes of an IPv6 address; the four bytes of an IPv4 address.
    package let low: UInt64

    package init(isIPv6: Bool, high: UInt64, low: UInt64) {
        (self.isIPv6, self.high, self.low) = (isIPv6, high, low)
    }

    package init(_ address: IPAddress) {
        isIPv6 = address.family == .ipv6
        let (head, tail) = isIPv6 ? (address.bytes[..<8], address.bytes[8...]) : ([], address.bytes[...])
        high = head.reduce(0) { $0 << 8 | UInt64($1) }
        low = tail.reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The address as 4 or 16 bytes in network byte order.
    package var bytes: [UInt8] {
        func bytes(_ number: UInt64, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64(count - 1 - $0))) }
        }
        return isIPv6 ? bytes(high, 8) + bytes(low, 8) : bytes(low, 4)
    }

    package var address: IPAddress { IPAddress(bytes: bytes) ?? .unspecified }

    /// Whether the address is not a multicast, broadcast or unspecified address.
    package var isUnicast: Bool {
        isIPv6 ? high >> 56 != 0xff && (high != 0 || low != 0) : low >> 28 != 0xe && low != 0xffff_ffff && low != 0
    }
}

/// The addresses and ports of a flow, as the command sees them.
package struct FlowKey: Sendable, Hashable {
    package let source: PacketAddress
    package let destination: PacketAddress
    package let sourcePort: UInt16
    package let destinationPort: UInt16

    package init(source: PacketAddress, sourcePort: UInt16, destination: PacketAddress, destinationPort: UInt16) {
        (self.source, self.sourcePort) = (source, sourcePort)
        (self.destination, self.destinationPort) = (destination, destinationPort)
    }
}
