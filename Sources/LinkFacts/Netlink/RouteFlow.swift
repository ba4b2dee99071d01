/// The properties of packets, in addition to addresses, by which rules of policy routing may select (`RTA_IP_PROTO`,
/// `RTA_DPORT`, since Linux 4.19).
public struct RouteFlow: Sendable, Hashable {
    /// The IP protocol: 6 is TCP, 17 is UDP.
    public var ipProtocol: UInt8
    /// The destination port.
    public var port: UInt16

    /// Creates the properties of a packet.
    public init(ipProtocol: UInt8, port: UInt16) {
        self.ipProtocol = ipProtocol
        self.port = port
    }
}
