import NetdiagConfiguration
import NetworkModel
import Synchronization

/// Counts the reports of the configured targets, and generates their series.
final class TargetMetrics: Sendable {
    /// Targets with histograms, in the order of the configuration: each has up to 65 lines of them.
    static let maxHistograms = 2_000

    private struct State {
        /// How often there was a configuration.
        var generation = 0
        /// In its order.
        var series: [TargetSeries] = []
        /// By the targets' keys.
        var places: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Takes the targets of a new configuration. What was counted of those that are gone, or have other labels now, goes.
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

    /// Counts a report, where it is one of a configured target.
    func add(_ report: Report) {
        state.withLock { state in
            if let place = state.places[report.key] { state.series[place].add(report) }
        }
    }

    /// The targets that there are now, to be read one after the other while they are.
    var view: View { state.withLock { View(metrics: self, generation: $0.generation, count: $0.series.count) } }

    /// The targets of one configuration. What was counted of them is what it is when it is read: a reader that stops on its
    /// way holds nothing.
    struct View: Sendable {
        fileprivate let metrics: TargetMetrics
        fileprivate let generation: Int
        let count: Int

        /// Hands over what was counted of a target; nothing where the configuration is another one by now.
        func read(_ place: Int, _ body: (TargetSeries) -> Void) {
            metrics.state.withLock { state in
                if state.generation == generation { body(state.series[place]) }
            }
        }
    }
}
