import NetworkModel

/// How often an address may show a wrong token: a reducer without clock of its own.
struct AttemptLimit: Sendable {
    /// Wrong ones within ``window``; after them, no token from the address is examined until the window is over.
    static let maxFailures = 10
    static let window = Duration.seconds(60)
    /// Addresses that are remembered; beyond, the one that began longest ago is forgotten.
    static let maxAddresses = 1_024

    typealias Instant = ContinuousClock.Instant

    private var failures: [[UInt8]: (count: Int, since: Instant)] = [:]

    /// How long the address has to wait before a token of it is examined; `nil`: not at all.
    func pause(for address: IPAddress, at now: Instant) -> Duration? {
        guard let entry = failures[Self.key(address)], entry.count >= Self.maxFailures else { return nil }
        let left = Self.window - entry.since.duration(to: now)
        return left > .zero ? left : nil
    }

    mutating func recordFailure(of address: IPAddress, at now: Instant) {
        let key = Self.key(address)
        var entry = failures[key] ?? (0, now)
        if entry.since.duration(to: now) >= Self.window { entry = (0, now) }
        entry.count += 1
        failures[key] = entry
        guard failures.count > Self.maxAddresses else { return }
        if let oldest = failures.filter({ $0.key != key }).min(by: { $0.value.since < $1.value.since }) {
            failures[oldest.key] = nil
        }
    }

    /// A host has a whole /64 of IPv6 to ask from (RFC 6177), and all of 127.0.0.0/8 where it is this one.
    private static func key(_ address: IPAddress) -> [UInt8] {
        if address.isLoopback { return [127] }
        let address = address.unmapped
        return Array(address.family == .ipv6 && !address.isLinkLocal ? address.bytes.prefix(8) : address.bytes[...])
    }
}
