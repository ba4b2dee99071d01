/// What happens to a packet.
public enum LinkDecision: Sendable, Hashable {
    /// Why a packet does not arrive.
    public enum Drop: Sendable, Hashable {
        /// The packet is lost at random (``LinkSettings/Loss``), or during an outage (``LinkSettings/Outage``).
        case lost, outage
        /// The queue in front of the bottleneck is full.
        case queueFull
        /// The packet is larger than the MTU in bytes. If `isReported` is true, the sender gets an ICMP message.
        case tooBig(mtu: Int, isReported: Bool)
    }

    /// How a packet arrives. Times are in nanoseconds, on the clock of the argument of ``LinkModel/decide(size:at:)``.
    public struct Arrival: Sendable, Hashable {
        /// The time of arrival.
        public var time: Int64
        /// The time of the second arrival; `nil` if the packet arrives once.
        public var again: Int64?
        /// The index of the flipped bit, counted from the first bit of the packet; `nil` if the packet is intact.
        public var flippedBit: Int?
        /// Whether the packet was held back, so that later packets may overtake it.
        public var isReordered: Bool

        /// Creates an arrival; by default, of an intact packet that arrives once and in order.
        public init(time: Int64, again: Int64? = nil, flippedBit: Int? = nil, isReordered: Bool = false) {
            (self.time, self.again, self.flippedBit, self.isReordered) = (time, again, flippedBit, isReordered)
        }
    }

    /// The packet does not arrive.
    case dropped(Drop)
    /// The packet arrives at least once.
    case arrives(Arrival)
}
