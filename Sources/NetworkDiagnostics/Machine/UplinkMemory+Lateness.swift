import NetworkModel
import Synchronization

extension UplinkMemory {
    /// How long a late report of a router counts while nothing is heard in time: until the next observation at the default interval.
    private static let lifetimeOfLateness = Duration.seconds(75)
    /// After this time, packets are sent again.
    private static let freshnessOfLateness = Duration.seconds(10)

    /// Records the time of a late report of a router, or that there was none.
    func store(lateness time: Milliseconds?, at now: ContinuousClock.Instant = .now) {
        state.withLock { $0.lateness = (time, now) }
    }

    /// The time of a late report of a router, a while ago at most; `nil` for none.
    func lateness(at now: ContinuousClock.Instant = .now) -> Milliseconds? {
        state.withLock { state in
            state.lateness.flatMap { $0.at + Self.lifetimeOfLateness > now ? $0.time : nil }
        }
    }

    /// Whether late reports were waited for a moment ago.
    func isLatenessFresh(at now: ContinuousClock.Instant = .now) -> Bool {
        state.withLock { $0.lateness.map { $0.at + Self.freshnessOfLateness > now } ?? false }
    }

    /// Forgets the results of another network.
    func removeAll() {
        state.withLock { $0 = State(options: $0.options, source: $0.source) }
    }
}
