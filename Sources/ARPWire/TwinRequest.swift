/// A request of netdiagd to `netdiag-arp`: does another host on a link have this machine's hardware address there?
///
/// The encoding has 8 bytes in network byte order: the version (3), three zero bytes, and the interface index.
public struct TwinRequest: Sendable, Hashable {
    /// The length of the encoding, in bytes.
    public static let length = 8
    /// How long `netdiag-arp` listens for frames of the other host, in milliseconds.
    public static let patience = 500
    private static let version: UInt8 = 3

    /// The interface index (if_nametoindex(3)), 1 to 2147483647.
    public let interface: Int32

    /// Creates a request.
    ///
    /// - Returns: `nil` if the index is out of range.
    public init?(interface: Int) {
        guard let index = Int32(exactly: interface), index > 0 else { return nil }
        self.interface = index
    }

    /// Decodes a request.
    ///
    /// - Parameter bytes: Untrusted bytes; the result is `nil` unless they are exactly one valid request.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes.starts(with: [Self.version, 0, 0, 0]) else { return nil }
        self.init(interface: bytes[4...].reduce(0) { $0 << 8 | Int($1) })
    }

    /// The encoding, ``length`` bytes.
    public var bytes: [UInt8] {
        [Self.version, 0, 0, 0] + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: interface >> $0) }
    }
}
