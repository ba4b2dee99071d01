import NetdiagHistory
import NetworkModel

extension RecentResults {
    /// Inserts the results in the history before those of this run, so that the bars continue after a restart.
    func restore(from history: HistoryStore, keys: [String]) async {
        // The history answers no other query during a batch.
        let atOnce = 100
        for start in stride(from: 0, to: keys.count, by: atOnce) {
            let part = Array(keys[start..<min(start + atOnce, keys.count)])
            // If the history cannot be read, it has already reported that.
            guard let results = try? await history.recent(depth, of: part) else { return }
            for (key, all) in Dictionary(grouping: results, by: \.key) { restore(all.map { Result($0) }, of: key) }
        }
    }
}

extension RecentResults.Result {
    /// The result as the history recorded it. It does not state whether something else affected the target.
    fileprivate init(_ result: CheckResult) {
        let mark: TargetState =
            switch result.outcome {
            // A target that works with a cause has a warning.
            case .up: result.cause == nil ? .up : .degraded
            case .down: .down
            case .unknown: .unknown
            case .maintenance: .maintenance
            }
        self.init(at: result.at, duration: result.duration, mark: mark, cause: result.cause)
    }
}
