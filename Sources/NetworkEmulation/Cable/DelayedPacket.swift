/// A packet that waits for its time.
struct DelayedPacket: Comparable {
    /// Nanoseconds on the monotonic clock.
    let due: Int64
    /// Packets that are due at the same time keep their order.
    let sequence: UInt64
    let bytes: [UInt8]

    static func < (left: Self, right: Self) -> Bool { (left.due, left.sequence) < (right.due, right.sequence) }
    static func == (left: Self, right: Self) -> Bool { (left.due, left.sequence) == (right.due, right.sequence) }
}
