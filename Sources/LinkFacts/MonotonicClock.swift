import Glibc

/// The clock of the changes' time stamps.
enum MonotonicClock {
    /// Nanoseconds of `CLOCK_MONOTONIC`.
    static func nanoseconds() -> UInt64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return UInt64(now.tv_sec) * 1_000_000_000 + UInt64(now.tv_nsec)
    }
}
