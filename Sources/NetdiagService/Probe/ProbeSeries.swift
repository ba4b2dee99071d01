import NIOCore

/// The series of one probe, and what there is to say of it beside.
struct ProbeSeries: Sendable {
    private var samples: [ProbeMetric: [(labels: String, value: Double)]] = [:]
    /// For a person who debugs a module.
    private(set) var notes: [String] = []
    private let keepsNotes: Bool

    /// - Parameter keepsNotes: Whether somebody is going to read the notes.
    init(keepsNotes: Bool) {
        self.keepsNotes = keepsNotes
    }

    /// Sets a series; one of the same labels is replaced.
    mutating func set(_ metric: ProbeMetric, _ labels: [MetricText.Label], _ value: Double) {
        let text = MetricText.text(labels)
        samples[metric, default: []].removeAll { $0.labels == text }
        samples[metric, default: []].append((text, value))
    }

    mutating func set(_ metric: ProbeMetric, _ labels: [MetricText.Label], _ value: Duration?) {
        set(metric, labels, (value ?? .zero) / .seconds(1))
    }

    mutating func set(_ metric: ProbeMetric, _ value: Duration) { set(metric, [], value) }

    mutating func set(_ metric: ProbeMetric, _ isTrue: Bool) { set(metric, [], isTrue ? 1.0 : 0.0) }

    mutating func note(_ line: @autoclosure () -> String) {
        if keepsNotes { notes.append(line()) }
    }

    var text: MetricText {
        var text = MetricText()
        for (metric, samples) in samples.sorted(by: { $0.key < $1.key }) {
            text.family(metric.rawValue, .gauge, metric.help)
            for sample in samples { text.sample(metric.rawValue, labels: sample.labels, sample.value) }
        }
        return text
    }
}
