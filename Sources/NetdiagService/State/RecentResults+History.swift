import NetdiagHistory
import NetworkModel

extension RecentResults {
    /// Puts what the history has before the results of this run, so that bars do not begin anew with the daemon.
    func restore(from history: HistoryStore, keys: [String]) async {
        // The history answers no other question meanwhile.
        let atOnce = 100
        for start in stride(from: 0, to: keys.count, by: atOnce) {
            let part = Array(keys[start..<min(start + atOnce, keys.count)])
            // Where nothing can be read, the history has said so.
            guard let results = try? await history.recent(depth, of: part) else { return }
            for (key, all) in Dictionary(grouping: results, by: \.key) { restore(all.map { Result($0) }, of: key) }
        }
    }
}

extension RecentResults.Result {
    /// As the history counts it: what held the target down from outside cannot be told.
    fileprivate init(_ result: CheckResult) {
        let mark: StatusMark =
            switch result.outcome {
            // What is named of a target that works is a warning.
            case .up: result.cause == nil ? .up : .degraded
            case .down: .down
            case .unknown: .unknown
            case .maintenance: .maintenance
            }
        self.init(at: result.at, duration: result.duration, mark: mark, cause: result.cause)
    }
}
