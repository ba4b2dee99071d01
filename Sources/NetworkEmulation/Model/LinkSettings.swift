/// The properties of an emulated link.
///
/// Loss, duplication, corruption and reordering apply to each direction separately. Latency and jitter are those of a round trip:
/// each direction gets half.
public struct LinkSettings: Sendable, Hashable {
    /// Random loss of packets.
    public struct Loss: Sendable, Hashable {
        /// The share of lost packets, 0 to 1.
        public var probability: Double
        /// The average number of consecutive lost packets, at least 1 (the Gilbert model, RFC 6534 section 4).
        public var burst: Double

        /// Creates a loss; by default, losses are independent of each other.
        public init(probability: Double, burst: Double = 1) {
            (self.probability, self.burst) = (probability, burst)
        }
    }

    /// The size of the largest packet that passes.
    public struct MTU: Sendable, Hashable {
        /// The size in bytes, with the IP header.
        public var bytes: Int
        /// Whether the sender of a larger packet gets an ICMP message (RFC 1191, RFC 8201). If not, the link is an MTU black hole.
        public var isReported: Bool

        /// Creates an MTU.
        public init(bytes: Int, isReported: Bool = true) {
            (self.bytes, self.isReported) = (bytes, isReported)
        }
    }

    /// Regular outages: the link is down for the last ``length`` of each ``period``.
    public struct Outage: Sendable, Hashable {
        /// The duration of each outage, at most ``period``.
        public var length: Duration
        /// The time from the end of one outage to the end of the next. The first period begins with the first packet.
        public var period: Duration

        /// Creates regular outages.
        public init(length: Duration, period: Duration) {
            (self.length, self.period) = (length, period)
        }
    }

    /// The time that is added to each round trip.
    public var latency: Duration = .zero
    /// The maximum deviation of a round trip from ``latency``, in both directions.
    public var jitter: Duration = .zero
    /// The random loss of packets; none by default.
    public var loss = Loss(probability: 0)
    /// The rate from the network to the command, in bit/s; `nil` for no limit.
    public var downRate: Int?
    /// The rate from the command to the network, in bit/s; `nil` for no limit.
    public var upRate: Int?
    /// The size of the largest packet that passes; `nil` for no limit of the link.
    public var mtu: MTU?
    /// The share of packets that are held back, so that later ones may overtake them, 0 to 1.
    public var reorder: Double = 0
    /// The share of packets that arrive twice, 0 to 1.
    public var duplicate: Double = 0
    /// The share of packets in which a bit is flipped, 0 to 1.
    public var corrupt: Double = 0
    /// Regular outages; `nil` for none.
    public var outage: Outage?

    /// Creates a perfect link.
    public init() {}

    /// Whether all packets arrive unchanged and without delay.
    public var isPerfect: Bool { self == LinkSettings() }
}
