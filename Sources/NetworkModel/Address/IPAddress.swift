import Glibc

/// An address family that hosts are reached in.
public enum AddressFamily: String, Sendable, Hashable, Codable, CaseIterable {
    case ipv4, ipv6

    /// The kernel's constant, `AF_INET` or `AF_INET6`.
    public var rawFamily: Int32 { self == .ipv4 ? AF_INET : AF_INET6 }
}

extension Set<AddressFamily> {
    /// Both address families. Copies of it are equal without a comparison of elements.
    public static let all: Set<AddressFamily> = [.ipv4, .ipv6]
}

/// An IPv4 address, or an IPv6 address with an optional zone (RFC 4007).
public struct IPAddress: Sendable, Hashable {
    /// The address family, which determines the count of ``bytes``.
    public let family: AddressFamily
    /// The address in network byte order: 4 or 16 bytes.
    public let bytes: [UInt8]
    /// The zone of a scoped IPv6 address: the name of an interface, or its index in digits.
    public let zone: String?

    /// The address 0.0.0.0.
    public static let unspecified = IPAddress()

    private init() { (family, bytes, zone) = (.ipv4, [0, 0, 0, 0], nil) }

    /// Creates an address.
    ///
    /// - Parameters:
    ///   - bytes: 4 or 16 bytes in network byte order; the result is `nil` for any other count.
    ///   - zone: Ignored unless it is valid (`isZone(_:)`), since the text of the address could not be parsed again.
    public init?(bytes: some Collection<UInt8>, zone: String? = nil) {
        switch bytes.count {
        case 4: family = .ipv4
        case 16: family = .ipv6
        default: return nil
        }
        self.bytes = Array(bytes)
        self.zone = family == .ipv6 ? zone.flatMap { Self.isZone($0) ? $0 : nil } : nil
    }

    /// Parses the textual form like inet_pton(3), with an optional `%zone` after an IPv6 address.
    public init?(_ text: String) {
        guard text.utf8.count <= 64, !text.utf8.contains(0) else { return nil }
        var ipv4 = in_addr()
        if inet_pton(AF_INET, text, &ipv4) == 1 {
            self.init(bytes: withUnsafeBytes(of: ipv4, Array.init))
            return
        }
        var (address, zone) = (text, String?.none)
        // Each check parses some addresses: bytes are compared, since characters take ten times as long.
        if let percent = text.utf8.firstIndex(of: UInt8(ascii: "%")) {
            let name = text[percent...].utf8.dropFirst()
            guard Self.isZone(Substring(name)) else { return nil }
            (address, zone) = (String(text[..<percent]), String(Substring(name)))
        }
        var ipv6 = in6_addr()
        guard inet_pton(AF_INET6, address, &ipv6) == 1 else { return nil }
        self.init(bytes: withUnsafeBytes(of: ipv6, Array.init), zone: zone)
    }

    /// Whether a text is valid after the `%` of an address. Names of interfaces can contain any byte except `/` and white
    /// space, even control characters; the zone of such an interface is its index.
    package static func isZone(_ text: some StringProtocol) -> Bool {
        !text.isEmpty && text.utf8.count < 16 && text.utf8.allSatisfy(isZoneByte)
    }

    private static func isZoneByte(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte < 0x7f && byte != UInt8(ascii: "/") && byte != UInt8(ascii: "%")
    }

    /// Whether it is a loopback address: 127.0.0.0/8 (RFC 1122 section 3.2.1.3) or ::1 (RFC 4291 section 2.5.3).
    public var isLoopback: Bool {
        family == .ipv4 ? bytes[0] == 127 : bytes.dropLast().allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    /// Whether it is a link-local address: 169.254.0.0/16 (RFC 3927) or fe80::/10 (RFC 4291).
    public var isLinkLocal: Bool {
        family == .ipv4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
    }

    /// Whether it is the unspecified address, 0.0.0.0 or ::.
    public var isUnspecified: Bool { bytes.allSatisfy { $0 == 0 } }

    /// Whether it is a private address: 10/8, 172.16/12, 192.168/16 (RFC 1918), 100.64/10 (RFC 6598), fc00::/7 (RFC 4193).
    public var isPrivate: Bool {
        guard family == .ipv4 else { return bytes[0] & 0xfe == 0xfc }
        return switch bytes[0] {
        case 10: true
        case 100: bytes[1] & 0xc0 == 64
        case 172: bytes[1] & 0xf0 == 16
        case 192: bytes[1] == 168
        default: false
        }
    }

    /// Whether a translator on this machine has it for packets that it sends to a NAT64: 192.0.0.0/29 (464XLAT, RFC 6877; RFC 7335).
    package var isOfTranslator: Bool {
        family == .ipv4 && bytes[..<3] == [192, 0, 0] && bytes[3] < 8
    }

    /// Whether it is a multicast address: 224.0.0.0/4 or ff00::/8.
    public var isMulticast: Bool { family == .ipv4 ? bytes[0] & 0xf0 == 0xe0 : bytes[0] == 0xff }

    /// Whether the address is in the given prefix. Bits of the prefix beyond `length` are ignored; the result is false for
    /// another address family or an invalid length.
    public func isIn(prefix: IPAddress, length: Int) -> Bool {
        guard family == prefix.family, (0...bytes.count * 8).contains(length) else { return false }
        let whole = length / 8
        guard bytes[..<whole] == prefix.bytes[..<whole] else { return false }
        guard length % 8 > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xff00 >> (length % 8))
        return bytes[whole] & mask == prefix.bytes[whole] & mask
    }

    /// The IPv4 address in an IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2); any other address itself.
    public var unmapped: IPAddress {
        guard family == .ipv6, bytes[..<10].allSatisfy({ $0 == 0 }), bytes[10] == 0xff, bytes[11] == 0xff else {
            return self
        }
        return IPAddress(bytes: bytes[12...]) ?? self
    }

    /// The name under in-addr.arpa or ip6.arpa (RFC 1035 section 3.5, RFC 3596 section 2.5).
    public var reverseName: String {
        if family == .ipv4 { return bytes.reversed().map(String.init).joined(separator: ".") + ".in-addr.arpa" }
        let nibbles = bytes.reversed().flatMap { [$0 & 0x0f, $0 >> 4] }
        return nibbles.map { String($0, radix: 16) }.joined(separator: ".") + ".ip6.arpa"
    }
}

extension IPAddress: CustomStringConvertible {
    /// The text: IPv6 by RFC 5952, IPv4 as dotted quads, with `%zone` if there is a zone.
    public var description: String {
        if family == .ipv4 { return dottedQuads }
        var buffer = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(family.rawFamily, bytes, &buffer, socklen_t(buffer.count))
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return zone.map { "\(text)%\($0)" } ?? text
    }

    /// Formatted here, since inet_ntop(3) uses printf(3), which takes ten times as long. Reports and rules format some dozen
    /// addresses in each check.
    private var dottedQuads: String {
        String(unsafeUninitializedCapacity: 15) { buffer in
            var length = 0
            func write(_ byte: UInt8) {
                buffer[length] = byte
                length += 1
            }
            for (index, byte) in bytes.enumerated() {
                if index > 0 { write(UInt8(ascii: ".")) }
                if byte >= 100 { write(UInt8(ascii: "0") + byte / 100) }
                if byte >= 10 { write(UInt8(ascii: "0") + byte / 10 % 10) }
                write(UInt8(ascii: "0") + byte % 10)
            }
            return length
        }
    }
}

extension IPAddress: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let address = IPAddress(text) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "not an IP address: \(text)"))
        }
        self = address
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
