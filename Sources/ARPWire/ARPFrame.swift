/// ARP packets for IPv4 over Ethernet (RFC 826), without the link-layer header: as packet(7) sends and receives them with
/// `SOCK_DGRAM`.
public enum ARPFrame {
    /// How long to wait for a reply after each request, in milliseconds; there is one request for each element.
    public static let patience = [200, 300]

    /// An ARP request for an IPv4 address.
    ///
    /// - Parameters:
    ///   - hardware: This machine's address on the link, six bytes.
    ///   - source: This machine's IPv4 address on the link, four bytes.
    ///   - address: The IPv4 address to look for, four bytes.
    public static func request(from hardware: [UInt8], _ source: [UInt8], for address: [UInt8]) -> [UInt8] {
        [0, 1, 8, 0, 6, 4, 0, 1] + hardware + source + [UInt8](repeating: 0, count: 6) + address
    }

    /// The hardware address that an ARP reply states for an IPv4 address; `nil` if the packet is not a reply about that address.
    public static func hardwareAddress(of address: [UInt8], in packet: some Collection<UInt8>) -> [UInt8]? {
        let packet = Array(packet.prefix(28))
        guard packet.count == 28, packet[..<8].elementsEqual([0, 1, 8, 0, 6, 4, 0, 2]),
            packet[14..<18].elementsEqual(address)
        else { return nil }
        return Array(packet[8..<14])
    }
}
