/// An IP packet in memory that it does not own. The initializer refuses inconsistent lengths, so that reads stay in
/// bounds.
package struct PacketView {
    package enum Transport: UInt8 {
        case icmp = 1
        case tcp = 6
        case udp = 17
        case icmpv6 = 58
    }

    /// A fragment of a packet (RFC 791 section 3.2, RFC 8200 section 4.5).
    package struct Fragment {
        /// The identification, which all fragments of a packet share; 16 bits for IPv4.
        package let identification: UInt32
        /// The offset in the payload of the whole packet, in bytes.
        package let offset: Int
        /// Whether more fragments follow.
        package let hasMore: Bool
        /// The protocol number of the whole packet.
        package let protocolNumber: UInt8
        package let payload: UnsafeRawBufferPointer
    }

    /// The packet, with the length from its header.
    package let bytes: UnsafeRawBufferPointer
    package let isIPv6: Bool
    package let headerLength: Int
    /// The protocol number; for IPv6, that of the first header after the fixed one.
    package let protocolNumber: UInt8
    /// Whether the packet is a fragment, including the first one (RFC 791 section 3.2, RFC 8200 section 4.5).
    package let isFragment: Bool

    package init?(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return nil }
        switch first >> 4 {
        case 4:
            let header = Int(first & 0x0f) * 4
            guard header >= 20, bytes.count >= header else { return nil }
            let total = Int(bytes.number16(at: 2))
            guard total >= header, total <= bytes.count else { return nil }
            self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<total])
            isIPv6 = false
            headerLength = header
            protocolNumber = bytes[9]
            isFragment = bytes.number16(at: 6) & 0x3fff != 0
        case 6:
            guard bytes.count >= 40 else { return nil }
            let total = 40 + Int(bytes.number16(at: 4))
            guard total <= bytes.count else { return nil }
            self.bytes = UnsafeRawBufferPointer(rebasing: bytes[..<total])
            isIPv6 = true
            headerLength = 40
            protocolNumber = bytes[6]
            isFragment = bytes[6] == 44
        default: return nil
        }
    }

    /// Creates a view of the stored beginning of a packet, and adjusts the length in its header to the bytes that are
    /// there.
    init?(quoted bytes: UnsafeMutableRawBufferPointer) {
        guard let first = bytes.first, bytes.count >= 28 else { return nil }
        let length = UInt16(clamping: first >> 4 == 6 ? bytes.count - 40 : bytes.count)
        guard first >> 4 == 4 || bytes.count >= 48 else { return nil }
        let offset = first >> 4 == 6 ? 4 : 2
        if UnsafeRawBufferPointer(bytes).number16(at: offset) > length {
            bytes[offset] = UInt8(length >> 8)
            bytes[offset + 1] = UInt8(length & 0xff)
        }
        self.init(UnsafeRawBufferPointer(bytes))
    }

    /// The fields of a fragment; `nil` if the packet is whole or a header is truncated.
    package var fragment: Fragment? {
        guard isFragment else { return nil }
        guard isIPv6 else {
            let field = bytes.number16(at: 6)
            return Fragment(
                identification: UInt32(bytes.number16(at: 4)), offset: Int(field & 0x1fff) * 8,
                hasMore: field & 0x2000 != 0, protocolNumber: protocolNumber, payload: payload)
        }
        let payload = payload
        guard payload.count >= 8 else { return nil }
        let field = payload.number16(at: 2)
        return Fragment(
            identification: payload.number32(at: 4), offset: Int(field & 0xfff8), hasMore: field & 1 != 0,
            protocolNumber: payload[0], payload: UnsafeRawBufferPointer(rebasing: payload[8...]))
    }

    /// Whether a router may fragment the packet: not with IPv6, nor if the sender forbids it (DF, RFC 791 section 2.3).
    package var isFragmentable: Bool { !isIPv6 && bytes.number16(at: 6) & 0x4000 == 0 }

    /// The transport protocol; `nil` for fragments, and for protocols that the cable does not support.
    package var transport: Transport? { isFragment ? nil : Transport(rawValue: protocolNumber) }

    package var source: PacketAddress { address(at: isIPv6 ? 8 : 12) }
    package var destination: PacketAddress { address(at: isIPv6 ? 24 : 16) }
    package var hopLimit: Int { Int(bytes[isIPv6 ? 7 : 8]) }
    package var payload: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[headerLength...]) }

    private func address(at offset: Int) -> PacketAddress {
        isIPv6
            ? PacketAddress(isIPv6: true, high: bytes.number64(at: offset), low: bytes.number64(at: offset + 8))
            : PacketAddress(isIPv6: false, high: 0, low: UInt64(bytes.number32(at: offset)))
    }

    /// The addresses and the ports of TCP or UDP; `nil` if the header is truncated.
    package var flow: FlowKey? {
        let payload = payload
        guard payload.count >= 8 else { return nil }
        return FlowKey(
            source: source, sourcePort: payload.number16(at: 0), destination: destination,
            destinationPort: payload.number16(at: 2))
    }

    /// Whether the checksum of an IPv4 header is correct (RFC 791 section 3.1); IPv6 has none.
    package var hasValidHeader: Bool {
        guard !isIPv6 else { return true }
        var sum = InternetChecksum()
        sum.add(UnsafeRawBufferPointer(rebasing: bytes[..<headerLength]))
        return sum.value == 0
    }

    /// Whether the checksum of transport header, payload and pseudo-header is correct (RFC 9293 section 3.1, RFC 8200
    /// section 8.1). With UDP over IPv4, 0 means that there is no checksum.
    package var hasValidChecksum: Bool {
        let payload = payload
        var sum = InternetChecksum()
        switch transport {
        case .icmp: break
        case .udp:
            guard payload.count >= 8 else { return false }
            if !isIPv6, payload.number16(at: 6) == 0 { return true }
            fallthrough
        case .tcp, .icmpv6:
            sum.add(pseudoHeaderOf: source, destination, length: payload.count, protocolNumber: protocolNumber)
        case nil: return false
        }
        sum.add(payload)
        return sum.value == 0
    }
}

extension UnsafeRawBufferPointer {
    /// A number in network byte order. The caller must ensure that the bytes exist.
    @inline(__always)
    package func number16(at offset: Int) -> UInt16 { UInt16(self[offset]) << 8 | UInt16(self[offset + 1]) }

    @inline(__always)
    package func number32(at offset: Int) -> UInt32 {
        UInt32(number16(at: offset)) << 16 | UInt32(number16(at: offset + 2))
    }

    @inline(__always)
    package func number64(at offset: Int) -> UInt64 {
        UInt64(number32(at: offset)) << 32 | UInt64(number32(at: offset + 4))
    }
}
