/// Packets of ARP for IPv4 over Ethernet (RFC 826), as a packet socket of the kind SOCK_DGRAM takes and gives them.
public enum ARPFrame {
    /// When it is asked, and for how long an answer is waited for after each time, in milliseconds.
    public static let patience = [200, 300]

    /// A question who has an address.
    ///
    /// - Parameters:
    ///   - hardware: This machine's address on the link, six bytes.
    ///   - source: This machine's IPv4 address on the link.
    public static func request(from hardware: [UInt8], _ source: [UInt8], for address: [UInt8]) -> [UInt8] {
        [0, 1, 8, 0, 6, 4, 0, 1] + hardware + source + [UInt8](repeating: 0, count: 6) + address
    }

    /// The hardware address that an answer gives for the address; `nil` if the packet is something else.
    public static func hardwareAddress(of address: [UInt8], in packet: some Collection<UInt8>) -> [UInt8]? {
        let packet = Array(packet.prefix(28))
        guard packet.count == 28, packet[..<8].elementsEqual([0, 1, 8, 0, 6, 4, 0, 2]),
            packet[14..<18].elementsEqual(address)
        else { return nil }
        return Array(packet[8..<14])
    }
}
