/// What rules of policy routing may select packets by beside their addresses (`RTA_IP_PROTO`, `RTA_DPORT`, since Linux 4.19).
public struct RouteFlow: Sendable, Hashable {
    /// 6 is TCP, 17 is UDP.
    public var ipProtocol: UInt8
    /// The destination's port.
    public var port: UInt16

    /// Creates what one packet has.
    public init(ipProtocol: UInt8, port: UInt16) {
        self.ipProtocol = ipProtocol
        self.port = port
    }
}
