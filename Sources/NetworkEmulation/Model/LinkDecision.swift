/// What becomes of a packet.
public enum LinkDecision: Sendable, Hashable {
    /// Why a packet does not arrive.
    public enum Drop: Sendable, Hashable {
        case lost, outage
        /// The queue before the bottleneck is full.
        case queueFull
        /// Larger than the MTU, which is this.
        case tooBig(mtu: Int, isReported: Bool)
    }

    /// How a packet arrives. Times are nanoseconds on the clock that ``LinkModel`` is given.
    public struct Arrival: Sendable, Hashable {
        public var time: Int64
        /// Where it arrives a second time.
        public var again: Int64?
        /// The bit that is flipped on the way, counted from the packet's first.
        public var flippedBit: Int?
        /// Later packets may overtake it.
        public var isReordered: Bool

        public init(time: Int64, again: Int64? = nil, flippedBit: Int? = nil, isReordered: Bool = false) {
            (self.time, self.again, self.flippedBit, self.isReordered) = (time, again, flippedBit, isReordered)
        }
    }

    case dropped(Drop)
    case arrives(Arrival)
}
