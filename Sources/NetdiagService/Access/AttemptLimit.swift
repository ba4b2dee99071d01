import NetworkModel

/// Limits the wrong tokens of an address: a reducer without a clock.
struct AttemptLimit: Sendable {
    /// The number of wrong tokens within ``window`` after which no token from the address is checked until the window
    /// ends.
    static let maxFailures = 10
    static let window = Duration.seconds(60)
    /// The maximum number of addresses; beyond that, the one whose window began first is removed.
    static let maxAddresses = 1_024

    typealias Instant = ContinuousClock.Instant

    private var failures: [[UInt8]: (count: Int, since: Instant)] = [:]

    /// How long the address has to wait before its token is checked; `nil` if it does not have to.
    ///
    /// - Parameter isForwarded: Whether a proxy at the address sends the request for others, whose wrong tokens must not lock
    ///   out the clients at the address itself.
    func pause(for address: IPAddress, isForwarded: Bool = false, at now: Instant) -> Duration? {
        guard let entry = failures[Self.key(address, isForwarded)], entry.count >= Self.maxFailures else { return nil }
        let left = Self.window - entry.since.duration(to: now)
        return left > .zero ? left : nil
    }

    mutating func recordFailure(of address: IPAddress, isForwarded: Bool = false, at now: Instant) {
        let key = Self.key(address, isForwarded)
        var entry = failures[key] ?? (0, now)
        if entry.since.duration(to: now) >= Self.window { entry = (0, now) }
        entry.count += 1
        failures[key] = entry
        guard failures.count > Self.maxAddresses else { return }
        if let oldest = failures.filter({ $0.key != key }).min(by: { $0.value.since < $1.value.since }) {
            failures[oldest.key] = nil
        }
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
