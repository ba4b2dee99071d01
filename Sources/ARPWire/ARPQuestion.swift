/// What netdiagd asks `netdiag-arp`: whether an IPv4 address is there on a link. 12 bytes, in network order: the version 1, three
/// zeros, the interface's index, the address. With version 2, six more: a hardware address whose answers do not count.
public struct ARPQuestion: Sendable, Hashable {
    public static let maxLength = 18
    private static let length = 12
    private static let version: UInt8 = 1
    private static let versionWithExcluded: UInt8 = 2

    /// Of the interface, as in if_nametoindex(3): 1 to 2147483647.
    public let interface: Int32
    /// Four bytes.
    public let address: [UInt8]
    /// Six bytes; `nil`: whoever answers counts.
    public let excluded: [UInt8]?

    /// - Returns: `nil` if there is no such index, or an address has not its length.
    public init?(interface: Int, address: [UInt8], excluding excluded: [UInt8]? = nil) {
        guard let index = Int32(exactly: interface), index > 0, address.count == 4,
            excluded.map({ $0.count == 6 }) ?? true
        else { return nil }
        self.interface = index
        self.address = address
        self.excluded = excluded
    }

    /// - Parameter bytes: Anybody's: whatever is not exactly a question is `nil`.
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

    public var bytes: [UInt8] {
        let index = UInt32(interface)
        let version = excluded == nil ? Self.version : Self.versionWithExcluded
        return [version, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) } + address
            + (excluded ?? [])
    }
}
