/// How an emulated link differs from a perfect one. Loss, duplication, corruption and reordering apply to each direction by
/// itself; latency and jitter are those of a round trip, half of each on either way.
public struct LinkSettings: Sendable, Hashable {
    /// Packets that are lost.
    public struct Loss: Sendable, Hashable {
        /// The share of packets, 0 to 1.
        public var probability: Double
        /// How many packets in a row are lost on average, 1 and more (the Gilbert model of RFC 6534 section 4).
        public var burst: Double

        public init(probability: Double, burst: Double = 1) {
            (self.probability, self.burst) = (probability, burst)
        }
    }

    /// The largest packet that passes.
    public struct MTU: Sendable, Hashable {
        /// In bytes, with the IP header.
        public var bytes: Int
        /// Whether the sender of a larger one gets an ICMP message (RFC 1191, RFC 8201), or hears nothing.
        public var isReported: Bool

        public init(bytes: Int, isReported: Bool = true) {
            (self.bytes, self.isReported) = (bytes, isReported)
        }
    }

    /// A link that is down regularly: for the last `length` of each `period`.
    public struct Outage: Sendable, Hashable {
        public var length: Duration
        public var period: Duration

        public init(length: Duration, period: Duration) {
            (self.length, self.period) = (length, period)
        }
    }

    /// Added to the time of a round trip.
    public var latency: Duration = .zero
    /// How far the time of a round trip differs from ``latency`` at most, in either direction.
    public var jitter: Duration = .zero
    public var loss = Loss(probability: 0)
    /// Bits a second from the network to the command; `nil`: unlimited.
    public var downRate: Int?
    /// Bits a second from the command to the network; `nil`: unlimited.
    public var upRate: Int?
    public var mtu: MTU?
    /// The share of packets that later ones overtake, 0 to 1.
    public var reorder: Double = 0
    /// The share of packets that arrive twice, 0 to 1.
    public var duplicate: Double = 0
    /// The share of packets in which a bit is flipped, 0 to 1.
    public var corrupt: Double = 0
    public var outage: Outage?

    public init() {}

    /// Whether packets pass unchanged and at once.
    public var isPerfect: Bool { self == LinkSettings() }
}
