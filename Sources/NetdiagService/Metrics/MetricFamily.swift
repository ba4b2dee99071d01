/// A family of metrics, and how its samples are generated.
struct MetricFamily: Sendable {
    let name: String
    let kind: MetricText.Kind
    let help: String
    /// The number of parts of the samples: the targets, or one.
    let count: Int
    /// Writes the samples of a part, if there are any.
    let write: @Sendable (_ part: Int, inout MetricText) -> Void
}

extension MetricFamily {
    /// Creates a family of known samples.
    init(
        _ name: String, _ kind: MetricText.Kind, _ help: String,
        _ samples: [(labels: [MetricText.Label], value: Double)]
    ) {
        let lines = samples.map { (labels: Array(MetricText.text($0.labels).utf8), value: $0.value) }
        self.init(name: name, kind: kind, help: help, count: 1) { _, text in
            for line in lines { text.sample(name, labels: line.labels, line.value) }
        }
    }

    /// Creates a family of one sample, or of none without a value.
    init(_ name: String, _ kind: MetricText.Kind, _ help: String, _ value: Double?) {
        self.init(name, kind, help, value.map { [(labels: [], value: $0)] } ?? [])
    }
}
