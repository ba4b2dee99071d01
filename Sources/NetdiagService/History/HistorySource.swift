import HTTPTypes
import NetdiagConfiguration
import NetdiagHistory
import NetworkModel

/// The source of recorded results and incidents.
enum HistorySource: Sendable {
    case store(HistoryStore)
    /// There is no history, for a reason in one line.
    case none(String)

    /// The beginning of the problem that there is no history.
    fileprivate static let absence = "there is no history: "

    /// The history of the configured targets.
    ///
    /// - Throws: 503 if there is no history.
    func history(_ query: HistoryQuery, of targets: [Configuration.TargetSettings]) async throws(Problem)
        -> HistoryDocument
    {
        let store = try self.store
        do {
            var document = try await store.history(query)
            let known = Dictionary(targets.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
            for place in document.targets.indices {
                guard let target = known[document.targets[place].target] else { continue }
                (document.targets[place].target, document.targets[place].name) = (target.target.text, target.name)
            }
            return document
        } catch {
            throw Problem(.serviceUnavailable, Self.absence + error.description)
        }
    }

    /// Whether there are results of a target, which need not be configured any more.
    ///
    /// - Throws: 503 if there is no history.
    func knows(_ key: String) async throws(Problem) -> Bool {
        let store = try self.store
        do {
            return try await store.knows(key)
        } catch {
            throw Problem(.serviceUnavailable, Self.absence + error.description)
        }
    }

    /// - Throws: 503 if there is no history.
    func incidents(from: Timestamp, to: Timestamp) async throws(Problem) -> [StatusDocument.Incident] {
        let store = try self.store
        do {
            return try await store.incidents(from: from, to: to)
        } catch {
            throw Problem(.serviceUnavailable, Self.absence + error.description)
        }
    }

    private var store: HistoryStore {
        get throws(Problem) {
            switch self {
            case .store(let store): return store
            case .none(let reason): throw Problem(.serviceUnavailable, Self.absence + reason)
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
    /// Why there is no history, for a page, which says that there is none in its own words.
    var reasonWithoutHistory: String {
        detail.hasPrefix(HistorySource.absence) ? String(detail.dropFirst(HistorySource.absence.count)) : detail
    }
}
