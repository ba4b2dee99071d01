/// A tunnel of a program, such as a VPN's, whose own packets go into it again, since the route to its other end leads there.
public struct TunnelLoop: Sendable, Hashable, Codable {
    /// The tunnel.
    public var interface: String
    /// The number of packets that it sent within a tenth of a second, while it received none.
    public var packets: Int
    /// The interface of the default route beside it, which hardly sent any of them.
    public var outer: String
    /// The gateway of that route.
    public var gateway: IPAddress

    /// Creates a loop.
    public init(interface: String, packets: Int, outer: String, gateway: IPAddress) {
        self.interface = interface
        self.packets = packets
        self.outer = outer
        self.gateway = gateway
    }
}
