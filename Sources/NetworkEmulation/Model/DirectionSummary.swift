/// The counts of what happened to the packets of one direction.
public struct DirectionSummary: Sendable, Hashable {
    /// Packets that were sent into the link.
    public var packets = 0
    /// The bytes of these packets, with IP headers.
    public var bytes = 0
    /// Packets that were lost at random.
    public var lost = 0
    /// Packets that were lost in outages.
    public var outage = 0
    /// Packets that were dropped since the queue was full.
    public var queueFull = 0
    /// Packets that were dropped since they were larger than the MTU.
    public var tooBig = 0
    /// Packets that arrived with a flipped bit.
    public var corrupted = 0
    /// Packets that arrived twice.
    public var duplicated = 0
    /// Packets that were held back, so that later packets could overtake them.
    public var reordered = 0
    /// Packets that arrived later than they were sent.
    public var delayed = 0
    /// The sum of the delays of these packets, in nanoseconds.
    public var delay: Int64 = 0

    /// Creates a summary without packets.
    public init() {}

    /// Packets that did not arrive.
    public var dropped: Int { lost + outage + queueFull + tooBig }

    /// The average delay of delayed packets.
    public var averageDelay: Duration { delayed == 0 ? .zero : .nanoseconds(delay / Int64(delayed)) }

    mutating func count(_ decision: LinkDecision, size: Int, at now: Int64) {
        packets += 1
        bytes += size
        switch decision {
        case .dropped(.lost): lost += 1
        case .dropped(.outage): outage += 1
        case .dropped(.queueFull): queueFull += 1
        case .dropped(.tooBig): tooBig += 1
        case .arrives(let arrival):
            if arrival.flippedBit != nil { corrupted += 1 }
            if arrival.again != nil { duplicated += 1 }
            if arrival.isReordered { reordered += 1 }
            if arrival.time > now {
                delayed += 1
                delay += arrival.time - now
            }
        }
    }
}
