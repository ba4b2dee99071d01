public import NetworkModel

/// Questions about the way to a destination, and about what this machine lets out to it.
@frozen public enum PathQuestion: Sendable, Hashable {
    /// What comes back for one more packet: who refuses it, and why.
    case packet(PathDestination)
    /// The same, and how far packets get.
    case trace(PathDestination)
    /// How near somebody answers for a host over TCP, and who is as near on the way there: whether it is the host that refuses.
    case origin(PathDestination)
    /// Whether the resolvers beyond the gateway answer anything.
    case resolvers
    /// Which sizes of packets get to a host and back.
    case sizes(IPAddress)
    /// Whether a TLS handshake comes about in small segments.
    case smallSegments(SocketAddress)
    /// Likewise whether the page comes that has not come.
    case pageInSmallSegments(SocketAddress)
    /// Whether a small burst fares as single packets do.
    case burst(IPAddress)
    /// How many of several echo requests to a host beyond the gateway are answered.
    case losses(IPAddress)
    /// Whether the uplink works, whatever the target is.
    case uplink
    /// Who offers leases on an interface.
    case offers(interface: String)
}

/// The destination of a packet, and the role of that host.
public struct PathDestination: Sendable, Hashable {
    /// The address that the packet is sent to.
    public var address: IPAddress
    /// 0 for ICMP.
    public var port: UInt16
    /// What the packet is sent as.
    public var transport: PathEvidence.Transport

    /// Creates a destination; the port of ICMP becomes 0.
    public init(_ address: IPAddress, port: UInt16 = 0, _ transport: PathEvidence.Transport) {
        self.address = address
        self.port = transport == .icmp ? 0 : port
        self.transport = transport
    }

    /// A DNS server as answers name it: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or `[2001:db8::53]:5353`.
    init?(server text: String) {
        if let address = IPAddress(text) {
            self.init(address, port: 53, .udp)
            return
        }
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon].drop { $0 == "[" }
        guard let address = IPAddress(String(host.last == "]" ? host.dropLast() : host)) else { return nil }
        self.init(address, port: port, .udp)
    }

    /// `host:port`, or the address alone where there is no port.
    var text: String { port == 0 ? "\(address)" : SocketAddress(address, port: port).description }
}
