/// What netdiagd asks `netdiag-arp`: whether an IPv4 address is there on a link. 12 bytes, in network order: the version, three
/// zeros, the interface's index, the address.
public struct ARPQuestion: Sendable, Hashable {
    public static let length = 12
    private static let version: UInt8 = 1

    /// Of the interface, as in if_nametoindex(3): 1 to 2147483647.
    public let interface: Int32
    /// Four bytes.
    public let address: [UInt8]

    /// - Returns: `nil` if there is no such index, or the address has not four bytes.
    public init?(interface: Int, address: [UInt8]) {
        guard let index = Int32(exactly: interface), index > 0, address.count == 4 else { return nil }
        self.interface = index
        self.address = address
    }

    /// - Parameter bytes: Anybody's: whatever is not exactly a question is `nil`.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes[..<4].elementsEqual([Self.version, 0, 0, 0]) else { return nil }
        let index = bytes[4..<8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        self.init(interface: Int(index), address: Array(bytes[8...]))
    }

    public var bytes: [UInt8] {
        let index = UInt32(interface)
        return [Self.version, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: index >> $0) } + address
    }
}
