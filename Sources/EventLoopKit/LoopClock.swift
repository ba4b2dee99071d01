import Glibc

/// The clock of `ContinuousClock` as a number of nanoseconds, for values that are compared and measured with each event.
///
/// Instants and durations of the standard library count attoseconds in 128 bits: a division takes as long as reading the
/// clock.
enum LoopClock {
    /// The nanoseconds since the system started, never 0. As with `ContinuousClock`, the time continues while the system
    /// sleeps.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return UInt64(bitPattern: Int64(time.tv_sec)) &* 1_000_000_000 &+ UInt64(bitPattern: Int64(time.tv_nsec)) | 1
    }

    /// A delay in nanoseconds, rounded up; 0 for a negative one, and at most 146 years.
    static func nanoseconds(_ delay: Duration) -> UInt64 {
        let (seconds, attoseconds) = delay.components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard seconds < 4_611_686_018 else { return UInt64(Int64.max) / 2 }
        return UInt64(seconds) * 1_000_000_000 + UInt64((attoseconds + 999_999_999) / 1_000_000_000)
    }
}
