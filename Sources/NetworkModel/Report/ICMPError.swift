/// An ICMP error that arrived for a packet (RFC 792, RFC 1812 section 5.2.7, RFC 4443 section 3).
public struct ICMPError: Sendable, Hashable, Codable {
    /// The meaning of an error, the same for both address families.
    public enum Meaning: String, Sendable, Hashable, Codable {
        /// A router has no route.
        case networkUnreachable = "network-unreachable"
        /// A router has a route, but does not reach the host.
        case hostUnreachable = "host-unreachable"
        /// The host is reachable, but no program listens on the port.
        case portUnreachable = "port-unreachable"
        /// The packet was rejected by a rule: communication administratively prohibited, a failed policy, a reject route.
        case prohibited
        /// The hop limit was exceeded on the path.
        case timeExceeded = "time-exceeded"
        /// The packet is larger than the MTU of the next link, and must not be fragmented.
        case tooBig = "too-big"
        /// Any other error, see its type and code.
        case other
    }

    /// The meaning of the error.
    public var meaning: Meaning
    /// The type on the wire, whose values depend on the address family.
    public var type: UInt8
    /// The code on the wire, which refines the type.
    public var code: UInt8
    /// The sender of the error; `nil` if it is not known.
    public var reporter: IPAddress?
    /// Whether this machine itself reported the error: its packet filter, or its kernel because it found no neighbour.
    public var isOwn: Bool
    /// The MTU of the next link in bytes, if the packet was too big.
    public var mtu: Int?

    /// Whether a router has no route to the host, or does not reach it.
    package var isUndeliverable: Bool { meaning == .networkUnreachable || meaning == .hostUnreachable }

    enum CodingKeys: String, CodingKey {
        case meaning, type, code, reporter, mtu
        case isOwn = "own"
    }

    /// Creates an error, whose meaning follows from its type and code in the address family.
    public init(
        family: AddressFamily, type: UInt8, code: UInt8, reporter: IPAddress?, isOwn: Bool = false, mtu: Int? = nil
    ) {
        meaning = family == .ipv4 ? Self.meaning4(type, code) : Self.meaning6(type, code)
        self.type = type
        self.code = code
        self.reporter = reporter
        self.isOwn = isOwn
        self.mtu = meaning == .tooBig ? mtu : nil
    }

    private static func meaning4(_ type: UInt8, _ code: UInt8) -> Meaning {
        guard type == 3 else { return type == 11 ? .timeExceeded : .other }
        return switch code {
        case 0, 5, 6, 11: .networkUnreachable
        case 1, 7, 8, 12: .hostUnreachable
        case 3: .portUnreachable
        case 4: .tooBig
        case 9, 10, 13: .prohibited
        default: .other
        }
    }

    private static func meaning6(_ type: UInt8, _ code: UInt8) -> Meaning {
        switch type {
        case 1:
            switch code {
            case 0, 2: .networkUnreachable
            case 1, 5, 6: .prohibited
            case 3: .hostUnreachable
            case 4: .portUnreachable
            default: .other
            }
        case 2: .tooBig
        case 3: .timeExceeded
        default: .other
        }
    }
}
