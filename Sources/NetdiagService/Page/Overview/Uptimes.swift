import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

/// The share of the last 24 hours in which targets worked.
struct Uptimes: Sendable {
    /// The shares by the targets' keys, without targets for which nothing is known.
    var shares: [String: Double] = [:]
    /// Why there are none; `nil` if there are any.
    var reason: String?
}

/// Queries uptimes from the history, at most once a minute for all readers and updates. For targets that have failed since, it
/// queries immediately, since 100 % beside a failed target would be wrong.
actor UptimeCache {
    private let history: HistorySource
    private let store: StatusStore
    private struct CachedUptimes {
        var uptimes: Uptimes
        let at: ContinuousClock.Instant
        let generation: UInt64
        /// The number of the last result that is included (``RecentResults/sequence``).
        var sequence: UInt64
    }

    private var last: CachedUptimes?
    private var asking: Task<Uptimes, Never>?
    private static let lifetime = Duration.seconds(60)
    /// The maximum number of targets in one query, during which the history answers no other one.
    private static let maxAtOnce = 200
    /// The maximum number of targets; beyond that, the page shows no uptimes.
    private static let maxTargets = 5_000

    init(history: HistorySource, store: StatusStore) {
        self.history = history
        self.store = store
    }

    var uptimes: Uptimes {
        get async {
            if let asking { return await asking.value }
            let (generation, sequence) = (store.recent.generation, store.recent.sequence)
            let known = last.flatMap { answer in
                answer.generation == generation && answer.at.duration(to: .now) < Self.lifetime ? answer : nil
            }
            let failed = known.map { failures(since: $0.sequence, beside: $0.uptimes) } ?? []
            if let known, failed.isEmpty || known.uptimes.reason != nil { return known.uptimes }
            let targets = known == nil ? store.targets : failed
            let task = Task { [history] in
                let new = await Self.query(history, targets)
                guard var uptimes = known?.uptimes, new.reason == nil else { return new }
                uptimes.shares.merge(new.shares) { $1 }
                return uptimes
            }
            asking = task
            let uptimes = await task.value
            asking = nil
            last = CachedUptimes(uptimes: uptimes, at: known?.at ?? .now, generation: generation, sequence: sequence)
            return uptimes
        }
    }

    /// The targets whose latest result since then is down, and for which the known uptime shows no failure; at most as
    /// many as one query allows.
    private func failures(since sequence: UInt64, beside known: Uptimes) -> [Configuration.TargetSettings] {
        let keys = store.recent.changes(since: sequence).keys.filter { key in
            (known.shares[key] ?? 1) >= 1 && store.recent.results(of: key).last?.mark == .down
        }
        guard !keys.isEmpty else { return [] }
        return Array(store.targets.lazy.filter { keys.contains($0.key) }.prefix(Self.maxAtOnce))
    }

    private static func query(_ history: HistorySource, _ targets: [Configuration.TargetSettings]) async -> Uptimes {
        guard targets.count <= maxTargets else {
            return Uptimes(reason: "there are more than \(maxTargets) targets; a target's page has it")
        }
        let now = Int(Timestamp().millisecondsSince1970 / 1_000)
        var uptimes = Uptimes()
        for start in stride(from: 0, to: targets.count, by: maxAtOnce) {
            let part = Array(targets[start..<min(start + maxAtOnce, targets.count)])
            do {
                let query = HistoryQuery(keys: part.map(\.key), from: now - 86_400, to: now + 1, step: 3_600)
                for target in try await history.history(query, of: part).targets {
                    uptimes.shares[target.key] = target.total.uptime
                }
            } catch {
                return Uptimes(reason: error.description)
            }
        }
        return uptimes
    }
}
