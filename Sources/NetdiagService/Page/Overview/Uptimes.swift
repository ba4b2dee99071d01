import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

/// The share of the last 24 hours in which targets worked.
struct Uptimes: Sendable {
    /// By the targets' keys; those of which nothing is known are not in it.
    var shares: [String: Double] = [:]
    /// Why there are none; `nil` where there are.
    var reason: String?
}

/// Asks the history for uptimes, at most once a minute: all readers, and all changes that they are told of, share an answer.
actor UptimeCache {
    private let history: HistorySource
    private let store: StatusStore
    private var last: (uptimes: Uptimes, at: ContinuousClock.Instant, generation: UInt64)?
    private var asking: Task<Uptimes, Never>?
    private static let lifetime = Duration.seconds(60)
    /// Targets that are asked for at once: the history answers no other question meanwhile.
    private static let maxAtOnce = 200
    /// Beyond this many, the page says that there are none.
    private static let maxTargets = 5_000

    init(history: HistorySource, store: StatusStore) {
        self.history = history
        self.store = store
    }

    var uptimes: Uptimes {
        get async {
            let generation = store.recent.generation
            if let last, last.generation == generation, last.at.duration(to: .now) < Self.lifetime {
                return last.uptimes
            }
            if let asking { return await asking.value }
            let task = Task { [history, store] in await Self.ask(history, store.targets) }
            asking = task
            let uptimes = await task.value
            asking = nil
            last = (uptimes, .now, generation)
            return uptimes
        }
    }

    private static func ask(_ history: HistorySource, _ targets: [Configuration.TargetSettings]) async -> Uptimes {
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
                return Uptimes(reason: error.detail)
            }
        }
        return uptimes
    }
}
