/// Messages of Neighbor Discovery (RFC 4861 section 4), as sent and received by a raw ICMPv6 socket.
enum NeighbourMessage {
    /// A solicitation for an address, with the address for the reply. The kernel sets the checksum.
    ///
    /// - Parameter hardware: This machine's address on the link, six bytes.
    static func solicitation(for address: [UInt8], from hardware: [UInt8]) -> [UInt8] {
        [135, 0, 0, 0, 0, 0, 0, 0] + address + [1, 1] + hardware
    }

    /// The ICMPv6 type of an advertisement.
    static let advertisementType: UInt8 = 136

    /// The hardware address that an advertisement states for an address; `nil` if the packet is not such an advertisement, or
    /// contains none.
    static func hardwareAddress(of address: [UInt8], in packet: some Collection<UInt8>) -> [UInt8]? {
        let packet = Array(packet.prefix(256))
        guard packet.count >= 24, packet[0] == advertisementType, packet[1] == 0, Array(packet[8..<24]) == address
        else {
            return nil
        }
        var place = 24
        while place + 8 <= packet.count {
            let length = Int(packet[place + 1]) * 8
            // An option of length 0 makes the message invalid (RFC 4861 section 4.6).
            guard length > 0 else { return nil }
            if packet[place] == 2, length == 8 { return Array(packet[(place + 2)..<(place + 8)]) }
            place += length
        }
        return nil
    }

    /// The same for an IPv6 packet with its header, without extension headers (RFC 8200 section 3, RFC 4861 section 7.1.2).
    static func hardwareAddress(of address: [UInt8], inPacket packet: some Collection<UInt8>) -> [UInt8]? {
        let packet = Array(packet.prefix(296))
        // Routers do not forward these messages: the hop limit shows that it was sent on the link.
        guard packet.count >= 40, packet[0] >> 4 == 6, packet[6] == 58, packet[7] == 255 else { return nil }
        return hardwareAddress(of: address, in: packet[40...])
    }

    /// The solicited-node multicast address of an address (RFC 4291 section 2.7.1).
    static func group(of address: [UInt8]) -> [UInt8] {
        [0xff, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0xff] + address.suffix(3)
    }
}
