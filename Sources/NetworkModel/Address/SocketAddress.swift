/// An IP address and a port.
public struct SocketAddress: Sendable, Hashable, Codable, CustomStringConvertible {
    /// The IP address, with its zone if it has one.
    public let address: IPAddress
    /// The port of TCP or UDP, 0 to 65535.
    public let port: UInt16

    /// Creates a socket address.
    public init(_ address: IPAddress, port: UInt16) {
        self.address = address
        self.port = port
    }

    /// The text, as in `192.0.2.1:80` or `[2001:db8::1]:80`.
    public var description: String {
        address.family == .ipv4 ? "\(address):\(port)" : "[\(address)]:\(port)"
    }
}
