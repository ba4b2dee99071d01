/// A request of netdiagd to `netdiag-arp`: does an IPv4 address respond on a link?
///
/// The encoding has 12 bytes in network byte order: the version (1), three zero bytes, the interface index, and the IPv4 address.
/// Version 2 has six more bytes: a hardware address whose replies are ignored.
public struct ARPRequest: Sendable, Hashable {
    /// The length of the longest encoding (version 2), in bytes.
    public static let maxLength = 18
    private static let length = 12
    private static let version: UInt8 = 1
    private static let versionWithExcluded: UInt8 = 2

    /// The interface index (if_nametoindex(3)), 1 to 2147483647.
    public let interface: Int32
    /// The IPv4 address to look for, four bytes.
    public let address: [UInt8]
    /// The hardware address whose replies are ignored, six bytes; `nil` if every reply counts.
    public let excluded: [UInt8]?

    /// Creates a request.
    ///
    /// - Returns: `nil` if the index is out of range, or an address has the wrong length.
    public init?(interface: Int, address: [UInt8], excluding excluded: [UInt8]? = nil) {
        guard let index = Int32(exactly: interface), index > 0, address.count == 4,
            excluded.map({ $0.count == 6 }) ?? true
        else { return nil }
        self.interface = index
        self.address = address
        self.excluded = excluded
    }

    /// Decodes a request.
    ///
    /// - Parameter bytes: Untrusted bytes; the result is `nil` unless they are exactly one valid request.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        let isPlain = bytes.count == Self.length && bytes[0] == Self.version
        guard isPlain || bytes.count == Self.maxLength && bytes[0] == Self.versionWithExcluded,
            bytes[1..<4].allSatisfy({ $0 == 0 })
        else { return nil }
        let index = bytes[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.init(
            interface: Int(index), address: Array(bytes[8..<Self.length]),
            excluding: isPlain ? nil : Array(bytes[Self.length...]))
    }

    /// The encoding: version 1 without an excluded hardware address, version 2 with one.
    public var bytes: [UInt8] {
        let index = UInt32(interface)
        let version = excluded == nil ? Self.version : Self.versionWithExcluded
        return [version, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) } + address
            + (excluded ?? [])
    }
}
