/// A request of netdiagd to `netdiag-arp`: with which addresses does a packet of netdiagd leave this machine?
///
/// The packet is a SYN or a query of ``query(_:)``, over IPv4 with a hop limit of 1. The encoding has 8 bytes: the version (4), the
/// protocol (6 or 17), two zero bytes, and the mark of the packet.
public struct SentRequest: Sendable, Hashable {
    /// The protocol of the packet. The raw values are those of IP.
    public enum Transport: UInt8, Sendable, Hashable {
        /// A SYN of TCP.
        case tcp = 6
        /// A DNS query over UDP.
        case udp = 17
    }

    /// The length of the encoding, in bytes.
    public static let length = 8
    /// How long `netdiag-arp` watches, in milliseconds.
    public static let patience = 250
    /// The hop limit of the packet, which other programs do not use, except for tracing.
    private static let hopLimit: UInt8 = 1
    private static let version: UInt8 = 4

    /// The protocol of the packet.
    public let transport: Transport
    /// Four bytes that NAT rules seldom change: the ports of a SYN in network byte order, or the beginning of the data of a query.
    public let mark: [UInt8]

    /// Creates a request for a SYN.
    ///
    /// - Parameters:
    ///   - source: Its source port.
    ///   - destination: Its destination port.
    public init(synFrom source: UInt16, to destination: UInt16) {
        transport = .tcp
        mark = [source, destination].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xff)] }
    }

    /// Creates a request for a query of ``query(_:)``.
    public init(query: [UInt8]) {
        transport = .udp
        mark = Array(query.prefix(4))
    }

    /// Decodes a request.
    ///
    /// - Parameter bytes: Untrusted bytes; the result is `nil` unless they are exactly one valid request.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes[0] == Self.version, let transport = Transport(rawValue: bytes[1]),
            bytes[2] == 0, bytes[3] == 0
        else { return nil }
        self.transport = transport
        mark = Array(bytes[4...])
    }

    /// The encoding, ``length`` bytes.
    public var bytes: [UInt8] { [Self.version, transport.rawValue, 0, 0] + mark }

    /// The offset of the mark from the beginning of an IPv4 packet without options.
    public var place: Int { transport == .tcp ? 20 : 28 }

    /// The query that netdiagd sends: for the name servers of the root (RFC 8109), without recursion. Resolvers answer it, and others
    /// ignore it.
    ///
    /// - Parameter identifier: Two bytes.
    public static func query(_ identifier: [UInt8]) -> [UInt8] {
        identifier + [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]
    }

    /// Whether an IPv4 packet is the one that was asked for. No other packets are, even if they have the same mark: they have another
    /// hop limit, and are no SYN or other data.
    ///
    /// - Parameter packet: The packet without its link-layer header.
    public func matches(_ packet: some Collection<UInt8>) -> Bool {
        let packet = Array(packet)
        guard packet.count >= 40, packet[0] == 0x45, packet[8] == Self.hopLimit, packet[9] == transport.rawValue,
            packet[place..<place + 4].elementsEqual(mark)
        else { return false }
        switch transport {
        // SYN without ACK, FIN and RST (RFC 9293 section 3.1).
        case .tcp: return packet[33] & 0x17 == 0x02
        case .udp: return Array(packet[28...]) == Self.query(Array(mark.prefix(2)))
        }
    }
}
