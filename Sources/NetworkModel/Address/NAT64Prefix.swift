/// A prefix under which a network translates IPv6 addresses to IPv4 addresses (NAT64, RFC 6146, RFC 6052).
public struct NAT64Prefix: Sendable, Hashable, Codable {
    /// The prefix, with zeros after ``length`` bits.
    public let prefix: IPAddress
    /// The length in bits: 32, 40, 48, 56, 64 or 96 (RFC 6052 section 2.2).
    public let length: Int

    /// A name that has IPv4 addresses only. If a resolver returns an IPv6 address for it, DNS64 synthesized that (RFC 7050
    /// section 3).
    public static let knownName = "ipv4only.arpa"
    /// The addresses of ``knownName`` (RFC 7050 section 8.2).
    private static let knownAddresses: [[UInt8]] = [[192, 0, 0, 170], [192, 0, 0, 171]]
    /// The lengths by the value of PLC (RFC 8781 section 4).
    private static let lengths = [96, 64, 56, 48, 40, 32]

    /// Derives the prefix from an IPv6 address of ``knownName``.
    ///
    /// - Parameter answer: The address from a resolver; the result is `nil` if it contains none of the IPv4 addresses of
    ///   ``knownName``.
    public init?(fromKnownName answer: IPAddress) {
        guard answer.family == .ipv6 else { return nil }
        let found = Self.lengths.first { length in
            Self.knownAddresses.contains(Self.places(after: length).map { answer.bytes[$0] })
        }
        guard let found else { return nil }
        self.init(answer, length: found)
    }

    /// Parses the prefix of a PREF64 option in a router advertisement (RFC 8781 section 4).
    ///
    /// - Parameters:
    ///   - prefix: The 12 bytes of the option: the highest 96 bits.
    ///   - lengthCode: The PLC field; the result is `nil` for an undefined value.
    public init?(announced prefix: [UInt8], lengthCode: Int) {
        guard prefix.count == 12, Self.lengths.indices.contains(lengthCode),
            let address = IPAddress(bytes: prefix + [0, 0, 0, 0])
        else { return nil }
        self.init(address, length: Self.lengths[lengthCode])
    }

    private init?(_ address: IPAddress, length: Int) {
        let bytes = Array(address.bytes.prefix(length / 8)) + [UInt8](repeating: 0, count: 16 - length / 8)
        guard let prefix = IPAddress(bytes: bytes) else { return nil }
        (self.prefix, self.length) = (prefix, length)
    }

    /// Whether an address is one that the network translates.
    public func contains(_ address: IPAddress) -> Bool { address.isIn(prefix: prefix, length: length) }

    /// The IPv6 address that the network translates to the given IPv4 address; `nil` for an IPv6 address.
    public func address(for address: IPAddress) -> IPAddress? {
        guard address.family == .ipv4 else { return nil }
        var bytes = prefix.bytes
        for (place, byte) in zip(Self.places(after: length), address.bytes) { bytes[place] = byte }
        return IPAddress(bytes: bytes)
    }

    /// The places of the four bytes of an IPv4 address; bits 64 to 71 are skipped (RFC 6052 section 2.2).
    private static func places(after length: Int) -> [Int] {
        Array((length / 8..<16).filter { $0 != 8 || length == 96 }.prefix(4))
    }
}

extension NAT64Prefix: CustomStringConvertible {
    public var description: String { "\(prefix)/\(length)" }
}

/// A prefix of NAT64 that a router announces (PREF64, RFC 8781).
public struct NAT64Announcement: Sendable, Hashable, Codable {
    /// The announced prefix.
    public var prefix: NAT64Prefix
    /// The name of the interface that received the announcement.
    public var interface: String
    /// The link-local address of the router; `nil` if that is not known.
    public var router: IPAddress?

    /// Creates the announcement of a router.
    public init(prefix: NAT64Prefix, interface: String, router: IPAddress?) {
        self.prefix = prefix
        self.interface = interface
        self.router = router
    }
}

/// The NAT64 prefix according to resolvers (RFC 7050) and to router advertisements (RFC 8781).
public struct TranslationEvidence: Sendable, Hashable, Codable {
    /// The resolvers that reported no prefix, so that they provide no DNS64.
    public var without: [IPAddress]
    /// The prefix of the network; `nil` if none is known.
    public var prefix: NAT64Prefix?
    /// The resolver that provides DNS64 with the prefix; `nil` if only a router announces it.
    public var server: IPAddress?
    /// The router that announces it.
    public var router: IPAddress?

    /// Creates evidence; without arguments, no resolver or router has reported anything.
    public init(
        without: [IPAddress] = [], prefix: NAT64Prefix? = nil, server: IPAddress? = nil, router: IPAddress? = nil
    ) {
        self.without = without
        self.prefix = prefix
        self.server = server
        self.router = router
    }
}
