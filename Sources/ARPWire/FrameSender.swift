/// The IP address of the sender of a frame.
public enum FrameSender {
    /// The number of bytes at the beginning of a packet within which the address is.
    public static let maxPlace = 24

    /// The address that a packet states for its sender: 4 or 16 bytes; `nil` if it states none, as packets of a host that is being
    /// configured.
    ///
    /// - Parameters:
    ///   - packet: The packet without its link-layer header.
    ///   - type: The EtherType of the frame: IPv4, ARP (RFC 826) or IPv6.
    public static func address(of packet: some Collection<UInt8>, _ type: UInt16) -> [UInt8]? {
        let place: Range<Int>
        switch type {
        case 0x0800: place = 12..<16
        case 0x0806: place = 14..<18
        case 0x86dd: place = 8..<24
        default: return nil
        }
        let bytes = Array(packet.prefix(maxPlace))
        guard bytes.count >= place.upperBound else { return nil }
        let address = Array(bytes[place])
        return isHost(address) ? address : nil
    }

    /// Whether an address is link-local: 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291).
    ///
    /// - Parameter address: 4 or 16 bytes.
    public static func isLinkLocal(_ address: [UInt8]) -> Bool {
        address.count == 4 ? address.starts(with: [169, 254]) : address[0] == 0xfe && address[1] & 0xc0 == 0x80
    }

    /// Whether an address is not unspecified, multicast or loopback.
    private static func isHost(_ address: [UInt8]) -> Bool {
        guard address.contains(where: { $0 != 0 }) else { return false }
        if address.count == 4 { return address[0] != 127 && address[0] & 0xf0 != 0xe0 }
        return address[0] != 0xff && !(address.dropLast().allSatisfy { $0 == 0 } && address[15] == 1)
    }
}
