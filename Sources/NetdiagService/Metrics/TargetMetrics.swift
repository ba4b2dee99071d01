import NetdiagConfiguration
import NetworkModel
import Synchronization

/// Counts the reports of the configured targets, and generates their series.
final class TargetMetrics: Sendable {
    /// The maximum number of targets with histograms, in the order of the configuration; each has up to 65 lines of
    /// them.
    static let maxHistograms = 2_000

    private struct State {
        /// The number of configurations so far.
        var generation = 0
        /// The series in the order of the configuration.
        var series: [TargetSeries] = []
        /// The positions by the targets' keys.
        var places: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Sets the targets of a new configuration. Counters of targets that were removed, or have other labels, are
    /// dropped.
    func configure(_ targets: [Configuration.TargetSettings]) {
        let labels = targets.map { Array(TargetLabels.text($0).utf8) }
        state.withLock { state in
            let before = state
            state = State(generation: before.generation + 1)
            for (place, target) in targets.enumerated() {
                let new = TargetSeries(
                    key: target.key, labels: labels[place], hasHistograms: place < Self.maxHistograms)
                let old = before.places[target.key].map { before.series[$0] }
                state.series.append(old.flatMap { $0.continues(new) ? $0 : nil } ?? new)
                state.places[target.key] = place
            }
        }
    }

    /// Counts a report of a configured target.
    func add(_ report: Report) {
        state.withLock { state in
            if let place = state.places[report.key] { state.series[place].add(report) }
        }
    }

    /// A view of the current targets, which can be read one after the other until the configuration changes.
    var view: View { state.withLock { View(metrics: self, generation: $0.generation, count: $0.series.count) } }

    /// The targets of one configuration. Counters have their values at the time of reading, so that a slow reader holds
    /// no memory.
    struct View: Sendable {
        fileprivate let metrics: TargetMetrics
        fileprivate let generation: Int
        let count: Int

        /// Passes the counters of a target to the closure, which is not called if the configuration has changed.
        func read(_ place: Int, _ body: (TargetSeries) -> Void) {
            metrics.state.withLock { state in
                if state.generation == generation { body(state.series[place]) }
            }
        }
    }
}
