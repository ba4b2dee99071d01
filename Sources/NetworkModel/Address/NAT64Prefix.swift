/// A prefix under which a network translates IPv4 addresses to IPv6 ones (NAT64, RFC 6146; RFC 6052).
public struct NAT64Prefix: Sendable, Hashable, Codable {
    /// With zeros behind ``length``.
    public let prefix: IPAddress
    /// 32, 40, 48, 56, 64 or 96 bits (RFC 6052 section 2.2).
    public let length: Int

    /// A name that has only IPv4 addresses, so that an IPv6 address of it is made up by DNS64 (RFC 7050 section 3).
    public static let knownName = "ipv4only.arpa"
    /// Its addresses (RFC 7050 section 8.2).
    private static let knownAddresses: [[UInt8]] = [[192, 0, 0, 170], [192, 0, 0, 171]]
    /// In the order of PLC (RFC 8781 section 4).
    private static let lengths = [96, 64, 56, 48, 40, 32]

    /// - Parameter answer: An IPv6 address of ``knownName``; `nil` if it holds none of that name's IPv4 addresses.
    public init?(fromKnownName answer: IPAddress) {
        guard answer.family == .ipv6 else { return nil }
        let found = Self.lengths.first { length in
            Self.knownAddresses.contains(Self.places(after: length).map { answer.bytes[$0] })
        }
        guard let found else { return nil }
        self.init(answer, length: found)
    }

    /// The prefix of a PREF64 option of a router advertisement (RFC 8781 section 4).
    ///
    /// - Parameters:
    ///   - prefix: The option's 12 bytes, the highest 96 bits.
    ///   - lengthCode: Its PLC field; `nil` is returned for values that stand for no length.
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

    /// The IPv6 address that the network translates to an IPv4 one; `nil` of an IPv6 address.
    public func address(for address: IPAddress) -> IPAddress? {
        guard address.family == .ipv4 else { return nil }
        var bytes = prefix.bytes
        for (place, byte) in zip(Self.places(after: length), address.bytes) { bytes[place] = byte }
        return IPAddress(bytes: bytes)
    }

    /// Where the four bytes of an IPv4 address are: bits 64 to 71 are left out (RFC 6052 section 2.2).
    private static func places(after length: Int) -> [Int] {
        Array((length / 8..<16).filter { $0 != 8 || length == 96 }.prefix(4))
    }
}

extension NAT64Prefix: CustomStringConvertible {
    public var description: String { "\(prefix)/\(length)" }
}

/// A prefix of NAT64 that a router announces (PREF64, RFC 8781).
public struct NAT64Announcement: Sendable, Hashable, Codable {
    /// The prefix that is announced.
    public var prefix: NAT64Prefix
    /// The name of the interface that the announcement came in by.
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
    /// The resolvers that answered that there is none, so that they do no DNS64.
    public var without: [IPAddress]
    /// The prefix of the network; `nil` if nobody knows one.
    public var prefix: NAT64Prefix?
    /// The resolver that knows it; `nil` if a router alone does.
    public var server: IPAddress?
    /// The router that announces it.
    public var router: IPAddress?

    /// Creates evidence; without arguments, nobody has said anything.
    public init(
        without: [IPAddress] = [], prefix: NAT64Prefix? = nil, server: IPAddress? = nil, router: IPAddress? = nil
    ) {
        self.without = without
        self.prefix = prefix
        self.server = server
        self.router = router
    }
}
