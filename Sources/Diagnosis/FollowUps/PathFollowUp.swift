public import NetworkModel

/// Questions about the path to a destination, and about packets that this machine sends to it.
@frozen public enum PathFollowUp: Sendable, Hashable {
    /// The response to one more packet: which host rejects it, and why.
    case packet(PathDestination)
    /// The same, and how far packets get.
    case trace(PathDestination)
    /// Whether the router that reported an echo request with this hop limit also reports SYNs: it may have used up its limit of
    /// errors, or the packet was lost.
    case hop(PathDestination, limit: Int)
    /// Whether the host only answers SYNs with a greater hop limit than the usual one.
    case raisedLimit(PathDestination)
    /// The distance of the host that responds over TCP, and the routers at that distance on the path, to find out whether the
    /// target itself refuses the connection.
    case origin(PathDestination)
    /// Whether further connections, from other source ports, fail like the first one.
    case connections(SocketAddress)
    /// Whether packets to an address of this machine reach its own programs.
    case delivery(PathDestination)
    /// Whether the resolvers beyond the gateway respond.
    case resolvers
    /// The sizes of packets that pass to a host and back.
    case sizes(IPAddress)
    /// Whether a TLS handshake succeeds in small segments.
    case smallSegments(SocketAddress)
    /// Whether the page that did not arrive does so in small segments.
    case pageInSmallSegments(SocketAddress)
    /// Whether a small burst is treated like single packets.
    case burst(IPAddress)
    /// The loss of several echo requests to a host beyond the gateway.
    case losses(IPAddress)
    /// Whether the uplink works, independent of the target.
    case uplink
    /// The DHCP servers on an interface.
    case offers(interface: String)
}

/// The destination of a packet, and the role of that host.
public struct PathDestination: Sendable, Hashable {
    /// The destination address of the packet.
    public var address: IPAddress
    /// The destination port; 0 for ICMP.
    public var port: UInt16
    /// The protocol of the packet.
    public var transport: PathEvidence.Transport

    /// Creates a destination. For ICMP, the port is set to 0.
    public init(_ address: IPAddress, port: UInt16 = 0, _ transport: PathEvidence.Transport) {
        self.address = address
        self.port = transport == .icmp ? 0 : port
        self.transport = transport
    }

    /// Creates the destination for a DNS server as given in answers: `192.0.2.53`, `192.0.2.53:5353`, `2001:db8::53` or
    /// `[2001:db8::53]:5353`.
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

    /// The text `host:port`, or only the address if there is no port.
    var text: String { port == 0 ? "\(address)" : SocketAddress(address, port: port).description }
}
