/// The responses of `netdiag-arp` to a ``SentRequest``: `watching` or a refusal at once, and one more after `watching`.
///
/// The encoding has 16 bytes in network byte order: the version (4), the outcome, two zero bytes, the interface index, the source
/// address and the destination address; all of them are zero unless the packet was seen.
public enum SentReply: Sendable, Hashable {
    /// The packet may be sent now.
    case watching
    /// The packet left by an interface with these IPv4 addresses, each four bytes.
    case sent(interface: UInt32, source: [UInt8], destination: [UInt8])
    /// The packet was not seen to leave.
    case unseen
    /// Packets may not be watched.
    case refused
    /// There were too many requests recently.
    case busy

    /// The length of the encoding, in bytes.
    public static let length = 16
    private static let version: UInt8 = 4

    /// Decodes a response.
    ///
    /// - Returns: `nil` unless the bytes are exactly one response of version 4 with a known outcome.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes[0] == Self.version else { return nil }
        switch bytes[1] {
        case 1: self = .watching
        case 2: self = .unseen
        case 3: self = .refused
        case 4: self = .busy
        case 5:
            self = .sent(
                interface: bytes[4..<8].reduce(0) { $0 << 8 | UInt32($1) }, source: Array(bytes[8..<12]),
                destination: Array(bytes[12...]))
        default: return nil
        }
        guard self.bytes == bytes else { return nil }
    }

    /// The encoding, ``length`` bytes.
    public var bytes: [UInt8] {
        switch self {
        case .watching: Self.encoded(1)
        case .unseen: Self.encoded(2)
        case .refused: Self.encoded(3)
        case .busy: Self.encoded(4)
        case .sent(let interface, let source, let destination):
            Self.encoded(
                5, [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: interface >> $0) } + source + destination)
        }
    }

    private static func encoded(_ outcome: UInt8, _ content: [UInt8] = []) -> [UInt8] {
        let head: [UInt8] = [version, outcome, 0, 0]
        return (head + content).padded(to: length)
    }
}
