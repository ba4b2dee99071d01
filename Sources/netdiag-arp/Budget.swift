import Glibc

/// A token bucket that limits the number of questions. A host has one or two gateways, and netdiagd rarely asks for each of
/// them. The helper must not be usable for a flood of broadcasts.
struct Budget {
    private static let capacity: Int64 = 32
    /// The tokens that only ARP requests may use: watches come from every check, and would take all of them.
    private static let reserve: Int64 = 16
    /// The time for one more token in milliseconds.
    private static let pace: Int64 = 125

    private var tokens = Self.capacity
    private var filled: Int64

    init(at now: Int64) { filled = now }

    /// - Parameter isUrgent: Whether the reserve may be used.
    mutating func consume(isUrgent: Bool, at now: Int64) -> Bool {
        let more = (now - filled) / Self.pace
        if more > 0 {
            tokens = min(Self.capacity, tokens + more)
            filled += more * Self.pace
        }
        guard tokens > (isUrgent ? 0 : Self.reserve) else { return false }
        tokens -= 1
        return true
    }
}

/// The monotonic clock.
enum Clock {
    static var milliseconds: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_MONOTONIC, &now)
        return Int64(now.tv_sec) * 1_000 + Int64(now.tv_nsec) / 1_000_000
    }
}
