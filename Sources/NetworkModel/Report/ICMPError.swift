/// An ICMP error that came back for a packet (RFC 792, RFC 1812 section 5.2.7, RFC 4443 section 3).
public struct ICMPError: Sendable, Hashable, Codable {
    /// What it says, the same for both families.
    public enum Meaning: String, Sendable, Hashable, Codable {
        /// A router knows no route.
        case networkUnreachable = "network-unreachable"
        /// A router has a route, and does not reach the host.
        case hostUnreachable = "host-unreachable"
        /// The host is there, and nobody listens on the port.
        case portUnreachable = "port-unreachable"
        /// Refused by a rule: communication administratively prohibited, a failed policy, a reject route.
        case prohibited
        /// The hop limit ran out on the way.
        case timeExceeded = "time-exceeded"
        /// Larger than the next link takes, and not to be fragmented.
        case tooBig = "too-big"
        /// Any other error; its type and code tell.
        case other
    }

    /// What the error says.
    public var meaning: Meaning
    /// The type on the wire; the numbers of the two families differ.
    public var type: UInt8
    /// The code on the wire, which refines the type.
    public var code: UInt8
    /// Who sent it; `nil` if the kernel knows nobody.
    public var reporter: IPAddress?
    /// It came from this machine itself: its packet filter, or its kernel that found no neighbour.
    public var isOwn: Bool
    /// What the next link takes, where the packet was too big, in bytes.
    public var mtu: Int?

    enum CodingKeys: String, CodingKey {
        case meaning, type, code, reporter, mtu
        case isOwn = "own"
    }

    /// Creates an error, with the meaning that its type and code have in the family.
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
