import NetworkModel

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

/// A packet whose route is looked up.
struct RoutedPacket: Hashable {
    /// The destination address.
    var address: IPAddress
    /// The source address; `nil` if the kernel selects it.
    var source: IPAddress?
    /// Protocol and port; `nil` if they are not given.
    var flow: RouteFlow?
    /// The mark (`RTA_MARK`); 0 for none.
    var mark: UInt32 = 0

    init(_ address: IPAddress, _ source: IPAddress? = nil, _ flow: RouteFlow? = nil) {
        self.address = address
        self.source = source
        self.flow = flow
    }
}
