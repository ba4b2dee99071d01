/// What `netdiag-arp` answers. 12 bytes, in network order: the version, the outcome, the hardware address or zeros, the
/// microseconds until the answer came.
public struct ARPReply: Sendable, Hashable {
    public static let length = 12
    private static let version: UInt8 = 1

    public enum Outcome: UInt8, Sendable, Hashable {
        case answered = 1
        case silent = 2
        /// The link or the address is none that may be asked for.
        case refused = 3
        /// Too much has been asked for lately.
        case busy = 4
    }

    public let outcome: Outcome
    /// Six bytes, all zero but for an answer.
    public let hardwareAddress: [UInt8]
    public let microseconds: UInt32

    public init(_ outcome: Outcome, hardwareAddress: [UInt8] = [], microseconds: UInt32 = 0) {
        self.outcome = outcome
        self.hardwareAddress = Array((hardwareAddress + [UInt8](repeating: 0, count: 6)).prefix(6))
        self.microseconds = microseconds
    }

    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes[0] == Self.version, let outcome = Outcome(rawValue: bytes[1]) else {
            return nil
        }
        self.init(
            outcome, hardwareAddress: Array(bytes[2..<8]),
            microseconds: bytes[8...].reduce(0) { $0 << 8 | UInt32($1) })
    }

    public var bytes: [UInt8] {
        [Self.version, outcome.rawValue] + hardwareAddress
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
    }
}
