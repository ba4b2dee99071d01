/// A packet that is delivered later.
struct DelayedPacket: Comparable {
    /// The time of delivery, in nanoseconds on the monotonic clock.
    let due: Int64
    /// Keeps the order of packets that are due at the same time.
    let sequence: UInt64
    let bytes: [UInt8]

    static func < (left: Self, right: Self) -> Bool { (left.due, left.sequence) < (right.due, right.sequence) }
    static func == (left: Self, right: Self) -> Bool { (left.due, left.sequence) == (right.due, right.sequence) }
}
