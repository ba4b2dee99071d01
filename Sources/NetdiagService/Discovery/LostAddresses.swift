import NetworkModel

/// Addresses that instances had a moment ago. A record expires for a lost packet, and is looked for anew after a restart of
/// avahi-daemon, one family before the other.
struct LostAddresses: Sendable {
    private static let keeping = Duration.seconds(30)
    private static let maxOfOne = 64
    private var lost: [String: [IPAddress: ContinuousClock.Instant]] = [:]

    /// - Parameter before: The instance before the event.
    mutating func apply(_ event: ServiceEvent, _ before: ServiceInstance?, at now: ContinuousClock.Instant = .now) {
        let identity = event.instance.identity
        // What is gone has no addresses, and what has moved to another host has none of them.
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

    /// By the instance's identity, those that were lost last first.
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
