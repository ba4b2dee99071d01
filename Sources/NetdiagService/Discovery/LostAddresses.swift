import NetworkModel

/// Addresses that instances had recently. A record expires if a packet is lost, and is resolved again after a restart
/// of avahi-daemon, one address family before the other.
struct LostAddresses: Sendable {
    private static let keeping = Duration.seconds(30)
    private static let maxOfOne = 64
    private var lost: [String: [IPAddress: ContinuousClock.Instant]] = [:]

    /// - Parameter before: The instance before the event.
    mutating func apply(_ event: ServiceEvent, _ before: ServiceInstance?, at now: ContinuousClock.Instant = .now) {
        let identity = event.instance.identity
        // A removed instance has no addresses, and one that moved to another host has lost the earlier ones.
        guard event.event != .removed, let before, before.host == event.instance.host else {
            lost[identity] = nil
            return
        }
        let current = Set(event.instance.addresses ?? [])
        var addresses = (lost[identity] ?? [:]).filter { Self.isRecent($0.value, now) && !current.contains($0.key) }
        for address in before.addresses ?? [] where !current.contains(address) && addresses.count < Self.maxOfOne {
            addresses[address] = now
        }
        lost[identity] = addresses.isEmpty ? nil : addresses
    }

    /// The addresses by the instance's identity, the most recently lost first.
    func recent(at now: ContinuousClock.Instant = .now) -> [String: [IPAddress]] {
        lost.mapValues { addresses in
            addresses.filter { Self.isRecent($0.value, now) }.sorted {
                ($1.value, $0.key.description) < ($0.value, $1.key.description)
            }.map(\.key)
        }
    }

    private static func isRecent(_ time: ContinuousClock.Instant, _ now: ContinuousClock.Instant) -> Bool {
        time.duration(to: now) < keeping
    }
}
