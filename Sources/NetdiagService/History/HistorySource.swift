import HTTPTypes
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

/// The source of recorded results and incidents.
enum HistorySource: Sendable {
    case store(HistoryStore)
    /// There is no history, for a reason in one line.
    case none(String)

    /// The history of the configured targets.
    func history(
        _ query: HistoryQuery, of targets: [Configuration.TargetSettings]
    ) async throws(HistoryStore.Unavailable) -> HistoryDocument {
        let store = try self.store
        var document = try await store.history(query)
        let known = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        for place in document.targets.indices {
            guard let target = known[document.targets[place].target] else { continue }
            (document.targets[place].target, document.targets[place].name) = (target.target.text, target.name)
        }
        return document
    }

    /// Whether there are results of a target, which need not be configured any more.
    func knows(_ key: String) async throws(HistoryStore.Unavailable) -> Bool {
        let store = try self.store
        return try await store.knows(key)
    }

    func incidents(
        from: Timestamp, to: Timestamp
    ) async throws(HistoryStore.Unavailable) -> [StatusDocument.Incident] {
        let store = try self.store
        return try await store.incidents(from: from, to: to)
    }

    private var store: HistoryStore {
        get throws(HistoryStore.Unavailable) {
            switch self {
            case .store(let store): return store
            case .none(let reason): throw HistoryStore.Unavailable(description: reason)
            }
        }
    }
}

extension HistorySettings {
    init(_ history: Configuration.History) {
        func seconds(_ duration: Duration) -> Int { Int(duration.components.seconds) }
        self.init(
            results: seconds(history.results), minutes: seconds(history.minutes), hours: seconds(history.hours),
            maxBytes: history.maxBytes)
    }
}

extension Configuration {
    /// The intervals between checks of each target, by its key.
    var intervals: [String: Duration] {
        Dictionary(targets.map { ($0.key, $0.interval) }, uniquingKeysWith: { first, _ in first })
    }
}

extension Problem {
    /// The problem of a request that needs the history.
    init(_ error: HistoryStore.Unavailable) {
        self.init(.serviceUnavailable, "there is no history: \(error.description)")
    }
}
