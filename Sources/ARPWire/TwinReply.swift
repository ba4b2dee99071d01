/// The response of `netdiag-arp` to a ``TwinRequest``.
///
/// The encoding has 20 bytes: the version (3), the outcome, the length of the address or zero, a zero byte, and the address, padded
/// with zero bytes.
public enum TwinReply: Sendable, Hashable {
    /// A frame arrived that has this machine's hardware address and another IP address, 4 or 16 bytes.
    case heard([UInt8])
    /// No such frame arrived.
    case silent
    /// The link may not be listened to.
    case refused
    /// There were too many requests recently.
    case busy

    /// The length of the encoding, in bytes.
    public static let length = 20
    private static let version: UInt8 = 3

    /// Decodes a response.
    ///
    /// - Returns: `nil` unless the bytes are exactly one response of version 3 with a known outcome.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes[0] == Self.version, bytes[3] == 0 else { return nil }
        let length = Int(bytes[2])
        switch (bytes[1], length) {
        case (1, 4), (1, 16): self = .heard(Array(bytes[4..<4 + length]))
        case (2, 0): self = .silent
        case (3, 0): self = .refused
        case (4, 0): self = .busy
        default: return nil
        }
        guard self.bytes == bytes else { return nil }
    }

    /// The encoding, ``length`` bytes.
    public var bytes: [UInt8] {
        switch self {
        case .heard(let address): Self.encoded(1, address)
        case .silent: Self.encoded(2)
        case .refused: Self.encoded(3)
        case .busy: Self.encoded(4)
        }
    }

    private static func encoded(_ outcome: UInt8, _ address: [UInt8] = []) -> [UInt8] {
        let head: [UInt8] = [version, outcome, UInt8(address.count), 0]
        return (head + address).padded(to: length)
    }
}
