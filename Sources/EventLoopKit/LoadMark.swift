/// The work of a loop, and its wait for a processor, up to a moment.
public struct LoadMark: Sendable {
    /// The nanoseconds since a moment of this process.
    let at: UInt64
    /// The nanoseconds for which the loop has worked.
    let worked: UInt64
    /// The nanoseconds for which the loop has waited for a processor, read within ``LoadMeter/lifetime`` before ``at``.
    let waited: UInt64
}

extension EventLoop {
    /// Marks the beginning of a measurement on this loop.
    public func loadMark() -> LoadMark { meter.currentMark() }

    /// The time since the mark in which this loop delayed all events: in which its thread worked, or waited for a processor.
    ///
    /// For a duration that was measured on this loop, it is an upper bound of the loop's own part, except for 50 ms of
    /// waiting before the mark. It never exceeds the time since the mark.
    public func occupiedTime(since mark: LoadMark) -> Duration {
        .nanoseconds(Int64(clamping: meter.occupied(since: mark)))
    }

    /// The longest time since the mark in which this loop handled no event, because it worked or waited for a processor. Each
    /// response since then was handled at most this long after it had arrived.
    public func longestStall(since mark: LoadMark) -> Duration {
        .nanoseconds(Int64(clamping: meter.longestStall(since: mark)))
    }
}
