/// The response of `netdiag-arp` to an ``ARPRequest``.
///
/// The encoding has 12 bytes in network byte order: the version (1), the outcome, the hardware address or six zero bytes, and the
/// microseconds until the ARP reply arrived.
public struct ARPReply: Sendable, Hashable {
    /// The length of the encoding, in bytes.
    public static let length = 12
    private static let version: UInt8 = 1

    /// The result of a request. The raw values are those of the encoding.
    public enum Outcome: UInt8, Sendable, Hashable {
        /// A host replied with its hardware address.
        case answered = 1
        /// No host replied to any of the requests (``ARPFrame/patience``).
        case silent = 2
        /// Requests for this link or address are not permitted.
        case refused = 3
        /// There were too many requests recently.
        case busy = 4
    }

    /// The result; the other properties only have a meaning for `answered`.
    public let outcome: Outcome
    /// The hardware address of the host that replied: six bytes, which are all zero for other outcomes.
    public let hardwareAddress: [UInt8]
    /// The time from the first ARP request to the reply, in microseconds; 0 for other outcomes.
    public let microseconds: UInt32

    /// Creates a response.
    ///
    /// - Parameters:
    ///   - outcome: The result of the request.
    ///   - hardwareAddress: The hardware address of the host that replied, truncated or padded with zero bytes to six
    ///     bytes.
    ///   - microseconds: The time from the first ARP request to the reply, in microseconds.
    public init(_ outcome: Outcome, hardwareAddress: [UInt8] = [], microseconds: UInt32 = 0) {
        self.outcome = outcome
        self.hardwareAddress = hardwareAddress.padded(to: 6)
        self.microseconds = microseconds
    }

    /// Decodes a response.
    ///
    /// - Returns: `nil` unless the bytes are exactly one response of version 1 with a known outcome.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.length, bytes[0] == Self.version, let outcome = Outcome(rawValue: bytes[1]) else {
            return nil
        }
        self.init(
            outcome, hardwareAddress: Array(bytes[2..<8]),
            microseconds: bytes[8...].reduce(0) { $0 << 8 | UInt32($1) })
    }

    /// The encoding, ``length`` bytes.
    public var bytes: [UInt8] {
        [Self.version, outcome.rawValue] + hardwareAddress
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: microseconds >> $0) }
    }
}
