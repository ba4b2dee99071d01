/// Fragments packets that are larger than an MTU (RFC 791 section 3.2, RFC 8200 section 4.5).
package enum PacketFragmenter {
    /// Fragments a packet as a router does before a link with a smaller MTU. The packet may be a fragment already.
    ///
    /// - Parameter mtu: The MTU in bytes, which includes the IP header.
    /// - Returns: `nil` if routers may not fragment the packet, or if the MTU leaves no room after the header.
    package static func fragments(of packet: PacketView, mtu: Int) -> [[UInt8]]? {
        guard packet.isFragmentable else { return nil }
        return fragments4(of: packet, mtu: mtu, identification: packet.bytes.number16(at: 4))
    }

    /// Fragments a packet as the sender does.
    ///
    /// - Parameter identification: A number that differs between packets that are on their way at the same time.
    /// - Returns: `nil` if the MTU leaves no room after the headers.
    package static func fragments(sending packet: PacketView, mtu: Int, identification: UInt32) -> [[UInt8]]? {
        packet.isIPv6
            ? fragments6(of: packet, mtu: mtu, identification: identification)
            : fragments4(of: packet, mtu: mtu, identification: UInt16(truncatingIfNeeded: identification))
    }

    private static func fragments4(of packet: PacketView, mtu: Int, identification: UInt16) -> [[UInt8]]? {
        let (payload, field) = (packet.payload, packet.bytes.number16(at: 6))
        guard let size = size(mtu - packet.headerLength) else { return nil }
        return stride(from: 0, to: payload.count, by: size).map { offset in
            let part = payload[offset..<min(offset + size, payload.count)]
            let hasMore = offset + size < payload.count || field & 0x2000 != 0
            var bytes = Array(packet.bytes[..<packet.headerLength])
            bytes.set16(packet.headerLength + part.count, at: 2)
            bytes.set16(Int(identification), at: 4)
            bytes.set16((hasMore ? 0x2000 : 0) | (Int(field & 0x1fff) + offset / 8), at: 6)
            bytes.setHeaderChecksum()
            return bytes + part
        }
    }

    private static func fragments6(of packet: PacketView, mtu: Int, identification: UInt32) -> [[UInt8]]? {
        let payload = packet.payload
        guard let size = size(mtu - packet.headerLength - 8) else { return nil }
        return stride(from: 0, to: payload.count, by: size).map { offset in
            let part = payload[offset..<min(offset + size, payload.count)]
            var bytes = Array(packet.bytes[..<packet.headerLength])
            bytes.set16(8 + part.count, at: 4)
            bytes[6] = 44
            var header: [UInt8] = [packet.protocolNumber, 0, 0, 0, 0, 0, 0, 0]
            header.set16(offset | (offset + size < payload.count ? 1 : 0), at: 2)
            header.set16(Int(identification >> 16), at: 4)
            header.set16(Int(identification & 0xffff), at: 6)
            return bytes + header + part
        }
    }

    /// The payload size of all fragments except the last, a multiple of 8; `nil` if there is no room for one.
    private static func size(_ room: Int) -> Int? { room >= 8 ? room & ~7 : nil }
}

extension [UInt8] {
    /// Writes a number in network byte order.
    mutating func set16(_ number: Int, at offset: Int) {
        self[offset] = UInt8(truncatingIfNeeded: number >> 8)
        self[offset + 1] = UInt8(truncatingIfNeeded: number)
    }

    /// Writes the checksum of an IPv4 header, of which this array consists (RFC 791 section 3.1).
    mutating func setHeaderChecksum() {
        set16(0, at: 10)
        var sum = InternetChecksum()
        withUnsafeBytes { sum.add($0) }
        set16(Int(sum.value), at: 10)
    }
}
