import NetworkModel

/// Limits the wrong tokens of an address: a reducer without a clock.
struct AttemptLimit: Sendable {
    /// The number of wrong tokens within ``window`` after which no token from the address is checked until the window
    /// ends.
    static let maxFailures = 10
    static let window = Duration.seconds(60)
    /// The maximum number of addresses; beyond that, the one whose window began first is removed.
    static let maxAddresses = 1_024
    /// The maximum number of failures within ``window`` that are worth a line in the log, whatever number of addresses they are
    /// from.
    static let maxWarnings = 10

    typealias Instant = ContinuousClock.Instant

    private var failures: [[UInt8]: (count: Int, since: Instant)] = [:]
    private var warnings: (count: Int, since: Instant)?

    /// How long the address has to wait before its token is checked; `nil` if it does not have to.
    ///
    /// - Parameter isForwarded: Whether a proxy at the address sends the request for others, whose wrong tokens must not lock
    ///   out the clients at the address itself.
    func pause(for address: IPAddress, isForwarded: Bool = false, at now: Instant) -> Duration? {
        guard let entry = failures[Self.key(address, isForwarded)], entry.count >= Self.maxFailures else { return nil }
        let left = Self.window - entry.since.duration(to: now)
        return left > .zero ? left : nil
    }

    /// Counts a wrong token.
    ///
    /// - Returns: Whether it is worth a line in the log, as the first one of the address within ``window``.
    @discardableResult
    mutating func recordFailure(of address: IPAddress, isForwarded: Bool = false, at now: Instant) -> Bool {
        let key = Self.key(address, isForwarded)
        var entry = failures[key] ?? (0, now)
        if entry.since.duration(to: now) >= Self.window { entry = (0, now) }
        entry.count += 1
        failures[key] = entry
        if failures.count > Self.maxAddresses,
            let oldest = failures.filter({ $0.key != key }).min(by: { $0.value.since < $1.value.since })
        {
            failures[oldest.key] = nil
        }
        guard entry.count == 1 else { return false }
        return mayWarn(at: now)
    }

    private mutating func mayWarn(at now: Instant) -> Bool {
        var current = warnings ?? (0, now)
        if current.since.duration(to: now) >= Self.window { current = (0, now) }
        current.count += 1
        warnings = current
        return current.count <= Self.maxWarnings
    }

    /// The part of the address that identifies a host, which has a whole /64 of IPv6 (RFC 6177), and for this machine
    /// all of 127.0.0.0/8.
    private static func key(_ address: IPAddress, _ isForwarded: Bool) -> [UInt8] {
        // A prefix of a length that no address has.
        if isForwarded { return [0] + key(address, false) }
        if address.isLoopback { return [127] }
        let address = address.unmapped
        return Array(address.family == .ipv6 && !address.isLinkLocal ? address.bytes.prefix(8) : address.bytes[...])
    }
}
