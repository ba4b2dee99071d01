/// How far a loop's work and its waiting for a processor had come at a moment.
public struct LoadMark: Sendable {
    /// Nanoseconds since a moment of this process.
    let at: UInt64
    /// Nanoseconds that the loop had worked.
    let worked: UInt64
    /// Nanoseconds that the kernel had let it wait for a processor, as read within ``LoadMeter/lifetime`` before ``at``.
    let waited: UInt64
}

extension EventLoop {
    /// The beginning of something that is to be measured on this loop.
    public func loadMark() -> LoadMark { meter.mark() }

    /// How long, since the mark, this loop has kept waiting whatever came: the time in which its thread worked, and in which the
    /// kernel let it wait for a processor.
    ///
    /// Of a time that was measured on this loop, it is at most what the loop itself added to it, but for 50 ms of waiting before
    /// the mark; it is never more than what has passed since.
    public func occupiedTime(since mark: LoadMark) -> Duration {
        .nanoseconds(Int64(clamping: meter.occupied(since: mark)))
    }
}
