import CNamespace

extension netdiag_endpoint {
    /// Creates the C value of an address and a port.
    init(_ address: PacketAddress, port: UInt16) {
        self.init()
        is_ipv6 = address.isIPv6 ? 1 : 0
        self.port = port
        withUnsafeMutableBytes(of: &self.address) { $0.copyBytes(from: address.bytes) }
    }

    /// The address in this C value.
    var packetAddress: PacketAddress {
        withUnsafeBytes(of: address) { bytes in
            is_ipv6 != 0
                ? PacketAddress(isIPv6: true, high: bytes.number64(at: 0), low: bytes.number64(at: 8))
                : PacketAddress(isIPv6: false, high: 0, low: UInt64(bytes.number32(at: 0)))
        }
    }
}
