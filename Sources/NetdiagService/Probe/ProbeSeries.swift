import NIOCore

/// The series of one probe, with additional information.
struct ProbeSeries: Sendable {
    /// The samples in the order in which they were set; few enough for a linear search.
    private var samples: [(metric: ProbeMetric, labels: String, value: Double)] = []
    /// The notes for debugging a module.
    private(set) var notes: [String] = []
    let keepsNotes: Bool

    /// - Parameter keepsNotes: Whether notes are needed.
    init(keepsNotes: Bool) {
        self.keepsNotes = keepsNotes
    }

    /// Sets a series, and replaces one with the same labels.
    mutating func set(_ metric: ProbeMetric, _ labels: [MetricText.Label], _ value: Double) {
        let text = labels.isEmpty ? "" : MetricText.text(labels)
        if let place = samples.firstIndex(where: { $0.metric == metric && $0.labels == text }) {
            samples[place].value = value
        } else {
            samples.append((metric, text, value))
        }
    }

    mutating func set(_ metric: ProbeMetric, _ labels: [MetricText.Label], _ value: Duration?) {
        set(metric, labels, (value ?? .zero) / .seconds(1))
    }

    mutating func set(_ metric: ProbeMetric, _ value: Duration) { set(metric, [], value) }

    mutating func set(_ metric: ProbeMetric, _ isTrue: Bool) { set(metric, [], isTrue ? 1.0 : 0.0) }

    mutating func log(_ line: @autoclosure () -> String) {
        if keepsNotes { notes.append(line()) }
    }

    var text: MetricText {
        var text = MetricText()
        text.reserve(samples.count * 160)
        var family: ProbeMetric?
        let order = samples.indices.sorted { (samples[$0].metric, $0) < (samples[$1].metric, $1) }
        for place in order {
            let (metric, labels, value) = samples[place]
            let name = metric.name
            if metric != family { text.family(name, .gauge, metric.help) }
            family = metric
            text.sample(name, labels: labels, value)
        }
        return text
    }
}
